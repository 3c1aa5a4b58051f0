/* AES-128: the S-box is computed from inverses in GF(2^8), then a block is encrypted, checked against the standard's example,
 * and decrypted; then many blocks in counter mode. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10 };

static uint8_t substitute[256], restore[256];

static uint8_t doubled(uint8_t x)
{
    return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b);
}

static uint8_t multiply(uint8_t x, uint8_t y)
{
    uint8_t product = 0;
    for (; y; y >>= 1, x = doubled(x))
        if (y & 1)
            product ^= x;
    return product;
}

/* 3 generates the group: walk it forwards and 1/3 backwards, so that each p meets its inverse q. */
static void build_boxes(void)
{
    uint8_t p = 1, q = 1;
    do {
        p = multiply(p, 3);
        q = multiply(q, 0xf6);
        unsigned wide = q * 0x101u;
        uint8_t mixed = (uint8_t)(q ^ wide >> 7 ^ wide >> 6 ^ wide >> 5 ^ wide >> 4 ^ 0x63);
        substitute[p] = mixed;
    } while (p != 1);
    substitute[0] = 0x63;
    for (int i = 0; i < 256; i++)
        restore[substitute[i]] = (uint8_t)i;
}

static void expand_key(const uint8_t key[16], uint8_t keys[16 * (ROUNDS + 1)])
{
    uint8_t round_constant = 1;
    memcpy(keys, key, 16);
    for (int i = 16; i < 16 * (ROUNDS + 1); i += 4) {
        uint8_t word[4];
        memcpy(word, keys + i - 4, 4);
        if (i % 16 == 0) {
            uint8_t first = word[0];
            for (int j = 0; j < 3; j++)
                word[j] = substitute[word[j + 1]];
            word[3] = substitute[first];
            word[0] ^= round_constant;
            round_constant = doubled(round_constant);
        }
        for (int j = 0; j < 4; j++)
            keys[i + j] = keys[i + j - 16] ^ word[j];
    }
}

static void add_key(uint8_t *state, const uint8_t *key)
{
    for (int i = 0; i < 16; i++)
        state[i] ^= key[i];
}

/* Substitutes and shifts rows; step is 5 forwards and 13 back. */
static void shift_rows(uint8_t *state, const uint8_t *box, int step)
{
    uint8_t old[16];
    memcpy(old, state, 16);
    for (int i = 0; i < 16; i++)
        state[i] = box[old[i * step % 16]];
}

static void mix_columns(uint8_t *state, const uint8_t weights[4])
{
    for (int column = 0; column < 16; column += 4) {
        uint8_t old[4];
        memcpy(old, state + column, 4);
        for (int row = 0; row < 4; row++) {
            uint8_t sum = 0;
            for (int k = 0; k < 4; k++)
                sum ^= multiply(old[(row + k) % 4], weights[k]);
            state[column + row] = sum;
        }
    }
}

static void encrypt(uint8_t *state, const uint8_t *keys)
{
    static const uint8_t weights[4] = {2, 3, 1, 1};
    add_key(state, keys);
    for (int round = 1; round <= ROUNDS; round++) {
        shift_rows(state, substitute, 5);
        if (round < ROUNDS)
            mix_columns(state, weights);
        add_key(state, keys + 16 * round);
    }
}

static void decrypt(uint8_t *state, const uint8_t *keys)
{
    static const uint8_t weights[4] = {14, 11, 13, 9};
    for (int round = ROUNDS; round >= 1; round--) {
        add_key(state, keys + 16 * round);
        if (round < ROUNDS)
            mix_columns(state, weights);
        shift_rows(state, restore, 13);
    }
    add_key(state, keys);
}

static void show(const char *label, const uint8_t *block)
{
    printf("%-9s", label);
    for (int i = 0; i < 16; i++)
        printf(" %02x", block[i]);
    putchar('\n');
}

int main(void)
{
    uint8_t key[16], plain[16], block[16], keys[16 * (ROUNDS + 1)];
    for (int i = 0; i < 16; i++) {
        key[i] = (uint8_t)i;
        plain[i] = (uint8_t)(i * 0x11);
    }
    build_boxes();
    expand_key(key, keys);
    memcpy(block, plain, 16);
    encrypt(block, keys);
    show("encrypted", block);
    int good = block[0] == 0x69 && block[15] == 0x5a;
    decrypt(block, keys);
    show("decrypted", block);
    good &= memcmp(block, plain, 16) == 0;

    uint8_t sum[16] = {0}, counter[16] = {0};
    for (int i = 0; i < 24; i++) {
        counter[15] = (uint8_t)i;
        memcpy(block, counter, 16);
        encrypt(block, keys);
        add_key(sum, block);
    }
    show("counter", sum);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
