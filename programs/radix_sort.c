/* Least-significant-digit radix sort, one byte a pass, of unsigned, signed and float keys.
 * Signed and float keys are mapped to unsigned ones that sort the same way, and mapped back. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1500 };

static void radix_sort(uint32_t *keys, uint32_t *scratch, size_t count)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        size_t start[257] = {0};
        for (size_t i = 0; i < count; i++)
            start[((keys[i] >> shift) & 0xff) + 1]++;
        for (int digit = 0; digit < 256; digit++)
            start[digit + 1] += start[digit];
        for (size_t i = 0; i < count; i++)
            scratch[start[(keys[i] >> shift) & 0xff]++] = keys[i];
        memcpy(keys, scratch, count * sizeof *keys);
    }
}

static uint32_t key_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

static float float_of_key(uint32_t key)
{
    uint32_t bits = key >> 31 ? key & 0x7fffffffu : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static int is_ordered(const uint32_t *keys)
{
    for (int i = 1; i < COUNT; i++)
        if (keys[i - 1] > keys[i])
            return 0;
    return 1;
}

int main(void)
{
    static uint32_t keys[COUNT], scratch[COUNT];
    uint32_t state = 0xc0ffee;
    int good = 1;

    for (int i = 0; i < COUNT; i++)
        keys[i] = next(&state);
    radix_sort(keys, scratch, COUNT);
    good &= is_ordered(keys);
    printf("unsigned: %u .. %u .. %u\n", keys[0], keys[COUNT / 2], keys[COUNT - 1]);

    for (int i = 0; i < COUNT; i++)
        keys[i] = (uint32_t)((int32_t)(next(&state) % 100001) - 50000) ^ 0x80000000u;
    radix_sort(keys, scratch, COUNT);
    good &= is_ordered(keys);
    printf("signed:   %lld .. %lld .. %lld\n", (long long)keys[0] - 0x80000000LL, (long long)keys[COUNT / 2] - 0x80000000LL,
           (long long)keys[COUNT - 1] - 0x80000000LL);

    for (int i = 0; i < COUNT; i++)
        keys[i] = key_of_float(((float)(int)(next(&state) % 20001) - 10000.0f) / 64.0f);
    radix_sort(keys, scratch, COUNT);
    for (int i = 1; i < COUNT; i++)
        good &= float_of_key(keys[i - 1]) <= float_of_key(keys[i]);
    printf("float:    %.6f .. %.6f .. %.6f\n", (double)float_of_key(keys[0]), (double)float_of_key(keys[COUNT / 2]),
           (double)float_of_key(keys[COUNT - 1]));
    puts(good ? "ordered" : "BROKEN");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
