/* Base64 encoding and strict decoding of every length and many contents, and a hex dump written with fwrite.
 * Decoding refuses bad characters, bad padding and stray bits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const uint8_t *data, size_t size, char *out)
{
    char *start = out;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t group = (uint32_t)data[i] << 16;
        if (left > 1)
            group |= (uint32_t)data[i + 1] << 8;
        if (left > 2)
            group |= data[i + 2];
        *out++ = ALPHABET[group >> 18];
        *out++ = ALPHABET[group >> 12 & 63];
        *out++ = left > 1 ? ALPHABET[group >> 6 & 63] : '=';
        *out++ = left > 2 ? ALPHABET[group & 63] : '=';
    }
    *out = '\0';
    return (size_t)(out - start);
}

static int value_of(char c)
{
    const char *at = c ? strchr(ALPHABET, c) : NULL;
    return at ? (int)(at - ALPHABET) : -1;
}

/* Returns the number of bytes, or -1. */
static int decode(const char *text, uint8_t *out)
{
    size_t size = strlen(text);
    int used = 0;
    if (size % 4 != 0)
        return -1;
    for (size_t i = 0; i < size; i += 4) {
        int padding = 0;
        uint32_t group = 0;
        for (size_t j = 0; j < 4; j++) {
            int value = value_of(text[i + j]);
            if (value < 0) {
                if (text[i + j] != '=' || i + 4 != size || j < 2)
                    return -1;
                padding++;
                value = 0;
            } else if (padding > 0) {
                return -1;
            }
            group = group << 6 | (uint32_t)value;
        }
        if (group & ((1u << 8 * padding) - 1))
            return -1;
        for (int j = 0; j < 3 - padding; j++)
            out[used++] = (uint8_t)(group >> (16 - 8 * j));
    }
    return used;
}

static void dump(const uint8_t *data, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char line[64];
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        line[used++] = digits[data[i] >> 4];
        line[used++] = digits[data[i] & 15];
        line[used++] = i % 16 == 15 || i + 1 == size ? '\n' : ' ';
        if (line[used - 1] == '\n') {
            fwrite(line, 1, used, stdout);
            used = 0;
        }
    }
}

int main(void)
{
    static const char *const samples[] = {"", "t", "to", "tol", "toll", "toll gate"};
    static const char *const broken[] = {"abc", "ab!d", "=abc", "ab=c", "abcd=", "dB==", "dG8=dG8="};
    char text[512];
    uint8_t data[256], back[400];
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        encode((const uint8_t *)samples[i], strlen(samples[i]), text);
        printf("\"%s\" -> \"%s\"\n", samples[i], text);
    }
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        printf("%s: %d\n", broken[i], decode(broken[i], back));

    int failures = 0;
    for (size_t size = 0; size <= 72; size++) {
        for (size_t i = 0; i < size; i++)
            data[i] = (uint8_t)(i * 151 + size * 17);
        size_t length = encode(data, size, text);
        int decoded = decode(text, back);
        failures += length != (size + 2) / 3 * 4 || decoded != (int)size || memcmp(data, back, size) != 0;
    }
    dump(back, 40);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
