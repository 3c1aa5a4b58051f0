/* Huffman coding: counts, builds the tree with a small heap, derives codes, packs bits, unpacks them, and compares.
 * Ties are broken by node number, so that the code is the same everywhere. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYMBOLS = 256, NODES = 2 * SYMBOLS };

typedef struct {
    unsigned weight;
    int child[2]; /* -1 in leaves */
} Node;

static Node nodes[NODES];
static int heap[NODES], heap_size;
static struct {
    uint32_t bits;
    int length;
} codes[SYMBOLS];

static int before(int a, int b)
{
    return nodes[a].weight != nodes[b].weight ? nodes[a].weight < nodes[b].weight : a < b;
}

static void push(int node)
{
    int hole = heap_size++;
    for (; hole > 0 && before(node, heap[(hole - 1) / 2]); hole = (hole - 1) / 2)
        heap[hole] = heap[(hole - 1) / 2];
    heap[hole] = node;
}

static int pop(void)
{
    int top = heap[0], last = heap[--heap_size], hole = 0;
    for (int child; (child = 2 * hole + 1) < heap_size; hole = child) {
        if (child + 1 < heap_size && before(heap[child + 1], heap[child]))
            child++;
        if (!before(heap[child], last))
            break;
        heap[hole] = heap[child];
    }
    heap[hole] = last;
    return top;
}

static int build(const uint8_t *text, size_t size)
{
    int used = SYMBOLS;
    for (int i = 0; i < SYMBOLS; i++)
        nodes[i] = (Node){0, {-1, -1}};
    for (size_t i = 0; i < size; i++)
        nodes[text[i]].weight++;
    for (int i = 0; i < SYMBOLS; i++)
        if (nodes[i].weight > 0)
            push(i);
    while (heap_size > 1) {
        int first = pop(), second = pop();
        nodes[used] = (Node){nodes[first].weight + nodes[second].weight, {first, second}};
        push(used++);
    }
    return pop();
}

static void assign(int node, uint32_t bits, int length)
{
    if (nodes[node].child[0] < 0) {
        codes[node].bits = bits;
        codes[node].length = length;
        return;
    }
    assign(nodes[node].child[0], bits << 1, length + 1);
    assign(nodes[node].child[1], bits << 1 | 1, length + 1);
}

static size_t pack(const uint8_t *text, size_t size, uint8_t *out)
{
    size_t bit = 0;
    for (size_t i = 0; i < size; i++)
        for (int j = codes[text[i]].length - 1; j >= 0; j--, bit++)
            if (codes[text[i]].bits >> j & 1)
                out[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
    return bit;
}

static void unpack(const uint8_t *in, size_t bits, int root, uint8_t *text)
{
    int node = root;
    for (size_t bit = 0; bit < bits; bit++) {
        node = nodes[node].child[in[bit / 8] >> (7 - bit % 8) & 1];
        if (nodes[node].child[0] < 0) {
            *text++ = (uint8_t)node;
            node = root;
        }
    }
}

int main(void)
{
    enum { SIZE = 1200 };
    static uint8_t text[SIZE], packed[4 * SIZE], back[SIZE];
    static const char alphabet[] = "eeeeeeeetttttaaaaooooiiinnnsshhrrdlu gate.";
    unsigned state = 5;
    for (int i = 0; i < SIZE; i++) {
        state = state * 1103515245u + 12345u;
        text[i] = (uint8_t)alphabet[(state >> 16) % (sizeof alphabet - 1)];
    }
    int root = build(text, SIZE);
    assign(root, 0, 0);
    size_t bits = pack(text, SIZE, packed);
    unpack(packed, bits, root, back);

    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (codes[symbol].length == 0)
            continue;
        printf("'%c' %4u ", symbol, nodes[symbol].weight);
        for (int j = codes[symbol].length - 1; j >= 0; j--)
            putchar((codes[symbol].bits >> j & 1) ? '1' : '0');
        putchar('\n');
    }
    printf("%d bytes became %zu\n", SIZE, (bits + 7) / 8);
    int same = memcmp(text, back, SIZE) == 0;
    puts(same ? "unpacked text is the same" : "unpacked text differs");
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
