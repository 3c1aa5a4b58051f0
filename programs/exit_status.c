/* Leaving early: exit from deep inside recursion with a status, after atexit handlers, assertions that hold, and text on both streams.
 * Exit status is 7. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 12 };

static int visited;

static void farewell(void)
{
    printf("visited %d cells\n", visited);
}

static void flush_all(void)
{
    puts("handlers run in reverse order");
    fflush(stdout);
}

/* Walks a snake of cells and exits as soon as the goal is met; it never returns from the goal. */
static void search(int row, int column, int goal)
{
    assert(row >= 0 && row < SIZE && column >= 0 && column < SIZE);
    visited++;
    if (row * SIZE + column == goal) {
        fprintf(stdout, "goal at row %d, column %d\n", row, column);
        fprintf(stderr, "leaving\n");
        exit(7);
    }
    int step = row % 2 ? -1 : 1;
    if (column + step >= 0 && column + step < SIZE)
        search(row, column + step, goal);
    else if (row + 1 < SIZE)
        search(row + 1, column, goal);
}

int main(void)
{
    if (atexit(farewell) != 0 || atexit(flush_all) != 0)
        return EXIT_FAILURE;
    for (int round = 0; round < 60; round++)
        search(0, 0, SIZE * SIZE + round);
    puts("sixty walks without a goal");
    search(0, 0, 100);
    puts("not reached");
    return EXIT_SUCCESS;
}
