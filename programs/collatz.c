/* Integer loops: the longest Collatz walk below a bound, with a cache of short walks, and the digit sums and divisors met on the way.
 * Usage: collatz [bound], default 3000. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CACHE = 4096 };

static uint16_t cache[CACHE];

static int walk(uint64_t start)
{
    int steps = 0;
    uint64_t n = start;
    while (n != 1) {
        if (n < CACHE && cache[n]) {
            steps += cache[n];
            break;
        }
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    if (start < CACHE)
        cache[start] = (uint16_t)steps;
    return steps;
}

static uint64_t peak(uint64_t n)
{
    uint64_t highest = n;
    for (; n != 1; n = n & 1 ? 3 * n + 1 : n >> 1)
        if (n > highest)
            highest = n;
    return highest;
}

static int digit_sum(uint64_t n)
{
    int sum = 0;
    for (; n; n /= 10)
        sum += (int)(n % 10);
    return sum;
}

static int divisors(uint32_t n)
{
    int count = 0;
    for (uint32_t d = 1; d * d <= n; d++)
        if (n % d == 0)
            count += d * d == n ? 1 : 2;
    return count;
}

int main(int argc, char **argv)
{
    unsigned long bound = argc > 1 ? strtoul(argv[1], NULL, 10) : 3000;
    unsigned long longest_start = 1;
    int longest = 0;
    long total_steps = 0, digits = 0, total_divisors = 0;
    for (unsigned long n = 1; n < bound; n++) {
        int steps = walk(n);
        total_steps += steps;
        digits += digit_sum((uint64_t)n * n);
        total_divisors += divisors((uint32_t)n);
        if (steps > longest) {
            longest = steps;
            longest_start = n;
        }
    }
    printf("longest walk below %lu: %d steps from %lu, peak %llu\n", bound, longest, longest_start,
           (unsigned long long)peak(longest_start));
    printf("steps %ld, digits of squares %ld, divisors %ld\n", total_steps, digits, total_divisors);
    return EXIT_SUCCESS;
}
