/* Singly linked list: reversal, merge sort on links alone, removal through a pointer to a pointer, and cycle finding.
 * Nodes come from a pool, so that links are the only thing that moves. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000 };

typedef struct Node {
    int value;
    struct Node *next;
} Node;

static Node *reverse(Node *list)
{
    Node *done = NULL;
    while (list) {
        Node *rest = list->next;
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
}

static Node *merge(Node *a, Node *b)
{
    Node *head = NULL, **end = &head;
    while (a && b) {
        Node **smaller = a->value <= b->value ? &a : &b;
        *end = *smaller;
        end = &(*end)->next;
        *smaller = *end;
    }
    *end = a ? a : b;
    return head;
}

static Node *sort(Node *list)
{
    if (!list || !list->next)
        return list;
    Node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    Node *back = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(back));
}

static int remove_multiples(Node **list, int divisor)
{
    int removed = 0;
    while (*list) {
        if ((*list)->value % divisor == 0) {
            *list = (*list)->next;
            removed++;
        } else {
            list = &(*list)->next;
        }
    }
    return removed;
}

static bool has_cycle(const Node *list)
{
    const Node *slow = list, *fast = list;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return true;
    }
    return false;
}

static void show(const char *label, const Node *list)
{
    int length = 0;
    long weighted = 0;
    printf("%s:", label);
    for (const Node *node = list; node; node = node->next) {
        if (length < 8)
            printf(" %d", node->value);
        weighted += (long)++length * node->value;
    }
    printf(" ... (%d nodes, weighted sum %ld)\n", length, weighted);
}

int main(void)
{
    Node *pool = calloc(COUNT, sizeof *pool);
    if (!pool)
        return EXIT_FAILURE;
    Node *list = NULL;
    for (int i = 0; i < COUNT; i++) {
        pool[i] = (Node){.value = (i * 7919 + 13) % 4093, .next = list};
        list = &pool[i];
    }
    show("built", list);
    list = reverse(list);
    show("reversed", list);
    list = sort(list);
    show("sorted", list);
    int removed = remove_multiples(&list, 3);
    show("thinned", list);
    list = reverse(list);
    show("reversed", list);

    Node *last = list;
    while (last->next)
        last = last->next;
    bool before = has_cycle(list);
    last->next = list->next;
    bool after = has_cycle(list);
    printf("removed %d, cycle before %d, after %d\n", removed, before, after);
    free(pool);
    return !before && after ? EXIT_SUCCESS : EXIT_FAILURE;
}
