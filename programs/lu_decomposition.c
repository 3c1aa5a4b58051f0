/* LU decomposition with partial pivoting: solves a system whose solution is known, and gives the determinant.
 * Shows two-dimensional arrays as parameters, row exchanges, and forward and back substitution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 30 };

/* Returns the sign of the row permutation, or 0 if the matrix is singular. */
static int decompose(double m[SIZE][SIZE], int order[SIZE])
{
    int sign = 1;
    for (int i = 0; i < SIZE; i++)
        order[i] = i;
    for (int column = 0; column < SIZE; column++) {
        int pivot = column;
        for (int row = column + 1; row < SIZE; row++)
            if (fabs(m[row][column]) > fabs(m[pivot][column]))
                pivot = row;
        if (m[pivot][column] == 0.0)
            return 0;
        if (pivot != column) {
            for (int k = 0; k < SIZE; k++) {
                double kept = m[pivot][k];
                m[pivot][k] = m[column][k];
                m[column][k] = kept;
            }
            int kept = order[pivot];
            order[pivot] = order[column];
            order[column] = kept;
            sign = -sign;
        }
        for (int row = column + 1; row < SIZE; row++) {
            double factor = m[row][column] / m[column][column];
            m[row][column] = factor;
            for (int k = column + 1; k < SIZE; k++)
                m[row][k] -= factor * m[column][k];
        }
    }
    return sign;
}

static void solve(double lu[SIZE][SIZE], const int order[SIZE], const double *b, double *x)
{
    for (int row = 0; row < SIZE; row++) {
        x[row] = b[order[row]];
        for (int k = 0; k < row; k++)
            x[row] -= lu[row][k] * x[k];
    }
    for (int row = SIZE - 1; row >= 0; row--) {
        for (int k = row + 1; k < SIZE; k++)
            x[row] -= lu[row][k] * x[k];
        x[row] /= lu[row][row];
    }
}

int main(void)
{
    static double matrix[SIZE][SIZE], lu[SIZE][SIZE];
    double b[SIZE] = {0.0}, x[SIZE];
    int order[SIZE];
    unsigned seed = 12345;

    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            seed = seed * 1103515245u + 12345u;
            matrix[i][j] = (double)(int)((seed >> 16) % 19) - 9.0;
            lu[i][j] = matrix[i][j];
            b[i] += matrix[i][j] * (j + 1);
        }
    int sign = decompose(lu, order);
    if (sign == 0) {
        puts("singular");
        return EXIT_FAILURE;
    }
    double log_determinant = 0.0;
    for (int i = 0; i < SIZE; i++) {
        log_determinant += log10(fabs(lu[i][i]));
        if (lu[i][i] < 0.0)
            sign = -sign;
    }
    printf("determinant: sign %d, log10 %.6f\n", sign, log_determinant);

    solve(lu, order, b, x);
    double worst = 0.0;
    for (int i = 0; i < SIZE; i++) {
        printf("%.4f%c", x[i], i % 10 == 9 ? '\n' : ' ');
        worst = fmax(worst, fabs(x[i] - (i + 1)));
    }
    puts(worst < 1e-9 ? "solved" : "inaccurate");
    return worst < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
