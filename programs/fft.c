/* Radix-2 fast Fourier transform in place: finds the tones of a signal, and transforms back.
 * Prints magnitudes only, so that the last bit of sin and cos cannot be seen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 256 };

typedef struct {
    double re, im;
} Complex;

static const double PI = 3.14159265358979323846;

static Complex times(Complex a, Complex b)
{
    return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static void reorder(Complex *data, unsigned size)
{
    for (unsigned i = 1, j = 0; i < size; i++) {
        unsigned bit = size >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            Complex kept = data[i];
            data[i] = data[j];
            data[j] = kept;
        }
    }
}

static void transform(Complex *data, unsigned size, double direction)
{
    reorder(data, size);
    for (unsigned span = 2; span <= size; span *= 2) {
        double angle = direction * 2.0 * PI / span;
        Complex step = {cos(angle), sin(angle)};
        for (unsigned start = 0; start < size; start += span) {
            Complex turn = {1.0, 0.0};
            for (unsigned k = 0; k < span / 2; k++) {
                Complex *low = &data[start + k], *high = &data[start + k + span / 2];
                Complex even = *low, odd = times(turn, *high);
                *low = (Complex){even.re + odd.re, even.im + odd.im};
                *high = (Complex){even.re - odd.re, even.im - odd.im};
                turn = times(turn, step);
            }
        }
    }
}

int main(void)
{
    static Complex signal[SIZE], spectrum[SIZE];
    for (int i = 0; i < SIZE; i++) {
        double t = 2.0 * PI * i / SIZE;
        signal[i].re = 1.0 + 3.0 * cos(5.0 * t) + 2.0 * sin(17.0 * t) + 0.5 * cos(60.0 * t + 1.0);
        spectrum[i] = signal[i];
    }
    transform(spectrum, SIZE, -1.0);
    for (int i = 0; i <= SIZE / 2; i++) {
        double magnitude = sqrt(spectrum[i].re * spectrum[i].re + spectrum[i].im * spectrum[i].im) / SIZE;
        if (magnitude > 1e-6)
            printf("bin %3d: %.4f\n", i, magnitude);
    }
    transform(spectrum, SIZE, 1.0);
    double worst = 0.0;
    for (int i = 0; i < SIZE; i++)
        worst = fmax(worst, fabs(spectrum[i].re / SIZE - signal[i].re));
    puts(worst < 1e-9 ? "round trip exact enough" : "round trip lost");
    return worst < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
