/* XTEA in cipher-block chaining: encrypts a padded text, prints it in hex, decrypts it, and checks that a flipped bit spoils two blocks.
 * Shows words read from bytes and 32-bit wrap-around. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 32, BLOCK = 8 };

static const uint32_t DELTA = 0x9e3779b9;

static uint32_t load(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store(uint8_t *p, uint32_t word)
{
    for (int i = 3; i >= 0; i--, word >>= 8)
        p[i] = (uint8_t)word;
}

static uint32_t mix(uint32_t v)
{
    return (v << 4 ^ v >> 5) + v;
}

static void encipher(uint8_t block[BLOCK], const uint32_t key[4])
{
    uint32_t left = load(block), right = load(block + 4), sum = 0;
    for (int i = 0; i < CYCLES; i++) {
        left += mix(right) ^ (sum + key[sum & 3]);
        sum += DELTA;
        right += mix(left) ^ (sum + key[sum >> 11 & 3]);
    }
    store(block, left);
    store(block + 4, right);
}

static void decipher(uint8_t block[BLOCK], const uint32_t key[4])
{
    uint32_t left = load(block), right = load(block + 4), sum = DELTA * CYCLES;
    for (int i = 0; i < CYCLES; i++) {
        right -= mix(left) ^ (sum + key[sum >> 11 & 3]);
        sum -= DELTA;
        left -= mix(right) ^ (sum + key[sum & 3]);
    }
    store(block, left);
    store(block + 4, right);
}

static void encrypt_chain(uint8_t *data, size_t size, const uint32_t key[4])
{
    uint8_t previous[BLOCK] = {0};
    for (size_t at = 0; at < size; at += BLOCK) {
        for (int i = 0; i < BLOCK; i++)
            data[at + (size_t)i] ^= previous[i];
        encipher(data + at, key);
        memcpy(previous, data + at, BLOCK);
    }
}

static void decrypt_chain(uint8_t *data, size_t size, const uint32_t key[4])
{
    uint8_t previous[BLOCK] = {0}, cipher[BLOCK];
    for (size_t at = 0; at < size; at += BLOCK) {
        memcpy(cipher, data + at, BLOCK);
        decipher(data + at, key);
        for (int i = 0; i < BLOCK; i++)
            data[at + (size_t)i] ^= previous[i];
        memcpy(previous, cipher, BLOCK);
    }
}

int main(void)
{
    static const uint32_t key[4] = {0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210};
    static const char text[] = "Nothing passes the gate unless its toll is paid; the keeper counts twice.";
    enum { SIZE = (sizeof text + BLOCK - 1) / BLOCK * BLOCK };
    uint8_t plain[SIZE] = {0}, data[SIZE];

    memcpy(plain, text, sizeof text);
    memcpy(data, plain, SIZE);
    encrypt_chain(data, SIZE, key);
    for (int i = 0; i < SIZE; i++)
        printf("%02x%s", data[i], i % 32 == 31 ? "\n" : "");
    putchar('\n');

    for (int round = 0; round < 10; round++) {
        encrypt_chain(data, SIZE, key);
        decrypt_chain(data, SIZE, key);
    }
    uint8_t damaged[SIZE];
    memcpy(damaged, data, SIZE);
    damaged[17] ^= 4;
    decrypt_chain(data, SIZE, key);
    decrypt_chain(damaged, SIZE, key);
    puts((const char *)data);
    printf("spoiled blocks:");
    for (size_t at = 0; at < SIZE; at += BLOCK)
        if (memcmp(data + at, damaged + at, BLOCK) != 0)
            printf(" %zu", at / BLOCK);
    putchar('\n');
    return memcmp(data, plain, SIZE) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
