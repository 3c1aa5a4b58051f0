/* SHA-1 with a streaming interface: feeds messages in pieces of uneven size and checks the digest of "abc".
 * Shows rotates, big-endian byte order and a buffer that is filled across calls. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t state[5];
    uint64_t length;
    uint8_t block[64];
    size_t filled;
} Sha1;

static uint32_t rotate_left(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static void begin(Sha1 *hash)
{
    static const uint32_t start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, start, sizeof start);
}

static void compress(Sha1 *hash)
{
    uint32_t w[80];
    for (int i = 0; i < 16; i++) {
        const uint8_t *p = hash->block + 4 * i;
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 80; i++)
        w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);

    uint32_t a = hash->state[0], b = hash->state[1], c = hash->state[2], d = hash->state[3], e = hash->state[4];
    for (int i = 0; i < 80; i++) {
        uint32_t f, k;
        if (i < 20) {
            f = (b & c) | (~b & d);
            k = 0x5a827999;
        } else if (i < 40) {
            f = b ^ c ^ d;
            k = 0x6ed9eba1;
        } else if (i < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = 0x8f1bbcdc;
        } else {
            f = b ^ c ^ d;
            k = 0xca62c1d6;
        }
        uint32_t next = rotate_left(a, 5) + f + e + k + w[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = next;
    }
    hash->state[0] += a;
    hash->state[1] += b;
    hash->state[2] += c;
    hash->state[3] += d;
    hash->state[4] += e;
}

static void feed(Sha1 *hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    hash->length += size;
    while (size > 0) {
        size_t room = sizeof hash->block - hash->filled;
        size_t taken = size < room ? size : room;
        memcpy(hash->block + hash->filled, bytes, taken);
        hash->filled += taken;
        bytes += taken;
        size -= taken;
        if (hash->filled == sizeof hash->block) {
            compress(hash);
            hash->filled = 0;
        }
    }
}

static void finish(Sha1 *hash, char text[41])
{
    static const uint8_t padding[64] = {0x80};
    uint64_t bits = hash->length * 8;
    uint8_t tail[8];
    for (int i = 0; i < 8; i++)
        tail[i] = (uint8_t)(bits >> (56 - 8 * i));
    feed(hash, padding, hash->filled < 56 ? 56 - hash->filled : 120 - hash->filled);
    feed(hash, tail, sizeof tail);
    for (int i = 0; i < 5; i++)
        sprintf(text + 8 * i, "%08x", hash->state[i]);
}

int main(void)
{
    Sha1 hash;
    char text[41];

    begin(&hash);
    feed(&hash, "abc", 3);
    finish(&hash, text);
    printf("abc   %s\n", text);
    int good = strcmp(text, "a9993e364706816aba3e25717850c26c9cd0d89d") == 0;

    begin(&hash);
    finish(&hash, text);
    printf("empty %s\n", text);

    uint8_t message[300];
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 7);
    begin(&hash);
    for (size_t piece = 0; piece < sizeof message; piece += 3)
        feed(&hash, message, piece);
    finish(&hash, text);
    printf("long  %s\n", text);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
