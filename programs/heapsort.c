/* Heap sort of doubles, and the running median of a stream kept by two heaps that grow by realloc.
 * Infinities and both zeros take part. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void sift_down(double *heap, size_t root, size_t count)
{
    double value = heap[root];
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            break;
        if (child + 1 < count && heap[child] < heap[child + 1])
            child++;
        if (!(value < heap[child]))
            break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = value;
}

static void heap_sort(double *data, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(data, i, count);
    for (size_t end = count; end-- > 1;) {
        double top = data[0];
        data[0] = data[end];
        data[end] = top;
        sift_down(data, 0, end);
    }
}

typedef struct {
    double *items;
    size_t count, room;
} Heap;

static void push(Heap *heap, double value)
{
    if (heap->count == heap->room) {
        heap->room = heap->room ? 2 * heap->room : 4;
        double *grown = realloc(heap->items, heap->room * sizeof *grown);
        if (!grown)
            exit(EXIT_FAILURE);
        heap->items = grown;
    }
    size_t hole = heap->count++;
    while (hole > 0 && heap->items[(hole - 1) / 2] < value) {
        heap->items[hole] = heap->items[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap->items[hole] = value;
}

static double pop(Heap *heap)
{
    double top = heap->items[0];
    heap->items[0] = heap->items[--heap->count];
    if (heap->count > 0)
        sift_down(heap->items, 0, heap->count);
    return top;
}

int main(void)
{
    enum { COUNT = 1200 };
    static double data[COUNT];
    unsigned state = 7;
    Heap low = {NULL, 0, 0}, high = {NULL, 0, 0}; /* high holds negated values, so both are max-heaps */

    for (int i = 0; i < COUNT; i++) {
        state = state * 69069u + 1u;
        data[i] = (double)(state >> 8) / 1024.0 - 8192.0;
    }
    data[10] = INFINITY;
    data[20] = -INFINITY;
    data[30] = 0.0;
    data[40] = -0.0;

    for (int i = 0; i < COUNT; i++) {
        push(&low, data[i]);
        push(&high, -pop(&low));
        if (high.count > low.count)
            push(&low, -pop(&high));
        if (i % 200 == 199)
            printf("median of %d: %.4f\n", i + 1, (low.items[0] - high.items[0]) / 2.0);
    }
    heap_sort(data, COUNT);
    int ordered = 1;
    for (int i = 1; i < COUNT; i++)
        ordered &= data[i - 1] <= data[i];
    printf("%s: %.1f %.4f ... %.4f %.1f\n", ordered ? "ordered" : "BROKEN", data[0], data[1], data[COUNT - 2], data[COUNT - 1]);
    printf("middle %.6f\n", (data[COUNT / 2 - 1] + data[COUNT / 2]) / 2.0);
    free(low.items);
    free(high.items);
    return ordered ? EXIT_SUCCESS : EXIT_FAILURE;
}
