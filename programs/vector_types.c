/* Vectors through the vector_size extension of GCC and Clang: lane arithmetic, comparisons as masks, shuffles, conversions and reductions.
 * Each result is compared with plain scalar code. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float Float4 __attribute__((vector_size(16)));
typedef int32_t Int4 __attribute__((vector_size(16)));
typedef uint8_t Byte16 __attribute__((vector_size(16)));
typedef double Double2 __attribute__((vector_size(16)));
typedef int64_t Long2 __attribute__((vector_size(16)));

enum { COUNT = 512 };

static float dot_vector(const float *a, const float *b)
{
    Float4 sums = {0};
    for (int i = 0; i < COUNT; i += 4) {
        Float4 x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        sums += x * y;
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static float dot_scalar(const float *a, const float *b)
{
    float sums[4] = {0};
    for (int i = 0; i < COUNT; i++)
        sums[i % 4] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* Keeps a where the mask is set, else b. */
static Int4 blend(Int4 mask, Int4 a, Int4 b)
{
    return (a & mask) | (b & ~mask);
}

static int32_t largest_vector(const int32_t *data)
{
    Int4 best;
    memcpy(&best, data, sizeof best);
    for (int i = 4; i < COUNT; i += 4) {
        Int4 next;
        memcpy(&next, data + i, sizeof next);
        best = blend(next > best, next, best);
    }
    int32_t result = best[0];
    for (int lane = 1; lane < 4; lane++)
        if (best[lane] > result)
            result = best[lane];
    return result;
}

static int count_byte(const uint8_t *data, size_t size, uint8_t wanted)
{
    int total = 0;
    Byte16 needle;
    for (int lane = 0; lane < 16; lane++)
        needle[lane] = wanted;
    for (size_t i = 0; i + 16 <= size; i += 16) {
        Byte16 block;
        memcpy(&block, data + i, sizeof block);
        Byte16 hits = (Byte16)(block == needle) & 1;
        for (int lane = 0; lane < 16; lane++)
            total += hits[lane];
    }
    return total;
}

static void show(const char *label, Int4 v)
{
    printf("%-10s %d %d %d %d\n", label, v[0], v[1], v[2], v[3]);
}

int main(void)
{
    static float a[COUNT], b[COUNT];
    static int32_t numbers[COUNT];
    static uint8_t bytes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)(i % 13) - 6.0f;
        b[i] = (float)(i % 7) * 0.25f;
        numbers[i] = (i * 7919) % 10007 - 5000;
        bytes[i] = (uint8_t)(i * i);
    }
    float fast = dot_vector(a, b), slow = dot_scalar(a, b);
    int32_t top = largest_vector(numbers), expected = numbers[0];
    int hits = 0;
    for (int i = 0; i < COUNT; i++) {
        hits += bytes[i] == 36;
        if (numbers[i] > expected)
            expected = numbers[i];
    }
    printf("dot %.3f %.3f, largest %d %d, hits %d %d\n", (double)fast, (double)slow, top, expected, count_byte(bytes, COUNT, 36), hits);

    Int4 v = {1, -2, 300000, -400000}, w = {10, 20, 30, 40};
    show("sum", v + w);
    show("product", v * w);
    show("quotient", v / w);
    show("shifted", v >> 3);
    show("compared", v < w);
    show("negated", -v);
    show("scaled", v * 2 + 1);
    show("reversed", __builtin_shufflevector(v, v, 3, 2, 1, 0));
    show("woven", __builtin_shufflevector(v, w, 0, 4, 1, 5));
    Float4 f = __builtin_convertvector(v, Float4) / 8.0f;
    printf("floats     %.4f %.4f %.4f %.4f\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
    show("truncated", __builtin_convertvector(f, Int4));
    Double2 d = {1.5, -0.0};
    Long2 bits = (Long2)d;
    printf("bits       %016llx %016llx\n", (unsigned long long)bits[0], (unsigned long long)bits[1]);

    Int4 lanes = {1, 2, 3, 4};
    for (int i = 0; i < 12000; i++) {
        lanes = (lanes ^ (lanes >> 5)) + (Int4){3, 5, 7, 11};
        lanes = __builtin_shufflevector(lanes, lanes, 1, 2, 3, 0) & 0xffff;
    }
    show("mixed", lanes);
    return fast == slow && top == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
