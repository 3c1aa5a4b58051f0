/* Substring search four ways: Knuth-Morris-Pratt, Horspool, Rabin-Karp and strstr; all must find the same places.
 * The texts are chosen to be hard: periodic, Fibonacci words, and patterns that almost match. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 1500, PATTERN_LIMIT = 40 };

typedef struct {
    int count;
    size_t position_sum;
} Found;

static void note(Found *found, size_t position)
{
    found->count++;
    found->position_sum += position;
}

static Found knuth_morris_pratt(const char *text, const char *pattern)
{
    Found found = {0, 0};
    int size = (int)strlen(pattern), border[PATTERN_LIMIT + 1];
    border[0] = -1;
    for (int i = 0, b = -1; i < size;) {
        while (b >= 0 && pattern[i] != pattern[b])
            b = border[b];
        border[++i] = ++b;
    }
    int matched = 0;
    for (size_t i = 0; text[i]; i++) {
        while (matched >= 0 && text[i] != pattern[matched])
            matched = border[matched];
        if (++matched == size) {
            note(&found, i + 1 - (size_t)size);
            matched = border[matched];
        }
    }
    return found;
}

static Found horspool(const char *text, const char *pattern)
{
    Found found = {0, 0};
    size_t size = strlen(pattern), length = strlen(text), skip[256];
    for (int c = 0; c < 256; c++)
        skip[c] = size;
    for (size_t i = 0; i + 1 < size; i++)
        skip[(uint8_t)pattern[i]] = size - 1 - i;
    for (size_t at = 0; at + size <= length; at += skip[(uint8_t)text[at + size - 1]])
        if (memcmp(text + at, pattern, size) == 0)
            note(&found, at);
    return found;
}

static Found rabin_karp(const char *text, const char *pattern)
{
    const uint32_t base = 257, modulus = 8388593;
    Found found = {0, 0};
    size_t size = strlen(pattern), length = strlen(text);
    uint64_t wanted = 0, rolling = 0, leading = 1;
    if (length < size)
        return found;
    for (size_t i = 0; i < size; i++) {
        wanted = (wanted * base + (uint8_t)pattern[i]) % modulus;
        rolling = (rolling * base + (uint8_t)text[i]) % modulus;
        if (i > 0)
            leading = leading * base % modulus;
    }
    for (size_t at = 0;; at++) {
        if (rolling == wanted && strncmp(text + at, pattern, size) == 0)
            note(&found, at);
        if (at + size >= length)
            return found;
        rolling = (rolling + modulus * base - (uint8_t)text[at] * leading) % modulus;
        rolling = (rolling * base + (uint8_t)text[at + size]) % modulus;
    }
}

static Found library(const char *text, const char *pattern)
{
    Found found = {0, 0};
    for (const char *at = strstr(text, pattern); at; at = strstr(at + 1, pattern))
        note(&found, (size_t)(at - text));
    return found;
}

static void fibonacci_word(char *text, size_t size)
{
    size_t length = 2, previous = 1;
    text[0] = 'a';
    text[1] = 'b';
    while (length < size) {
        size_t take = previous < size - length ? previous : size - length;
        memcpy(text + length, text, take);
        previous = length;
        length += take;
    }
    text[size] = '\0';
}

int main(void)
{
    static char periodic[TEXT_SIZE + 1], word[TEXT_SIZE + 1];
    static const char *const patterns[] = {"a", "aab", "abaab", "abaababaab", "aaaaab", "babab", "zzz", "abaababaabaababaababa"};
    Found (*const searchers[4])(const char *, const char *) = {knuth_morris_pratt, horspool, rabin_karp, library};
    int disagreements = 0;

    for (int i = 0; i < TEXT_SIZE; i++)
        periodic[i] = i % 6 == 5 ? 'b' : 'a';
    fibonacci_word(word, TEXT_SIZE);
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        const char *texts[2] = {periodic, word};
        for (int t = 0; t < 2; t++) {
            Found first = searchers[0](texts[t], patterns[p]);
            for (int s = 1; s < 4; s++) {
                Found other = searchers[s](texts[t], patterns[p]);
                disagreements += other.count != first.count || other.position_sum != first.position_sum;
            }
            printf("%-22s in text %d: %4d times, positions add up to %zu\n", patterns[p], t, first.count, first.position_sum);
        }
    }
    printf("%d disagreements\n", disagreements);
    return disagreements == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
