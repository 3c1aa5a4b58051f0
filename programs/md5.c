/* MD5 of a few strings and of a repeated buffer. The round constants are the integer parts of 2^32 |sin i|,
 * stored as a table; the word index of every step is computed. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t SINE[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t TURN[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

typedef union {
    uint32_t words[4];
    uint8_t bytes[16];
} Digest;

static void compress(Digest *digest, const uint8_t *block)
{
    uint32_t m[16];
    for (int i = 0; i < 16; i++)
        m[i] = (uint32_t)block[4 * i] | (uint32_t)block[4 * i + 1] << 8 | (uint32_t)block[4 * i + 2] << 16
            | (uint32_t)block[4 * i + 3] << 24;
    uint32_t a = digest->words[0], b = digest->words[1], c = digest->words[2], d = digest->words[3];
    for (int i = 0; i < 64; i++) {
        uint32_t mixed;
        int word;
        switch (i / 16) {
        case 0:
            mixed = (b & c) | (~b & d);
            word = i;
            break;
        case 1:
            mixed = (d & b) | (~d & c);
            word = 5 * i + 1;
            break;
        case 2:
            mixed = b ^ c ^ d;
            word = 3 * i + 5;
            break;
        default:
            mixed = c ^ (b | ~d);
            word = 7 * i;
            break;
        }
        uint32_t sum = a + mixed + SINE[i] + m[word % 16];
        int turn = TURN[i / 16][i % 4];
        a = d;
        d = c;
        c = b;
        b += sum << turn | sum >> (32 - turn);
    }
    digest->words[0] += a;
    digest->words[1] += b;
    digest->words[2] += c;
    digest->words[3] += d;
}

static Digest md5(const void *data, size_t size)
{
    Digest digest = {.words = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};
    const uint8_t *bytes = data;
    uint8_t tail[128] = {0};
    size_t rest = size % 64, tail_size = rest < 56 ? 64 : 128;
    for (size_t at = 0; at + 64 <= size; at += 64)
        compress(&digest, bytes + at);
    memcpy(tail, bytes + (size - rest), rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        tail[tail_size - 8 + (size_t)i] = (uint8_t)((uint64_t)size << 3 >> 8 * i);
    for (size_t at = 0; at < tail_size; at += 64)
        compress(&digest, tail + at);
    return digest;
}

static void show(const char *label, Digest digest)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            printf("%02" PRIx8, (uint8_t)(digest.words[i] >> 8 * j));
    printf("  %s\n", label);
}

int main(void)
{
    static const char *const messages[] = {"", "a", "abc", "message digest", "a toll is paid at the gate"};
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        show(messages[i], md5(messages[i], strlen(messages[i])));

    static uint8_t buffer[1000];
    Digest digest = md5("", 0);
    for (int round = 0; round < 8; round++) {
        for (size_t i = 0; i < sizeof buffer; i++)
            buffer[i] = (uint8_t)(digest.words[i % 4] >> (i / 4 % 25));
        digest = md5(buffer, sizeof buffer - (size_t)round);
    }
    show("(buffer, eight rounds)", digest);
    Digest empty = md5("", 0);
    return empty.bytes[0] == 0xd4 && empty.bytes[15] == 0x7e ? EXIT_SUCCESS : EXIT_FAILURE;
}
