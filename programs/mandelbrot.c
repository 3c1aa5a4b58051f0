/* The Mandelbrot set as text, one character a cell by escape time, with the number of cells that never escaped.
 * Shows nested loops with two exits and double arithmetic. */
#include <stdio.h>

enum { COLUMNS = 72, ROWS = 28, LIMIT = 96 };

static int escape_time(double cr, double ci)
{
    double zr = 0.0, zi = 0.0;
    int n = 0;
    while (n < LIMIT) {
        double rr = zr * zr, ii = zi * zi;
        if (rr + ii > 4.0)
            break;
        zi = 2.0 * zr * zi + ci;
        zr = rr - ii + cr;
        n++;
    }
    return n;
}

int main(void)
{
    static const char shades[] = " .:-=+*%#@";
    const int last_shade = (int)sizeof shades - 2;
    int inside = 0;
    unsigned long total = 0;

    for (int row = 0; row < ROWS; row++) {
        double ci = -1.19 + 2.38 * row / (ROWS - 1);
        for (int column = 0; column < COLUMNS; column++) {
            double cr = -2.13 + 2.89 * column / (COLUMNS - 1);
            int n = escape_time(cr, ci);
            total += (unsigned long)n;
            if (n == LIMIT) {
                inside++;
                putchar(shades[last_shade]);
            } else {
                putchar(shades[n < last_shade ? n : last_shade - 1]);
            }
        }
        putchar('\n');
    }
    printf("%d of %d cells inside, %lu steps\n", inside, ROWS * COLUMNS, total);
    return 0;
}
