/* Hash table of strings with open addressing, FNV-1a, tombstones and doubling: counts the words of a generated text.
 * Shows owned string copies and rehashing. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *key; /* NULL: never used */
    int count; /* 0 with a key: deleted */
} Slot;

typedef struct {
    Slot *slots;
    size_t room, used, live;
} Table;

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u;
    while (*text)
        h = (h ^ (uint8_t)*text++) * 16777619u;
    return h;
}

static Slot *probe(Slot *slots, size_t room, const char *key)
{
    size_t at = hash(key) & (room - 1);
    while (slots[at].key && strcmp(slots[at].key, key) != 0)
        at = (at + 1) & (room - 1);
    return &slots[at];
}

static void grow(Table *table)
{
    size_t room = table->room ? 2 * table->room : 8;
    Slot *slots = calloc(room, sizeof *slots);
    if (!slots)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < table->room; i++) {
        Slot *old = &table->slots[i];
        if (old->count > 0)
            *probe(slots, room, old->key) = *old;
        else
            free(old->key);
    }
    free(table->slots);
    table->slots = slots;
    table->room = room;
    table->used = table->live;
}

static int add(Table *table, const char *key)
{
    if (4 * (table->used + 1) > 3 * table->room)
        grow(table);
    Slot *slot = probe(table->slots, table->room, key);
    if (!slot->key) {
        size_t size = strlen(key) + 1;
        slot->key = malloc(size);
        if (!slot->key)
            exit(EXIT_FAILURE);
        memcpy(slot->key, key, size);
        table->used++;
    }
    if (slot->count == 0)
        table->live++;
    return ++slot->count;
}

static int remove_key(Table *table, const char *key)
{
    Slot *slot = probe(table->slots, table->room, key);
    int count = slot->key ? slot->count : 0;
    if (count > 0) {
        slot->count = 0;
        table->live--;
    }
    return count;
}

static void make_word(char *word, unsigned number)
{
    static const char *const syllables[8] = {"ga", "te", "lo", "mi", "ru", "sen", "tol", "ka"};
    word[0] = '\0';
    do {
        strcat(word, syllables[number % 8]);
        number /= 8;
    } while (number > 0);
}

int main(void)
{
    Table table = {NULL, 0, 0, 0};
    char word[32], commonest[32] = "";
    unsigned state = 314159;
    int best = 0;

    for (int i = 0; i < 3000; i++) {
        state = state * 1664525u + 1013904223u;
        unsigned wide = state >> 22, narrow = state >> 12 & 1023;
        make_word(word, wide < narrow ? wide : narrow);
        int count = add(&table, word);
        if (count > best) {
            best = count;
            strcpy(commonest, word);
        }
    }
    printf("%zu different words in %zu slots, commonest %s (%d)\n", table.live, table.room, commonest, best);

    int removed = 0;
    for (unsigned i = 0; i < 200; i += 2) {
        make_word(word, i);
        removed += remove_key(&table, word);
    }
    printf("removed %d uses, %zu words left\n", removed, table.live);
    make_word(word, 3);
    int again = add(&table, word);
    make_word(word, 4);
    printf("3 again: %d, 4 again: %d\n", again, add(&table, word));

    long total = 0;
    for (size_t i = 0; i < table.room; i++) {
        total += table.slots[i].count;
        free(table.slots[i].key);
    }
    free(table.slots);
    printf("uses counted: %ld\n", total);
    return total == 3000 - removed + 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
