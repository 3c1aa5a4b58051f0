/* Builds, checks and frees complete binary trees of growing depth: allocation, recursion and deallocation.
 * A long-lived tree survives the short-lived ones. */
#include <stdio.h>
#include <stdlib.h>

enum { SHALLOWEST = 3, DEEPEST = 9 };

typedef struct Tree {
    struct Tree *left, *right;
} Tree;

static long allocated, released;

static Tree *build(int depth)
{
    Tree *tree = malloc(sizeof *tree);
    if (!tree) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    allocated++;
    tree->left = depth > 0 ? build(depth - 1) : NULL;
    tree->right = depth > 0 ? build(depth - 1) : NULL;
    return tree;
}

static int count(const Tree *tree)
{
    return tree ? 1 + count(tree->left) + count(tree->right) : 0;
}

static int height(const Tree *tree)
{
    if (!tree)
        return 0;
    int left = height(tree->left), right = height(tree->right);
    return 1 + (left > right ? left : right);
}

static void release(Tree *tree)
{
    if (!tree)
        return;
    release(tree->left);
    release(tree->right);
    free(tree);
    released++;
}

int main(void)
{
    Tree *kept = build(DEEPEST);
    for (int depth = SHALLOWEST; depth <= DEEPEST; depth += 2) {
        int trees = 1 << (DEEPEST - depth + 2);
        long nodes = 0;
        for (int i = 0; i < trees; i++) {
            Tree *tree = build(depth);
            nodes += count(tree);
            release(tree);
        }
        printf("%3d trees of depth %d: %ld nodes\n", trees, depth, nodes);
    }
    printf("kept tree: %d nodes, height %d\n", count(kept), height(kept));
    release(kept);
    printf("allocated %ld, released %ld\n", allocated, released);
    return allocated == released ? EXIT_SUCCESS : EXIT_FAILURE;
}
