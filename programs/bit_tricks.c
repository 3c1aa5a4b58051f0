/* Bits: population count five ways, reversal, Gray code, de Bruijn lookup, next subset, Morton codes, saturation without branches.
 * Every trick is compared with a slow and obvious twin. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int count_slow(uint32_t x)
{
    int count = 0;
    for (int i = 0; i < 32; i++)
        count += (int)(x >> i & 1);
    return count;
}

static int count_parallel(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (int)(x * 0x01010101u >> 24);
}

static int count_clearing(uint32_t x)
{
    int count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}

static uint32_t reverse_slow(uint32_t x)
{
    uint32_t out = 0;
    for (int i = 0; i < 32; i++, x >>= 1)
        out = out << 1 | (x & 1);
    return out;
}

static uint32_t reverse_swapping(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

static uint8_t de_bruijn[32];

static int lowest_bit(uint32_t x)
{
    return de_bruijn[(x & (0u - x)) * 0x077cb531u >> 27];
}

static uint32_t gray(uint32_t x)
{
    return x ^ x >> 1;
}

static uint32_t gray_back(uint32_t x)
{
    for (int shift = 1; shift < 32; shift *= 2)
        x ^= x >> shift;
    return x;
}

static uint32_t spread(uint32_t x)
{
    x &= 0xffff;
    x = (x | x << 8) & 0x00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u;
    return (x | x << 1) & 0x55555555u;
}

static uint32_t saturating_add(uint32_t a, uint32_t b)
{
    uint32_t sum = a + b;
    return sum | (0u - (uint32_t)(sum < a));
}

static uint32_t next_same_count(uint32_t x)
{
    uint32_t low = x & (0u - x), ripple = x + low;
    return ripple | ((x ^ ripple) >> 2) / low;
}

int main(void)
{
    uint32_t state = 88172645u, digest = 0;
    int errors = 0;

    for (int i = 0; i < 32; i++)
        de_bruijn[0x077cb531u << i >> 27] = (uint8_t)i;
    for (int i = 0; i < 1000; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        uint32_t x = state >> (i % 32);
        int count = count_slow(x);
        errors += count != count_parallel(x);
        errors += count != count_clearing(x);
        errors += count != __builtin_popcount(x);
        errors += reverse_slow(x) != reverse_swapping(x);
        errors += gray_back(gray(x)) != x;
        errors += count_parallel(gray(x) ^ gray(x + 1)) != 1;
        if (x) {
            errors += lowest_bit(x) != __builtin_ctz(x);
            errors += (1u << (31 - __builtin_clz(x))) > x;
        }
        errors += __builtin_parity(x) != (count & 1);
        digest = (digest << 7 | digest >> 25) ^ __builtin_bswap32(reverse_swapping(x)) ^ (uint32_t)count;
    }
    printf("digest %08x\n", digest);
    printf("gray:");
    for (uint32_t i = 0; i < 10; i++)
        printf(" %x", gray(i));
    printf("\nthree of five:");
    for (uint32_t set = 7; set < 32; set = next_same_count(set))
        printf(" %02x", set);
    printf("\nmorton(5, 9) = %u\n", spread(5) | spread(9) << 1);
    printf("saturated: %u %u\n", saturating_add(4000000000u, 4000000000u), saturating_add(1, 2));
    printf("64 bits: %d %d %d\n", __builtin_popcountll(0xf0f0f0f0f0f0f0f1ull), __builtin_ctzll(1ull << 45), __builtin_clzll(1ull << 45));
    printf("%d errors\n", errors);
    return errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
