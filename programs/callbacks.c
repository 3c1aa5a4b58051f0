/* Function pointers: qsort and bsearch with comparators, a dispatch table, callbacks with a context, and composition.
 * Every comparator is a total order, so the result does not depend on the library's algorithm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[12];
    int toll, axles;
} Vehicle;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Vehicle *)a)->name, ((const Vehicle *)b)->name);
}

static int by_toll_then_name(const void *a, const void *b)
{
    const Vehicle *x = a, *y = b;
    if (x->toll != y->toll)
        return x->toll < y->toll ? -1 : 1;
    return by_name(a, b);
}

static int by_axles_descending(const void *a, const void *b)
{
    const Vehicle *x = a, *y = b;
    return x->axles != y->axles ? y->axles - x->axles : by_toll_then_name(a, b);
}

static int name_against(const void *key, const void *element)
{
    return strcmp(key, ((const Vehicle *)element)->name);
}

static int by_number(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

typedef int (*Operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int mask(int a, int b) { return a & b; }

static int fold(const int *data, int count, int start, Operation operation)
{
    for (int i = 0; i < count; i++)
        start = operation(start, data[i]);
    return start;
}

typedef struct {
    long sum;
    int calls;
} Tally;

static void for_each(const Vehicle *vehicles, int count, void (*visit)(const Vehicle *, void *), void *context)
{
    for (int i = 0; i < count; i++)
        visit(&vehicles[i], context);
}

static void tally(const Vehicle *vehicle, void *context)
{
    Tally *t = context;
    t->sum += (long)vehicle->toll * vehicle->axles;
    t->calls++;
}

static Operation choose(int which)
{
    static const Operation table[] = {add, subtract, larger, mask};
    return table[(unsigned)which % 4];
}

int main(void)
{
    Vehicle vehicles[] = {
        {"wagon", 3, 2}, {"tram", 7, 4}, {"lorry", 9, 3}, {"bicycle", 1, 2}, {"coach", 7, 3}, {"van", 3, 2}, {"cart", 2, 1},
    };
    enum { COUNT = sizeof vehicles / sizeof vehicles[0] };
    int (*const orders[])(const void *, const void *) = {by_toll_then_name, by_axles_descending, by_name};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        qsort(vehicles, COUNT, sizeof vehicles[0], orders[i]);
        for (int j = 0; j < COUNT; j++)
            printf("%s%c", vehicles[j].name, j + 1 < COUNT ? ' ' : '\n');
    }
    static const char *const wanted[] = {"coach", "wagon", "sledge"};
    for (int i = 0; i < 3; i++) {
        const Vehicle *found = bsearch(wanted[i], vehicles, COUNT, sizeof vehicles[0], name_against);
        printf("%s: %s\n", wanted[i], found ? found->name : "not here");
    }

    Tally t = {0, 0};
    for_each(vehicles, COUNT, tally, &t);
    printf("tally %ld over %d\n", t.sum, t.calls);

    static const int data[] = {12, -7, 44, 3, 0, 19};
    for (int i = 0; i < 4; i++)
        printf("fold %d: %d\n", i, fold(data, 6, 63, choose(i)));

    enum { NUMBERS = 600 };
    static unsigned numbers[NUMBERS];
    for (unsigned i = 0; i < NUMBERS; i++)
        numbers[i] = i * 2654435761u >> 12;
    qsort(numbers, NUMBERS, sizeof numbers[0], by_number);
    int found = 0;
    for (unsigned i = 0; i < 1000; i++) {
        unsigned key = i % 2 ? i * 2654435761u >> 12 : i;
        found += bsearch(&key, numbers, NUMBERS, sizeof numbers[0], by_number) != NULL;
    }
    printf("%u .. %u, found %d\n", numbers[0], numbers[NUMBERS - 1], found);

    int mixed = 1;
    for (int i = 0; i < 8000; i++)
        mixed = choose(i)(mixed, i & 1023) & 0xffff;
    printf("mixed %d\n", mixed);
    return 0;
}
