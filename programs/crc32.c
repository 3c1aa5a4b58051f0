/* CRC-32 bit by bit, by table, and by four tables at once: three algorithms that must agree on every prefix.
 * Also Adler-32, and the CRC of two parts combined without reading them again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t table[4][256];

static uint32_t bitwise(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
    }
    return ~crc;
}

static void build_tables(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        table[0][i] = crc;
    }
    for (int slice = 1; slice < 4; slice++)
        for (int i = 0; i < 256; i++)
            table[slice][i] = table[slice - 1][i] >> 8 ^ table[0][table[slice - 1][i] & 0xff];
}

static uint32_t by_table(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xffffffffu;
    while (size-- > 0)
        crc = crc >> 8 ^ table[0][(crc ^ *data++) & 0xff];
    return ~crc;
}

static uint32_t by_slices(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (; size >= 4; size -= 4, data += 4) {
        crc ^= (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
        crc = table[3][crc & 0xff] ^ table[2][crc >> 8 & 0xff] ^ table[1][crc >> 16 & 0xff] ^ table[0][crc >> 24];
    }
    while (size-- > 0)
        crc = crc >> 8 ^ table[0][(crc ^ *data++) & 0xff];
    return ~crc;
}

/* CRC of A followed by B, from both and the length of B: A's register is run over that many zero bytes. */
static uint32_t combine(uint32_t first, uint32_t second, size_t second_size)
{
    while (second_size-- > 0)
        first = first >> 8 ^ table[0][first & 0xff];
    return first ^ second;
}

static uint32_t adler32(const uint8_t *data, size_t size)
{
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < size; i++) {
        low = (low + data[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

int main(void)
{
    static uint8_t data[2048];
    int disagreements = 0;

    build_tables();
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * i + i / 3);
    const char *check = "123456789";
    uint32_t known = bitwise((const uint8_t *)check, strlen(check));
    printf("check value %08x\n", known);

    for (size_t size = 0; size < sizeof data; size = size * 2 + 1) {
        uint32_t crc = bitwise(data, size);
        disagreements += crc != by_table(data, size);
        disagreements += crc != by_slices(data, size);
        disagreements += crc != combine(bitwise(data, size / 3), bitwise(data + size / 3, size - size / 3), size - size / 3);
        printf("%4zu bytes: crc %08x adler %08x\n", size, crc, adler32(data, size));
    }
    printf("%d disagreements\n", disagreements);
    return known == 0xcbf43926u && disagreements == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
