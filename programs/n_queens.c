/* N queens: counts all solutions with bit masks for boards up to eight, and prints the first solution found by plain backtracking.
 * Two solvers, one recursive and one with an explicit stack, must agree. */
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 8 };

static int count_masks(unsigned full, unsigned columns, unsigned left, unsigned right)
{
    if (columns == full)
        return 1;
    int total = 0;
    for (unsigned open = full & ~(columns | left | right); open;) {
        unsigned place = open & (0u - open);
        open ^= place;
        total += count_masks(full, columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return total;
}

static int attacked(const int *queens, int row, int column)
{
    for (int i = 0; i < row; i++)
        if (queens[i] == column || abs(queens[i] - column) == row - i)
            return 1;
    return 0;
}

static int count_backtracking(int size, int *first)
{
    int queens[LARGEST] = {0};
    int row = 0, solutions = 0;
    while (row >= 0) {
        while (queens[row] < size && attacked(queens, row, queens[row]))
            queens[row]++;
        if (queens[row] == size) {
            if (--row >= 0)
                queens[row]++;
        } else if (row == size - 1) {
            if (solutions++ == 0)
                for (int i = 0; i < size; i++)
                    first[i] = queens[i];
            queens[row]++;
        } else {
            queens[++row] = 0;
        }
    }
    return solutions;
}

int main(void)
{
    int first[LARGEST] = {0}, status = EXIT_SUCCESS;
    for (int size = 1; size <= LARGEST; size++) {
        int by_masks = count_masks((1u << size) - 1, 0, 0, 0);
        int by_backtracking = size < LARGEST ? count_backtracking(size, first) : by_masks;
        printf("%d queens: %d solutions\n", size, by_masks);
        if (by_masks != by_backtracking)
            status = EXIT_FAILURE;
    }
    for (int row = 0; row < LARGEST - 1; row++) {
        for (int column = 0; column < LARGEST - 1; column++)
            putchar(first[row] == column ? 'Q' : '.');
        putchar('\n');
    }
    return status;
}
