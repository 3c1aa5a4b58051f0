/* Conway's game of life on a torus, one byte a cell and one bit a cell; both boards must stay equal.
 * Starts from an R-pentomino and a glider. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 32, GENERATIONS = 30 };

typedef uint8_t Board[SIDE][SIDE];

static void step_bytes(Board board)
{
    Board next;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            int around = 0;
            for (int down = -1; down <= 1; down++)
                for (int right = -1; right <= 1; right++)
                    if (down || right)
                        around += board[(row + down + SIDE) % SIDE][(column + right + SIDE) % SIDE];
            next[row][column] = around == 3 || (around == 2 && board[row][column]);
        }
    memcpy(board, next, sizeof next);
}

static uint32_t turned(uint32_t row, int by)
{
    return by == 0 ? row : by > 0 ? row << 1 | row >> 31 : row >> 1 | row << 31;
}

/* Adds neighbours as two bit-sliced counters and a sticky overflow. */
static void step_bits(uint32_t rows[SIDE])
{
    uint32_t next[SIDE];
    for (int row = 0; row < SIDE; row++) {
        uint32_t ones = 0, twos = 0, many = 0;
        for (int down = -1; down <= 1; down++)
            for (int by = -1; by <= 1; by++) {
                if (down == 0 && by == 0)
                    continue;
                uint32_t cells = turned(rows[(row + down + SIDE) % SIDE], by);
                uint32_t carry = ones & cells;
                ones ^= cells;
                many |= twos & carry;
                twos ^= carry;
            }
        next[row] = twos & ~many & (ones | rows[row]);
    }
    memcpy(rows, next, sizeof next);
}

static int equal(Board board, const uint32_t rows[SIDE])
{
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            if (board[row][column] != (rows[row] >> column & 1))
                return 0;
    return 1;
}

int main(void)
{
    static const int start[][2] = {{15, 15}, {15, 16}, {16, 14}, {16, 15}, {17, 15}, {2, 3}, {3, 4}, {4, 2}, {4, 3}, {4, 4}};
    Board board;
    uint32_t rows[SIDE] = {0};
    memset(board, 0, sizeof board);
    for (size_t i = 0; i < sizeof start / sizeof start[0]; i++) {
        board[start[i][0]][start[i][1]] = 1;
        rows[start[i][0]] |= 1u << start[i][1];
    }
    int same = 1;
    for (int generation = 1; generation <= GENERATIONS; generation++) {
        step_bytes(board);
        step_bits(rows);
        same &= equal(board, rows);
        if (generation % 10 == 0) {
            int alive = 0;
            for (int row = 0; row < SIDE; row++)
                alive += __builtin_popcount(rows[row]);
            printf("generation %d: %d alive\n", generation, alive);
        }
    }
    for (int row = 0; row < SIDE; row++) {
        char line[SIDE + 2];
        for (int column = 0; column < SIDE; column++)
            line[column] = board[row][column] ? '#' : '.';
        line[SIDE] = '\n';
        fwrite(line, 1, SIDE + 1, stdout);
    }
    puts(same ? "both boards agree" : "the boards differ");
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
