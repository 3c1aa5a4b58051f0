/* Error handling without exceptions: functions return codes, take ownership step by step, and unwind through one chain of labels.
 * A counting allocator that fails on request shows that every failure path frees what it took. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { OK, NO_MEMORY, BAD_HEADER, BAD_RECORD, CHECKSUM } Error;

static const char *const ERROR_NAMES[] = {"ok", "no memory", "bad header", "bad record", "checksum"};

static int live_blocks, allocations, failing_allocation;

static void *take(size_t size)
{
    if (++allocations == failing_allocation)
        return NULL;
    void *block = malloc(size);
    if (block)
        live_blocks++;
    return block;
}

static void give_back(void *block)
{
    if (block)
        live_blocks--;
    free(block);
}

typedef struct {
    char *name;
    int *values;
    int count;
} Table;

static Error parse_header(const char *text, int *count, const char **rest)
{
    char *end;
    if (strncmp(text, "TABLE ", 6) != 0)
        return BAD_HEADER;
    long number = strtol(text + 6, &end, 10);
    if (end == text + 6 || *end != ':' || number < 0 || number > 100)
        return BAD_HEADER;
    *count = (int)number;
    *rest = end + 1;
    return OK;
}

static Error parse_values(const char *text, int *values, int count, const char **rest)
{
    for (int i = 0; i < count; i++) {
        char *end;
        values[i] = (int)strtol(text, &end, 0);
        if (end == text || (*end != ',' && *end != '='))
            return BAD_RECORD;
        text = end + 1;
    }
    *rest = text;
    return OK;
}

static Error load(const char *name, const char *text, Table **out)
{
    Error error = NO_MEMORY;
    const char *rest = text;
    Table *table = take(sizeof *table);
    if (!table)
        goto fail;
    table->name = take(strlen(name) + 1);
    if (!table->name)
        goto free_table;
    strcpy(table->name, name);
    error = parse_header(text, &table->count, &rest);
    if (error)
        goto free_name;
    error = NO_MEMORY;
    table->values = take((size_t)(table->count + 1) * sizeof *table->values);
    if (!table->values)
        goto free_name;
    error = parse_values(rest, table->values, table->count, &rest);
    if (error)
        goto free_values;

    int sum = 0;
    for (int i = 0; i < table->count; i++)
        sum += table->values[i];
    error = CHECKSUM;
    if (sum != atoi(rest))
        goto free_values;
    *out = table;
    return OK;

free_values:
    give_back(table->values);
free_name:
    give_back(table->name);
free_table:
    give_back(table);
fail:
    *out = NULL;
    return error;
}

static void release(Table *table)
{
    if (!table)
        return;
    give_back(table->values);
    give_back(table->name);
    give_back(table);
}

int main(void)
{
    static const char *const texts[] = {
        "TABLE 3:1,2,3=6", "TABLE 4:0x10,010,-5,7=26", "TABLE 0:0", "TABEL 1:1=1", "TABLE x:1=1", "TABLE 2:5,oops=5", "TABLE 2:5,6=12",
    };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    int outcomes[5] = {0};
    for (int i = 0; i < TEXTS; i++) {
        Table *table;
        Error error = load("sample", texts[i], &table);
        printf("%-26s %s", texts[i], ERROR_NAMES[error]);
        if (table)
            printf(" (%s, %d values)", table->name, table->count);
        putchar('\n');
        release(table);
    }
    for (int round = 0; round < 1500; round++) {
        failing_allocation = round % 5;
        allocations = 0;
        Table *table;
        outcomes[load("round", texts[round % TEXTS], &table)]++;
        release(table);
    }
    for (int i = 0; i < 5; i++)
        printf("%-10s %d\n", ERROR_NAMES[i], outcomes[i]);
    printf("live blocks: %d\n", live_blocks);
    return live_blocks == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
