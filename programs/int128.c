/* 128-bit integers (a GNU extension): decimal printing, Fibonacci numbers, modular powers for a primality test, signed division and shifts.
 * Shows carries between halves, and products of two 64-bit numbers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void print_u128(u128 value)
{
    char digits[40];
    int at = sizeof digits;
    digits[--at] = '\0';
    do
        digits[--at] = (char)('0' + (int)(value % 10));
    while (value /= 10);
    fputs(digits + at, stdout);
}

static void print_i128(i128 value)
{
    if (value < 0)
        putchar('-');
    print_u128(value < 0 ? -(u128)value : (u128)value);
}

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t modulus)
{
    return (uint64_t)((u128)a * b % modulus);
}

static uint64_t power_modulo(uint64_t base, uint64_t exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = multiply_modulo(result, base, modulus);
        base = multiply_modulo(base, base, modulus);
    }
    return result;
}

/* Miller and Rabin with the bases that decide all 64-bit numbers. */
static int is_prime(uint64_t n)
{
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0)
            return n == bases[i];
    uint64_t odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2)
        twos++;
    for (int i = 0; i < 12; i++) {
        uint64_t x = power_modulo(bases[i], odd, n);
        if (x == 1 || x == n - 1)
            continue;
        int composite = 1;
        for (int j = 1; j < twos && composite; j++) {
            x = multiply_modulo(x, x, n);
            composite = x != n - 1;
        }
        if (composite)
            return 0;
    }
    return 1;
}

static u128 greatest_divisor(u128 a, u128 b)
{
    while (b) {
        u128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    u128 a = 0, b = 1;
    for (int i = 0; i < 185; i++) {
        u128 sum = a + b;
        a = b;
        b = sum;
    }
    printf("fibonacci 185: ");
    print_u128(a);
    printf("\nlargest: ");
    print_u128(~(u128)0);

    i128 product = (i128)INT64_MIN * INT64_MAX;
    printf("\nproduct: ");
    print_i128(product);
    printf("\ndivided: ");
    print_i128(product / 1000000007);
    printf(" rest ");
    print_i128(product % 1000000007);
    printf("\nshifted: ");
    print_i128(product >> 70);
    printf(" ");
    print_u128((u128)product >> 70);
    printf("\ncompared: %d %d %d\n", product < 0, product < (i128)INT64_MIN, (u128)product > (u128)INT64_MAX << 60);
    printf("as double: %.6e %.6e\n", (double)product, (double)((u128)1 << 100));
    printf("from double: ");
    print_i128((i128)-1.5e30);

    printf("\ngcd: ");
    print_u128(greatest_divisor(a * 2, b * 3 + a));
    uint64_t candidate = 18446744073709551615u;
    int primes = 0;
    for (; primes < 6; candidate -= 2)
        if (is_prime(candidate)) {
            printf("%sprime below 2^64: %llu\n", primes ? "" : "\n", (unsigned long long)candidate);
            primes++;
        }
    printf("strong pseudoprime: %d\n", is_prime(3215031751u));
    return a > b ? EXIT_FAILURE : EXIT_SUCCESS;
}
