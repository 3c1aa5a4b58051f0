/* A little long double: the golden ratio by continued fraction, a sum that double would lose, and conversions.
 * Prints few enough digits that 64 bits of precision and 113 bits give the same text. */
#include <stdio.h>

static long double golden_ratio(int depth)
{
    long double ratio = 1.0L;
    while (depth-- > 0)
        ratio = 1.0L + 1.0L / ratio;
    return ratio;
}

/* Newton's iteration. */
static long double square_root(long double x)
{
    long double guess = x > 1.0L ? x : 1.0L;
    for (int i = 0; i < 40; i++)
        guess = (guess + x / guess) / 2.0L;
    return guess;
}

static long double horner(const long double *coefficients, int count, long double x)
{
    long double value = 0.0L;
    while (count-- > 0)
        value = value * x + coefficients[count];
    return value;
}

int main(void)
{
    printf("golden ratio %.15Lf\n", golden_ratio(90));
    printf("root of two  %.15Lf\n", square_root(2.0L));

    long double wide = 1e18L;
    double narrow = 1e18;
    for (int i = 0; i < 20000; i++) {
        wide += 1.0L;
        narrow += 1.0;
    }
    printf("counted up: %.0Lf and %.0f\n", wide, narrow);

    long double coefficients[12];
    long double factorial = 1.0L;
    for (int i = 0; i < 12; i++) {
        factorial *= i > 0 ? i : 1;
        coefficients[i] = 1.0L / factorial;
    }
    long double sum = 0.0L;
    for (int i = 0; i < 1000; i++)
        sum += horner(coefficients, 12, (long double)i / 1000.0L);
    printf("sum of exponentials %.9Lf\n", sum);

    long long whole = (long long)(wide / 3.0L);
    printf("third: %lld, back: %.1Lf, negative: %d\n", whole, (long double)whole * 3.0L, (int)-2.75L);
    printf("as double %.6f, as float %.3f, from unsigned %.1Lf\n", (double)sum, (double)(float)(sum / 16.0L),
           (long double)(unsigned long)whole / 2.0L);
    return 0;
}
