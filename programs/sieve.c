/* Sieve of Eratosthenes over odd numbers: counts the primes below a bound and finds the widest gap.
 * Usage: sieve [bound], default 50000. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* composite[i] speaks of the odd number 2*i + 1. */
static void strike_multiples(uint8_t *composite, size_t slots)
{
    composite[0] = 1;
    for (size_t i = 1; (2 * i + 1) * (2 * i + 1) <= 2 * slots; i++) {
        if (composite[i])
            continue;
        size_t prime = 2 * i + 1;
        for (size_t j = (prime * prime) / 2; j < slots; j += prime)
            composite[j] = 1;
    }
}

int main(int argc, char **argv)
{
    long bound = argc > 1 ? strtol(argv[1], NULL, 10) : 50000;
    if (bound < 4) {
        puts("bound must be at least 4");
        return EXIT_FAILURE;
    }
    size_t slots = (size_t)bound / 2;
    uint8_t *composite = calloc(slots, 1);
    if (!composite)
        return EXIT_FAILURE;
    strike_multiples(composite, slots);

    size_t count = 1;
    size_t previous = 2, gap = 0, gap_start = 0, twins = 0;
    uint64_t sum = 2;
    for (size_t i = 1; i < slots; i++) {
        if (composite[i])
            continue;
        size_t prime = 2 * i + 1;
        if (prime - previous > gap) {
            gap = prime - previous;
            gap_start = previous;
        }
        twins += prime - previous == 2;
        previous = prime;
        sum += prime;
        count++;
    }
    printf("primes below %ld: %zu\n", bound, count);
    printf("their sum: %llu\n", (unsigned long long)sum);
    printf("largest: %zu\n", previous);
    printf("widest gap: %zu after %zu\n", gap, gap_start);
    printf("twin pairs: %zu\n", twins);
    free(composite);
    return EXIT_SUCCESS;
}
