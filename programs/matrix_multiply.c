/* Square matrix product three ways (naive, interchanged, blocked) on whole-number doubles, so all three agree exactly.
 * Usage: matrix_multiply [size], default 28. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void naive(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

static void interchanged(int n, const double *a, const double *b, double *c)
{
    memset(c, 0, (size_t)n * (size_t)n * sizeof *c);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double factor = a[i * n + k];
            for (int j = 0; j < n; j++)
                c[i * n + j] += factor * b[k * n + j];
        }
}

static int smaller(int x, int y)
{
    return x < y ? x : y;
}

static void blocked(int n, const double *a, const double *b, double *c)
{
    const int block = 8;
    memset(c, 0, (size_t)n * (size_t)n * sizeof *c);
    for (int ii = 0; ii < n; ii += block)
        for (int kk = 0; kk < n; kk += block)
            for (int jj = 0; jj < n; jj += block)
                for (int i = ii; i < smaller(ii + block, n); i++)
                    for (int k = kk; k < smaller(kk + block, n); k++)
                        for (int j = jj; j < smaller(jj + block, n); j++)
                            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 28;
    if (n < 1 || n > 2000)
        return EXIT_FAILURE;
    size_t cells = (size_t)n * (size_t)n;
    double *storage = malloc(4 * cells * sizeof *storage);
    if (!storage)
        return EXIT_FAILURE;
    double *a = storage, *b = a + cells, *c = b + cells, *d = c + cells;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = (double)((i * 7 + j * 3) % 11 - 5);
            b[i * n + j] = (double)((i * 5 + j * 13) % 17 - 8);
        }

    naive(n, a, b, c);
    double trace = 0.0, total = 0.0;
    for (int i = 0; i < n; i++)
        trace += c[i * n + i];
    for (size_t i = 0; i < cells; i++)
        total += c[i] * (double)(i % 7);
    printf("size %d: trace %.0f, weighted total %.0f, corner %.0f\n", n, trace, total, c[cells - 1]);

    int status = EXIT_SUCCESS;
    void (*others[2])(int, const double *, const double *, double *) = {interchanged, blocked};
    static const char *const names[2] = {"interchanged", "blocked"};
    for (int which = 0; which < 2; which++) {
        others[which](n, a, b, d);
        int same = 1;
        for (size_t i = 0; i < cells; i++)
            same &= c[i] == d[i];
        printf("%s %s\n", names[which], same ? "agrees" : "differs");
        if (!same)
            status = EXIT_FAILURE;
    }
    free(storage);
    return status;
}
