/* Corners of float and double: rounding, subnormals, signed zeros, infinities, NaN, conversions, cancellation and compensated sums.
 * A NaN is printed only after fabs, because the sign of a computed NaN is not fixed. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double next_above(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits++;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void compare(const char *label, double a, double b)
{
    printf("%-12s < %d  <= %d  == %d  != %d  >= %d  > %d\n", label, a < b, a <= b, a == b, a != b, a >= b, a > b);
}

/* Halves until nothing is left; the number of steps tells that subnormals are kept. */
static int halvings(float value)
{
    int steps = 0;
    for (; value > 0.0f; steps++)
        value /= 2.0f;
    return steps;
}

static void sums(void)
{
    float naive = 0.0f, kahan = 0.0f, lost = 0.0f;
    double exact = 0.0;
    for (int i = 0; i < 10000; i++) {
        float term = 1.0f / (float)(i + 1);
        naive += term;
        exact += (double)term;
        float adjusted = term - lost;
        float sum = kahan + adjusted;
        lost = (sum - kahan) - adjusted;
        kahan = sum;
    }
    printf("harmonic: naive %08x, compensated %08x, double %.6f\n", bits_of(naive), bits_of(kahan), exact);
}

/* Every conversion on values that no compiler knows in advance; one operation a statement, so that nothing is fused. */
static void conversions(void)
{
    double value = 0.3;
    uint32_t narrowed = 0;
    uint64_t unsigned_sum = 0;
    int64_t signed_sum = 0;
    for (int i = 0; i < 500; i++) {
        value *= 1.75;
        value += 0.7;
        if (value > 4e9)
            value /= 3e9;
        float narrow = (float)value;
        narrowed = narrowed * 31 + bits_of(narrow);
        unsigned_sum += (uint32_t)value + (uint64_t)(value * 1e9) % 1000;
        signed_sum += (int64_t)-value + (int16_t)(narrow / 4e6f);
        value += (double)(float)(unsigned_sum & 7) - (float)(signed_sum & 1);
    }
    printf("conversions %08x %llu %lld\n", narrowed, (unsigned long long)unsigned_sum, (long long)signed_sum);
}

int main(void)
{
    double zero = 0.0, nan = fabs(NAN), infinite = INFINITY;
    compare("nan, 1", nan, 1.0);
    compare("0, -0", zero, -zero);
    compare("-inf, inf", -infinite, infinite);
    printf("%f %f %f %f\n", nan, infinite, -infinite, -zero);
    printf("isnan %d isinf %d signbit %d\n", isnan(infinite - infinite) != 0, isinf(1.0 / zero) != 0, signbit(-zero) != 0);
    printf("fmin %.1f fmax %.1f copysign %.1f\n", fmin(nan, 2.0), fmax(-1.0, nan), copysign(3.0, -zero));

    printf("halvings from 1: %d\n", halvings(1.0f));
    printf("smallest: %g %g %g\n", (double)FLT_MIN, (double)FLT_MIN / 8388608.0, DBL_MIN);
    printf("next above 1: %.17g, above 0: %g\n", next_above(1.0), next_above(0.0));

    static const double ties[] = {0.5, 1.5, 2.5, -0.5, -2.5, 2.4999999999999996, 4503599627370495.5};
    for (size_t i = 0; i < sizeof ties / sizeof ties[0]; i++)
        printf("%-20.17g floor %.0f ceil %.0f trunc %.0f round %.0f rint %.0f\n", ties[i], floor(ties[i]), ceil(ties[i]),
               trunc(ties[i]), round(ties[i]), rint(ties[i]));

    printf("to int: %d %d, to unsigned: %u, to long: %ld\n", (int)-3.99, (int)3.99, (unsigned)3e9, (long)-1e18);
    printf("16777217 as float: %.1f, 2^63 + 1025 as double: %.0f\n", (double)(float)16777217, (double)(9223372036854775808ull + 1025));
    printf("0.1 as float: %.17g, double to float: %08x %08x\n", (double)0.1f, bits_of((float)(1.0 + 0x1p-24)),
           bits_of((float)(1.0 + 0x1.8p-24)));
    printf("overflow %f, underflow %g\n", (double)(float)1e39, (double)(float)1e-46);
    double product = 0.1 * 10.0; /* its own statement: within one expression the compiler may fuse */
    printf("fma %.17g, two steps %.17g\n", fma(0.1, 10.0, -1.0), product - 1.0);
    printf("remainder %.17g %.17g\n", fmod(10.0, 0.1), fmod(-7.5, 2.0));
    int exponent;
    double fraction = frexp(-40.0, &exponent), whole;
    printf("frexp %.4f %d, ldexp %.1f, modf %.2f\n", fraction, exponent, ldexp(0.75, 5), modf(3.25, &whole));
    printf("sqrt %.17g %.9g, nan for -1: %d\n", sqrt(2.0), (double)sqrtf(3.0f), isnan(sqrt(-1.0)) != 0);
    printf("exp %.6f log %.6f pow %.6f sin %.6f atan2 %.6f\n", exp(1.0), log(10.0), pow(2.0, 0.5), sin(1.0), atan2(1.0, -1.0));
    sums();
    conversions();
    return 0;
}
