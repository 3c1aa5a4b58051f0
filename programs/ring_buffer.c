/* A ring buffer between a bursty producer and a slower consumer, and a flood fill whose queue is the same ring.
 * Indices run freely and wrap by unsigned arithmetic. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 64 };

typedef struct {
    uint32_t items[ROOM];
    uint8_t head, tail; /* wrap at 256, a multiple of ROOM */
} Ring;

static unsigned used(const Ring *ring)
{
    return (uint8_t)(ring->head - ring->tail);
}

static bool put(Ring *ring, uint32_t item)
{
    if (used(ring) == ROOM)
        return false;
    ring->items[ring->head++ % ROOM] = item;
    return true;
}

static bool get(Ring *ring, uint32_t *item)
{
    if (ring->head == ring->tail)
        return false;
    *item = ring->items[ring->tail++ % ROOM];
    return true;
}

static void producer_and_consumer(void)
{
    Ring ring = {.head = 250, .tail = 250};
    uint32_t produced = 0, dropped = 0, consumed = 0, digest = 0, state = 1;
    unsigned fullest = 0;
    for (int tick = 0; tick < 3000; tick++) {
        state = state * 69069u + 5u;
        unsigned burst = state >> 28 > 12 ? 10 : 1;
        while (burst-- > 0) {
            produced++;
            dropped += !put(&ring, produced);
        }
        if (used(&ring) > fullest)
            fullest = used(&ring);
        uint32_t item;
        for (int i = 0; i < 2 && get(&ring, &item); i++) {
            digest = (digest << 5 | digest >> 27) ^ item;
            consumed++;
        }
    }
    printf("produced %u, dropped %u, consumed %u, waiting %u, fullest %u, digest %08x\n", produced, dropped, consumed, used(&ring),
           fullest, digest);
}

enum { WIDTH = 40, HEIGHT = 16 };

static int flood(char grid[HEIGHT][WIDTH + 1], int row, int column)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    Ring ring = {.head = 0};
    uint32_t cell;
    int filled = 1;
    grid[row][column] = '~';
    put(&ring, (uint32_t)(row * WIDTH + column));
    while (get(&ring, &cell)) {
        for (int i = 0; i < 4; i++) {
            int r = (int)cell / WIDTH + steps[i][0], c = (int)cell % WIDTH + steps[i][1];
            if (r < 0 || r >= HEIGHT || c < 0 || c >= WIDTH || grid[r][c] != '.')
                continue;
            grid[r][c] = '~';
            filled++;
            if (!put(&ring, (uint32_t)(r * WIDTH + c))) {
                fputs("queue is full\n", stdout);
                exit(EXIT_FAILURE);
            }
        }
    }
    return filled;
}

int main(void)
{
    static char grid[HEIGHT][WIDTH + 1];
    producer_and_consumer();
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            grid[row][column] = (row * row + column * column / 3 + row * column) % 7 < 2 || column == 29 ? '#' : '.';
    int filled = flood(grid, HEIGHT / 2 + 3, 7);
    for (int row = 0; row < HEIGHT; row++)
        puts(grid[row]);
    printf("filled %d\n", filled);
    return EXIT_SUCCESS;
}
