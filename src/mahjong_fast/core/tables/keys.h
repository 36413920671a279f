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

/* Which of the keys a kind is in, those of each part being its low and its high one; and what a tile
   of the kind adds to the key. */
#define LOW_AND_HIGH(part) 2 * part, 2 * part, 2 * part, 2 * part, 2 * part + 1, 2 * part + 1, 2 * part + 1
static const uint8_t KEY_OF_KIND[ROW_KINDS] = {
    LOW_AND_HIGH(0), 1, 1, LOW_AND_HIGH(1), 3, 3, LOW_AND_HIGH(2), 5, 5, LOW_AND_HIGH(3),
};
#define STEPS 1, 5, 25, 125, 1, 5, 25
static const int16_t STEP_OF_KIND[ROW_KINDS] = {
    STEPS, 125, 625, STEPS, 125, 625, STEPS, 125, 625, STEPS,
};

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

/* Bytes to pairs to fours; the ninth rank weighs 125 * 5 = 625 and is added to the second four. */
#define SUIT_PAIRS 1, 5, 25, 125, 1, 5, 25, 125, 125, 0, 0, 0, 0, 0, 0, 0
#define SUIT_FOURS 1, 1, 1, 1, 5, 0, 0, 0
#define HONOUR_PAIRS 1, 5, 25, 125, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0

__attribute__((target("sse4.2"))) static int
read_keys_sse42(const uint8_t *counts, size_t rows, uint16_t *keys)
{
    const __m128i suit_pairs = _mm_setr_epi8(SUIT_PAIRS);
    const __m128i suit_fours = _mm_setr_epi16(SUIT_FOURS);
    const __m128i honour_pairs = _mm_setr_epi8(HONOUR_PAIRS);
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

#define TWO_ROWS(at)                                                                             \
    _mm256_inserti128_si256(                                                                     \
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(counts + (at)))),               \
        _mm_loadu_si128((const __m128i *)(counts + ROW_KINDS + (at))), 1)

/* The same for two rows at once, one in each half of a register. */
__attribute__((target("avx2"))) static int
read_keys_avx2(const uint8_t *counts, size_t rows, uint16_t *keys)
{
    const __m256i suit_pairs = _mm256_setr_epi8(SUIT_PAIRS, SUIT_PAIRS);
    const __m256i suit_fours = _mm256_setr_epi16(SUIT_FOURS, SUIT_FOURS);
    const __m256i honour_pairs = _mm256_setr_epi8(HONOUR_PAIRS, HONOUR_PAIRS);
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i most = _mm256_setzero_si256();
    for (; rows > 1; rows -= 2, counts += 2 * ROW_KINDS, keys += 2 * KEYS) {
        __m256i m = TWO_ROWS(0);
        __m256i p = TWO_ROWS(9);
        __m256i s = TWO_ROWS(18);
        __m256i h = _mm256_srli_si256(s, 9);
        most = _mm256_max_epu8(most, _mm256_max_epu8(m, _mm256_max_epu8(p, s)));

        m = _mm256_madd_epi16(_mm256_maddubs_epi16(m, suit_pairs), suit_fours);
        p = _mm256_madd_epi16(_mm256_maddubs_epi16(p, suit_pairs), suit_fours);
        s = _mm256_madd_epi16(_mm256_maddubs_epi16(s, suit_pairs), suit_fours);
        h = _mm256_madd_epi16(_mm256_maddubs_epi16(h, honour_pairs), ones);
        __m256i mp = _mm256_add_epi32(_mm256_unpacklo_epi32(m, p),
                                      _mm256_slli_si256(_mm256_unpackhi_epi32(m, p), 8));
        __m256i sh = _mm256_add_epi32(_mm256_unpacklo_epi32(s, h),
                                      _mm256_slli_si256(_mm256_unpackhi_epi32(s, h), 8));
        _mm256_storeu_si256((__m256i *)keys, _mm256_packus_epi32(mp, sh));
    }
    most = _mm256_subs_epu8(most, _mm256_set1_epi8(MOST_COUNT));
    return !_mm256_testz_si256(most, most) || read_keys_sse42(counts, rows, keys);
}

static int read_keys(const uint8_t *counts, size_t rows, uint16_t *keys)
{
    if (rows > 1 && __builtin_cpu_supports("avx2"))
        return read_keys_avx2(counts, rows, keys);
    if (__builtin_cpu_supports("sse4.2"))
        return read_keys_sse42(counts, rows, keys);
    return read_keys_plain(counts, rows, keys);
}
#else
#define read_keys read_keys_plain
#endif

/* The kinds whose byte is over `than`, a bit each; the bytes are below 128. */
static inline uint64_t kinds_over(const uint8_t *bytes, int than)
{
#if !defined(MAHJONG_FAST_PLAIN) && defined(__GNUC__) && defined(__x86_64__)
    const __m128i less = _mm_set1_epi8((char)than);
    const __m128i first = _mm_loadu_si128((const __m128i *)bytes);
    const __m128i second = _mm_loadu_si128((const __m128i *)(bytes + 16));
    const __m128i last = _mm_loadu_si128((const __m128i *)(bytes + 18));
    return (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(first, less)) |
           (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(second, less)) << 16 |
           (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(last, less)) << 18;
#else
    uint64_t kinds = 0;
    for (int kind = 0; kind < ROW_KINDS; kind++)
        kinds |= (uint64_t)(bytes[kind] > than) << kind;
    return kinds;
#endif
}

/* The kinds of which two rows together have more than `than`, likewise. */
static inline uint64_t kinds_over_in_both(const uint8_t *one, const uint8_t *other, int than)
{
#if !defined(MAHJONG_FAST_PLAIN) && defined(__GNUC__) && defined(__x86_64__)
#define SUM_AT(place) _mm_add_epi8(_mm_loadu_si128((const __m128i *)(one + place)), \
                                   _mm_loadu_si128((const __m128i *)(other + place)))
    const __m128i less = _mm_set1_epi8((char)than);
    return (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(SUM_AT(0), less)) |
           (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(SUM_AT(16), less)) << 16 |
           (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(SUM_AT(18), less)) << 18;
#undef SUM_AT
#else
    uint64_t kinds = 0;
    for (int kind = 0; kind < ROW_KINDS; kind++)
        kinds |= (uint64_t)(one[kind] + other[kind] > than) << kind;
    return kinds;
#endif
}

/* The kinds whose byte has a bit, likewise. */
static inline uint64_t kinds_with_bit(const uint8_t *bytes, int bit)
{
#if !defined(MAHJONG_FAST_PLAIN) && defined(__GNUC__) && defined(__x86_64__)
    const __m128i to_highest = _mm_cvtsi32_si128(7 - bit);
    const __m128i first = _mm_loadu_si128((const __m128i *)bytes);
    const __m128i second = _mm_loadu_si128((const __m128i *)(bytes + 16));
    const __m128i last = _mm_loadu_si128((const __m128i *)(bytes + 18));
    return (uint64_t)_mm_movemask_epi8(_mm_sll_epi16(first, to_highest)) |
           (uint64_t)_mm_movemask_epi8(_mm_sll_epi16(second, to_highest)) << 16 |
           (uint64_t)_mm_movemask_epi8(_mm_sll_epi16(last, to_highest)) << 18;
#else
    uint64_t kinds = 0;
    for (int kind = 0; kind < ROW_KINDS; kind++)
        kinds |= (uint64_t)(bytes[kind] >> bit & 1) << kind;
    return kinds;
#endif
}
#endif
