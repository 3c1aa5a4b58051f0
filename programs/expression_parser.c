/* A recursive descent parser that builds syntax trees, simplifies them, differentiates them and evaluates them.
 * Nodes live in an arena; errors carry their column. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node {
    char kind; /* '#' number, 'x' variable, or + - * */
    long value;
    const struct Node *left, *right;
} Node;

enum { ARENA = 4096 };

static Node *arena;
static int arena_used;
static const char *source, *at;
static int error_column;

static const Node *make(char kind, long value, const Node *left, const Node *right)
{
    if (arena_used == ARENA) {
        puts("arena is full");
        exit(EXIT_FAILURE);
    }
    Node *node = &arena[arena_used++];
    *node = (Node){kind, value, left, right};
    return node;
}

static int is(const Node *node, long value)
{
    return node->kind == '#' && node->value == value;
}

static const Node *simplified(char kind, const Node *left, const Node *right)
{
    if (left->kind == '#' && right->kind == '#') {
        long a = left->value, b = right->value;
        return make('#', kind == '+' ? a + b : kind == '-' ? a - b : a * b, NULL, NULL);
    }
    if (kind == '*' && (is(left, 0) || is(right, 0)))
        return make('#', 0, NULL, NULL);
    if (is(right, kind == '*'))
        return left;
    if (kind != '-' && is(left, kind == '*'))
        return right;
    return make(kind, 0, left, right);
}

static const Node *sum(void);

static const Node *fail(void)
{
    if (!error_column)
        error_column = (int)(at - source) + 1;
    return make('#', 0, NULL, NULL);
}

static const Node *factor(void)
{
    while (*at == ' ')
        at++;
    if (*at >= '0' && *at <= '9') {
        char *end;
        long value = strtol(at, &end, 10);
        at = end;
        return make('#', value, NULL, NULL);
    }
    switch (*at) {
    case 'x': at++; return make('x', 0, NULL, NULL);
    case '-': at++; return simplified('-', make('#', 0, NULL, NULL), factor());
    case '(': {
        at++;
        const Node *inner = sum();
        if (*at != ')')
            return fail();
        at++;
        return inner;
    }
    default: return fail();
    }
}

static const Node *product(void)
{
    const Node *left = factor();
    for (;;) {
        while (*at == ' ')
            at++;
        if (*at != '*' || error_column)
            return left;
        at++;
        left = simplified('*', left, factor());
    }
}

static const Node *sum(void)
{
    const Node *left = product();
    while ((*at == '+' || *at == '-') && !error_column) {
        char kind = *at++;
        left = simplified(kind, left, product());
    }
    return left;
}

static const Node *derivative(const Node *node)
{
    switch (node->kind) {
    case '#': return make('#', 0, NULL, NULL);
    case 'x': return make('#', 1, NULL, NULL);
    case '*':
        return simplified('+', simplified('*', derivative(node->left), node->right),
                          simplified('*', node->left, derivative(node->right)));
    default: return simplified(node->kind, derivative(node->left), derivative(node->right));
    }
}

static long evaluate(const Node *node, long x)
{
    switch (node->kind) {
    case '#': return node->value;
    case 'x': return x;
    case '+': return evaluate(node->left, x) + evaluate(node->right, x);
    case '-': return evaluate(node->left, x) - evaluate(node->right, x);
    default: return evaluate(node->left, x) * evaluate(node->right, x);
    }
}

static void print(const Node *node)
{
    if (node->kind == '#') {
        printf("%ld", node->value);
    } else if (node->kind == 'x') {
        putchar('x');
    } else {
        putchar('(');
        print(node->left);
        putchar(node->kind);
        print(node->right);
        putchar(')');
    }
}

int main(void)
{
    static const char *const texts[] = {
        "1 + 2 * 3", "x*x*x - 2*x + 7", "-(x + 1) * (x - 1)", "(x+1)*(x+2)*(x+3)*(x+4)", "0*x + 1*x - 0", "2 * (3 + ", "4 + * 5", "x y",
    };
    int errors = 0;
    arena = malloc(ARENA * sizeof *arena);
    if (!arena)
        return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        arena_used = error_column = 0;
        source = at = texts[i];
        const Node *tree = sum();
        if (*at && !error_column)
            error_column = (int)(at - source) + 1;
        if (error_column) {
            printf("%s: error at column %d\n", texts[i], error_column);
            errors++;
            continue;
        }
        const Node *slope = derivative(tree);
        print(tree);
        printf("  '  ");
        print(slope);
        long total = 0;
        for (long x = -90; x <= 90; x++)
            total += evaluate(tree, x) - 3 * evaluate(slope, x);
        printf("\n  at 5: %ld, slope %ld, total %ld, nodes %d\n", evaluate(tree, 5), evaluate(slope, 5), total, arena_used);
    }
    free(arena);
    return errors;
}
