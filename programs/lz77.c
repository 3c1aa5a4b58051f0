/* A small LZ77 compressor with hash chains and lazy matching, and its decompressor with overlapping copies.
 * Compresses repetitive, textual and random data and checks the round trip. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 2000, WINDOW = 1024, HASHES = 256, SHORTEST = 3, LONGEST = SHORTEST + 126, TRIES = 12 };

static unsigned hash_at(const uint8_t *p)
{
    return (p[0] * 33u * 33u + p[1] * 33u + p[2]) % HASHES;
}

static int latest[HASHES], earlier[SIZE];

static int match_length(const uint8_t *data, int a, int b, int size)
{
    int length = 0;
    while (b + length < size && length < LONGEST && data[a + length] == data[b + length])
        length++;
    return length;
}

static int longest_match(const uint8_t *data, int at, int size, int *distance)
{
    int best = 0;
    if (at + SHORTEST > size)
        return 0;
    int candidate = latest[hash_at(data + at)];
    for (int tries = 0; candidate >= 0 && at - candidate <= WINDOW && tries < TRIES; tries++, candidate = earlier[candidate]) {
        int length = match_length(data, candidate, at, size);
        if (length > best) {
            best = length;
            *distance = at - candidate;
        }
    }
    return best >= SHORTEST ? best : 0;
}

static void remember(const uint8_t *data, int at, int size)
{
    if (at + SHORTEST > size)
        return;
    unsigned hash = hash_at(data + at);
    earlier[at] = latest[hash];
    latest[hash] = at;
}

/* A byte below 128 starts that many plus one literals; one above is a match of (byte - 128 + SHORTEST), then its distance. */
static int compress(const uint8_t *data, int size, uint8_t *out)
{
    int used = 0, literals = -1;
    for (int i = 0; i < HASHES; i++)
        latest[i] = -1;
    for (int at = 0; at < size;) {
        int distance = 0, next_distance = 0;
        int length = longest_match(data, at, size, &distance);
        remember(data, at, size);
        if (length > 0 && at + 1 < size && longest_match(data, at + 1, size, &next_distance) > length)
            length = 0;
        if (length > 0) {
            out[used++] = (uint8_t)(128 + length - SHORTEST);
            out[used++] = (uint8_t)(distance >> 8);
            out[used++] = (uint8_t)distance;
            for (int i = 1; i < length; i++)
                remember(data, at + i, size);
            at += length;
            literals = -1;
        } else {
            if (literals < 0 || out[literals] == 127) {
                literals = used++;
                out[literals] = 0;
            } else {
                out[literals]++;
            }
            out[used++] = data[at++];
        }
    }
    return used;
}

static int expand(const uint8_t *in, int size, uint8_t *out)
{
    int used = 0;
    for (int at = 0; at < size;) {
        int head = in[at++];
        if (head < 128) {
            memcpy(out + used, in + at, (size_t)head + 1);
            used += head + 1;
            at += head + 1;
        } else {
            int distance = in[at] << 8 | in[at + 1];
            at += 2;
            for (int i = 0; i < head - 128 + SHORTEST; i++, used++)
                out[used] = out[used - distance];
        }
    }
    return used;
}

static void fill(uint8_t *data, int kind)
{
    static const char *const words[] = {"toll ", "gate ", "keeper ", "passes ", "the ", "proof "};
    uint32_t state = 77;
    int used = 0;
    while (used < SIZE) {
        state = state * 1664525u + 1013904223u;
        if (kind == 0) {
            data[used] = (uint8_t)("abcab"[used % 5]);
            used++;
        } else if (kind == 1) {
            for (const char *word = words[(state >> 24) % 6]; *word && used < SIZE; word++)
                data[used++] = (uint8_t)*word;
        } else {
            data[used++] = (uint8_t)(state >> 24);
        }
    }
}

int main(void)
{
    static const char *const names[] = {"repetitive", "textual", "random"};
    static uint8_t data[SIZE], packed[2 * SIZE], back[SIZE + LONGEST];
    int status = EXIT_SUCCESS;
    for (int kind = 0; kind < 3; kind++) {
        fill(data, kind);
        int size = compress(data, SIZE, packed);
        int length = expand(packed, size, back);
        int same = length == SIZE && memcmp(data, back, SIZE) == 0;
        printf("%-10s %d -> %4d, %s\n", names[kind], SIZE, size, same ? "restored" : "LOST");
        if (!same)
            status = EXIT_FAILURE;
    }
    return status;
}
