/* Turns rows of 34 counts into the keys that the tables are asked with.

   A part is read in two keys, base-5 numbers of neighbouring counts with the first kind lowest: of
   its first four kinds (low) and of the others (high). The fast path makes all eight keys of a row
   with two multiply-adds on each part; the plain path says the same in scalar C. */
#ifndef MAHJONG_FAST_KEYS_H
#define MAHJONG_FAST_KEYS_H

#include <stddef.h>
#include <stdint.h>

enum { ROW_KINDS = 34, MOST_COUNT = 4 };

/* The order in which the fast path leaves them: characters, dots, bamboo, honours. */
typedef struct {
    uint16_t m_low, p_low, m_high, p_high, s_low, h_low, s_high, h_high;
} keys_t;

static uint16_t key_of(const uint8_t *counts, int kinds)
{
    unsigned key = 0;
    while (kinds--)
        key = key * 5 + counts[kinds];
    return (uint16_t)key;
}

/* Returns whether some count is over four; the keys mean nothing then. */
static int read_keys_plain(const uint8_t *counts, size_t rows, keys_t *out)
{
    int over = 0;
    for (; rows; rows--, counts += ROW_KINDS, out++) {
        for (int kind = 0; kind < ROW_KINDS; kind++)
            over |= counts[kind] > MOST_COUNT;
        out->m_low = key_of(counts, 4);
        out->m_high = key_of(counts + 4, 5);
        out->p_low = key_of(counts + 9, 4);
        out->p_high = key_of(counts + 13, 5);
        out->s_low = key_of(counts + 18, 4);
        out->s_high = key_of(counts + 22, 5);
        out->h_low = key_of(counts + 27, 4);
        out->h_high = key_of(counts + 31, 3);
    }
    return over;
}

#if !defined(MAHJONG_FAST_PLAIN) && defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("sse4.2"))) static int
read_keys_sse42(const uint8_t *counts, size_t rows, keys_t *out)
{
    /* Bytes to pairs to fours; the ninth rank weighs 125 * 5 = 625 and is added to the second four. */
    const __m128i suit_pairs = _mm_setr_epi8(1, 5, 25, 125, 1, 5, 25, 125, 125, 0, 0, 0, 0, 0, 0, 0);
    const __m128i suit_fours = _mm_setr_epi16(1, 1, 1, 1, 5, 0, 0, 0);
    const __m128i honour_pairs = _mm_setr_epi8(1, 5, 25, 125, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i ones = _mm_set1_epi16(1);
    __m128i most = _mm_setzero_si128();
    for (; rows; rows--, counts += ROW_KINDS, out++) {
        __m128i m = _mm_loadu_si128((const __m128i *)counts);
        __m128i p = _mm_loadu_si128((const __m128i *)(counts + 9));
        __m128i s = _mm_loadu_si128((const __m128i *)(counts + 18));
        __m128i h = _mm_srli_epi64(_mm_loadl_epi64((const __m128i *)(counts + 26)), 8);
        most = _mm_max_epu8(most, _mm_max_epu8(m, _mm_max_epu8(p, s)));

        m = _mm_madd_epi16(_mm_maddubs_epi16(m, suit_pairs), suit_fours);
        p = _mm_madd_epi16(_mm_maddubs_epi16(p, suit_pairs), suit_fours);
        s = _mm_madd_epi16(_mm_maddubs_epi16(s, suit_pairs), suit_fours);
        h = _mm_madd_epi16(_mm_maddubs_epi16(h, honour_pairs), ones);
        __m128i mp = _mm_add_epi32(_mm_unpacklo_epi32(m, p),
                                   _mm_slli_si128(_mm_unpackhi_epi32(m, p), 8));
        __m128i sh = _mm_add_epi32(_mm_unpacklo_epi32(s, h),
                                   _mm_slli_si128(_mm_unpackhi_epi32(s, h), 8));
        _mm_storeu_si128((__m128i *)out, _mm_packus_epi32(mp, sh));
    }
    most = _mm_subs_epu8(most, _mm_set1_epi8(MOST_COUNT));
    return !_mm_testz_si128(most, most);
}

static int read_keys(const uint8_t *counts, size_t rows, keys_t *out)
{
    if (__builtin_cpu_supports("sse4.2"))
        return read_keys_sse42(counts, rows, out);
    return read_keys_plain(counts, rows, out);
}
#else
#define read_keys read_keys_plain
#endif
#endif
