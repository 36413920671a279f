/* Turns rows of 34 counts into the keys that the tables are asked with.

   A part is read in two keys, base-5 numbers of neighbouring counts with the first kind lowest: of
   its first four kinds (low) and of the others (high). The fast path makes all eight keys of a row
   with two multiply-adds on each part; the plain path says the same in scalar C. */
#ifndef MAHJONG_FAST_KEYS_H
#define MAHJONG_FAST_KEYS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ROW_KINDS = 34, MOST_COUNT = 4 };

/* keys[LOW_KEY(part)] and keys[HIGH_KEY(part)], parts being three suits and the honours: the order in
   which the fast path leaves them. */
enum { KEYS = 8 };
#define LOW_KEY(part) (((part) & 1) | ((part) & 2) << 1)
#define HIGH_KEY(part) (LOW_KEY(part) | 2)

static uint16_t key_of(const uint8_t *counts, int kinds)
{
    unsigned key = 0;
    while (kinds--)
        key = key * 5 + counts[kinds];
    return (uint16_t)key;
}

/* Returns whether some count is over four; the keys mean nothing then. Each count is read once: a
   row that another thread writes to meanwhile gives a wrong answer, never a key out of range. */
static int read_keys_plain(const uint8_t *rows_of_counts, size_t rows, uint16_t *keys)
{
    int over = 0;
    uint8_t counts[ROW_KINDS];
    for (; rows; rows--, rows_of_counts += ROW_KINDS, keys += KEYS) {
        memcpy(counts, rows_of_counts, ROW_KINDS);
        for (int kind = 0; kind < ROW_KINDS; kind++)
            over |= counts[kind] > MOST_COUNT;
        for (int part = 0; part < 4; part++) {
            keys[LOW_KEY(part)] = key_of(counts + 9 * part, 4);
            keys[HIGH_KEY(part)] = key_of(counts + 9 * part + 4, part < 3 ? 5 : 3);
        }
    }
    return over;
}

#if !defined(MAHJONG_FAST_PLAIN) && defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("sse4.2"))) static int
read_keys_sse42(const uint8_t *counts, size_t rows, uint16_t *keys)
{
    /* Bytes to pairs to fours; the ninth rank weighs 125 * 5 = 625 and is added to the second four. */
    const __m128i suit_pairs = _mm_setr_epi8(1, 5, 25, 125, 1, 5, 25, 125, 125, 0, 0, 0, 0, 0, 0, 0);
    const __m128i suit_fours = _mm_setr_epi16(1, 1, 1, 1, 5, 0, 0, 0);
    const __m128i honour_pairs = _mm_setr_epi8(1, 5, 25, 125, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i ones = _mm_set1_epi16(1);
    __m128i most = _mm_setzero_si128();
    for (; rows; rows--, counts += ROW_KINDS, keys += KEYS) {
        __m128i m = _mm_loadu_si128((const __m128i *)counts);
        __m128i p = _mm_loadu_si128((const __m128i *)(counts + 9));
        __m128i s = _mm_loadu_si128((const __m128i *)(counts + 18));
        __m128i h = _mm_srli_si128(s, 9);
        most = _mm_max_epu8(most, _mm_max_epu8(m, _mm_max_epu8(p, s)));

        m = _mm_madd_epi16(_mm_maddubs_epi16(m, suit_pairs), suit_fours);
        p = _mm_madd_epi16(_mm_maddubs_epi16(p, suit_pairs), suit_fours);
        s = _mm_madd_epi16(_mm_maddubs_epi16(s, suit_pairs), suit_fours);
        h = _mm_madd_epi16(_mm_maddubs_epi16(h, honour_pairs), ones);
        __m128i mp = _mm_add_epi32(_mm_unpacklo_epi32(m, p),
                                   _mm_slli_si128(_mm_unpackhi_epi32(m, p), 8));
        __m128i sh = _mm_add_epi32(_mm_unpacklo_epi32(s, h),
                                   _mm_slli_si128(_mm_unpackhi_epi32(s, h), 8));
        _mm_storeu_si128((__m128i *)keys, _mm_packus_epi32(mp, sh));
    }
    most = _mm_subs_epu8(most, _mm_set1_epi8(MOST_COUNT));
    return !_mm_testz_si128(most, most);
}

static int read_keys(const uint8_t *counts, size_t rows, uint16_t *keys)
{
    if (__builtin_cpu_supports("sse4.2"))
        return read_keys_sse42(counts, rows, keys);
    return read_keys_plain(counts, rows, keys);
}
#else
#define read_keys read_keys_plain
#endif

/* The kinds held at least once, twice, three and four times, a bit each. */
static inline void kinds_held(const uint8_t *counts, uint64_t at_least[4])
{
#if !defined(MAHJONG_FAST_PLAIN) && defined(__GNUC__) && defined(__x86_64__)
    const __m128i first = _mm_loadu_si128((const __m128i *)counts);
    const __m128i second = _mm_loadu_si128((const __m128i *)(counts + 16));
    const __m128i last = _mm_loadu_si128((const __m128i *)(counts + 18));
    for (int i = 0; i < 4; i++) {
        const __m128i less = _mm_set1_epi8((char)i);
        at_least[i] = (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(first, less)) |
                      (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(second, less)) << 16 |
                      (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(last, less)) << 18;
    }
#else
    for (int i = 0; i < 4; i++) {
        at_least[i] = 0;
        for (int kind = 0; kind < ROW_KINDS; kind++)
            at_least[i] |= (uint64_t)(counts[kind] > i) << kind;
    }
#endif
}
#endif
