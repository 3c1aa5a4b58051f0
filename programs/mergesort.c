/* Bottom-up merge sort for elements of any size through void pointers and a comparator.
 * Shows stability: records with equal keys keep their order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Compare)(const void *, const void *);

static int merge_sort(void *base, size_t count, size_t width, Compare compare)
{
    char *from = base;
    char *scratch = malloc(count * width);
    if (!scratch)
        return -1;
    char *to = scratch;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            size_t middle = start + run < count ? start + run : count;
            size_t end = start + 2 * run < count ? start + 2 * run : count;
            size_t left = start, right = middle;
            for (size_t out = start; out < end; out++) {
                int take_left = left < middle
                    && (right >= end || compare(from + left * width, from + right * width) <= 0);
                size_t taken = take_left ? left++ : right++;
                memcpy(to + out * width, from + taken * width, width);
            }
        }
        char *kept = from;
        from = to;
        to = kept;
    }
    if (from != base)
        memcpy(base, from, count * width);
    free(scratch);
    return 0;
}

typedef struct {
    short key;
    char tag;
    int serial;
} Record;

static int by_key(const void *a, const void *b)
{
    const Record *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_value_descending(const void *a, const void *b)
{
    long long x = *(const long long *)a, y = *(const long long *)b;
    return (x < y) - (x > y);
}

int main(void)
{
    enum { RECORDS = 1500, NUMBERS = 777 };
    static Record records[RECORDS];
    static long long numbers[NUMBERS];
    unsigned state = 99;

    for (int i = 0; i < RECORDS; i++) {
        state = state * 1664525u + 1013904223u;
        records[i] = (Record){.key = (short)((state >> 20) % 50), .tag = (char)('a' + i % 26), .serial = i};
    }
    if (merge_sort(records, RECORDS, sizeof records[0], by_key) != 0)
        return EXIT_FAILURE;
    int stable = 1;
    for (int i = 1; i < RECORDS; i++)
        stable &= records[i - 1].key < records[i].key
            || (records[i - 1].key == records[i].key && records[i - 1].serial < records[i].serial);
    printf("records are %s\n", stable ? "ordered and stable" : "NOT stable");
    for (int i = 0; i < RECORDS; i += 250)
        printf("  key %d tag %c serial %d\n", records[i].key, records[i].tag, records[i].serial);

    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = ((long long)i * 1000003LL) % 65537LL - 30000LL;
    if (merge_sort(numbers, NUMBERS, sizeof numbers[0], by_value_descending) != 0)
        return EXIT_FAILURE;
    for (int i = 0; i < NUMBERS; i += 194)
        printf("  %lld\n", numbers[i]);
    return stable ? EXIT_SUCCESS : EXIT_FAILURE;
}
