/* Largest singular value of the infinite matrix a(i,j) = 1 / ((i+j)(i+j+1)/2 + i + 1), cut off at 40 rows,
 * by ten power iterations. Shows a matrix that is a function, and calls through a function pointer. */
#include <math.h>
#include <stdio.h>

enum { SIZE = 40, ROUNDS = 10 };

typedef double (*Entry)(int row, int column);

static double entry(int row, int column)
{
    int diagonal = row + column;
    return 1.0 / (double)(diagonal * (diagonal + 1) / 2 + row + 1);
}

static double transposed(int row, int column)
{
    return entry(column, row);
}

static void multiply(Entry matrix, const double *in, double *out)
{
    for (int row = 0; row < SIZE; row++) {
        double sum = 0.0;
        for (int column = 0; column < SIZE; column++)
            sum += matrix(row, column) * in[column];
        out[row] = sum;
    }
}

static void multiply_square(const double *in, double *out)
{
    double middle[SIZE];
    multiply(entry, in, middle);
    multiply(transposed, middle, out);
}

static double dot(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < SIZE; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(void)
{
    double u[SIZE], v[SIZE];
    for (int i = 0; i < SIZE; i++)
        u[i] = 1.0;
    for (int round = 0; round < ROUNDS; round++) {
        multiply_square(u, v);
        multiply_square(v, u);
        printf("round %d: %.6f\n", round, sqrt(dot(u, v) / dot(v, v)));
    }
    printf("%.9f\n", sqrt(dot(u, v) / dot(v, v)));
    return 0;
}
