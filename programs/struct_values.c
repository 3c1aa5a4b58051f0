/* Structs by value of many shapes (in registers, in memory, mixed, nested), unions, bit-fields, flexible arrays and copies.
 * The calling convention splits each shape differently. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char c; } Tiny;
typedef struct { int x, y; } Pair;
typedef struct { float x, y, z; } Triple;
typedef struct { double value; int64_t tag; } Mixed;
typedef struct { long a, b, c, d; } Big;
typedef struct { Pair corner[2]; Tiny tag; } Nested;

static Tiny step_tiny(Tiny t) { return (Tiny){(char)(t.c + 1)}; }
static Pair swap_pair(Pair p) { return (Pair){p.y, p.x}; }
static Triple scale(Triple t, float by) { return (Triple){t.x * by, t.y * by, t.z * by}; }
static Mixed combine(Mixed a, Mixed b) { return (Mixed){a.value + b.value, a.tag ^ b.tag}; }

static Big rotate(Big big)
{
    long first = big.a;
    big.a = big.b;
    big.b = big.c;
    big.c = big.d;
    big.d = first;
    return big;
}

static int area(Nested n)
{
    n.corner[1].x -= n.corner[0].x;
    n.corner[1].y -= n.corner[0].y;
    return n.corner[1].x * n.corner[1].y;
}

typedef union {
    uint32_t word;
    uint8_t bytes[4];
    struct { uint16_t low, high; } halves;
} Word;

typedef struct {
    unsigned version : 4;
    unsigned urgent : 1;
    signed level : 5;
    unsigned : 0;
    unsigned length : 12;
    uint64_t id : 40;
} Header;

typedef struct {
    enum { INTEGER, REAL, TEXT } kind;
    union {
        long integer;
        double real;
        char text[8];
    } as;
} Variant;

static double weigh(Variant v)
{
    switch (v.kind) {
    case INTEGER: return (double)v.as.integer;
    case REAL: return v.as.real;
    case TEXT: return (double)strlen(v.as.text);
    }
    return -1.0;
}

typedef struct {
    size_t count;
    int items[];
} Row;

static Row *make_row(size_t count)
{
    Row *row = malloc(sizeof *row + count * sizeof row->items[0]);
    if (!row)
        exit(EXIT_FAILURE);
    row->count = count;
    for (size_t i = 0; i < count; i++)
        row->items[i] = (int)(i * i);
    return row;
}

int main(void)
{
    Tiny tiny = {'A'};
    Pair pair = {3, 8};
    Triple triple = {1.0f, 2.0f, 4.0f};
    Mixed mixed = {0.25, 1};
    Big big = {1, 20, 300, 4000};
    for (int i = 0; i < 2001; i++) {
        tiny = step_tiny(tiny.c == 'Z' ? (Tiny){'@'} : tiny);
        pair = swap_pair(pair);
        triple = scale(triple, i % 2 ? 0.5f : 2.0f);
        mixed = combine(mixed, (Mixed){0.5, i});
        big = rotate(big);
    }
    printf("%c (%d, %d) (%g, %g, %g) (%g, %lld)\n", tiny.c, pair.x, pair.y, (double)triple.x, (double)triple.y, (double)triple.z,
           mixed.value, (long long)mixed.tag);
    printf("%ld %ld %ld %ld\n", big.a, big.b, big.c, big.d);

    Nested nested = {{{2, 3}, {12, 8}}, {'n'}};
    Nested copy = nested;
    copy.corner[1].x = 100;
    printf("areas %d %d, tag %c\n", area(nested), area(copy), copy.tag.c);

    Word word = {.word = 0x11223344};
    printf("bytes %02x %02x, halves %04x %04x\n", word.bytes[0], word.bytes[3], word.halves.low, word.halves.high);
    word.bytes[1] = 0xee;
    printf("word %08x\n", word.word);

    Header header = {.version = 9, .urgent = 1, .level = -16, .length = 4095, .id = 0xfedcba9876u};
    header.length++;
    header.level = header.level + 3;
    header.version += 8;
    header.id <<= 4;
    printf("header %u %u %d %u %llx\n", header.version, header.urgent, header.level, header.length, (unsigned long long)header.id);

    Variant variants[3] = {{INTEGER, {.integer = -5}}, {REAL, {.real = 2.5}}, {TEXT, {.text = "gate"}}};
    double weight = 0.0;
    for (int i = 0; i < 3; i++)
        weight += weigh(variants[i]);
    printf("weight %.2f\n", weight);

    Row *row = make_row(10);
    long total = 0;
    for (size_t i = 0; i < row->count; i++)
        total += row->items[i];
    printf("row of %zu: %ld, offsets %zu %zu %zu\n", row->count, total, offsetof(Mixed, tag), offsetof(Nested, tag), sizeof(Big));
    free(row);
    return 0;
}
