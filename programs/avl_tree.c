/* AVL tree with insertion and deletion; the balance of every node is checked after each batch.
 * Shows recursion that returns the new root, and rotations. */
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
    int key, height;
    struct Node *child[2];
} Node;

static int height(const Node *node)
{
    return node ? node->height : 0;
}

static void update(Node *node)
{
    int left = height(node->child[0]), right = height(node->child[1]);
    node->height = 1 + (left > right ? left : right);
}

/* Turns node's child on the other side into the root: side 0 turns left, side 1 turns right. */
static Node *rotate(Node *node, int side)
{
    Node *root = node->child[!side];
    node->child[!side] = root->child[side];
    root->child[side] = node;
    update(node);
    update(root);
    return root;
}

static Node *balance(Node *node)
{
    update(node);
    int lean = height(node->child[1]) - height(node->child[0]);
    if (lean >= -1 && lean <= 1)
        return node;
    int heavy = lean > 0;
    Node *child = node->child[heavy];
    if (height(child->child[heavy]) < height(child->child[!heavy]))
        node->child[heavy] = rotate(child, heavy);
    return rotate(node, !heavy);
}

static Node *insert(Node *node, int key)
{
    if (!node) {
        node = calloc(1, sizeof *node);
        if (!node)
            exit(EXIT_FAILURE);
        node->key = key;
        node->height = 1;
        return node;
    }
    if (key != node->key) {
        int side = key > node->key;
        node->child[side] = insert(node->child[side], key);
    }
    return balance(node);
}

static Node *take_smallest(Node *node, Node **smallest)
{
    if (!node->child[0]) {
        *smallest = node;
        return node->child[1];
    }
    node->child[0] = take_smallest(node->child[0], smallest);
    return balance(node);
}

static Node *delete(Node *node, int key)
{
    if (!node)
        return NULL;
    if (key != node->key) {
        int side = key > node->key;
        node->child[side] = delete(node->child[side], key);
        return balance(node);
    }
    Node *left = node->child[0], *right = node->child[1];
    free(node);
    if (!right)
        return left;
    Node *root;
    right = take_smallest(right, &root);
    root->child[0] = left;
    root->child[1] = right;
    return balance(root);
}

/* Returns the number of nodes, or -1 if order, heights or balance are broken. */
static int check(const Node *node, int low, int high)
{
    if (!node)
        return 0;
    if (node->key <= low || node->key >= high)
        return -1;
    int left = check(node->child[0], low, node->key), right = check(node->child[1], node->key, high);
    int lean = height(node->child[1]) - height(node->child[0]);
    int taller = height(node->child[lean > 0]);
    if (left < 0 || right < 0 || lean < -1 || lean > 1 || node->height != taller + 1)
        return -1;
    return left + 1 + right;
}

int main(void)
{
    Node *root = NULL;
    unsigned state = 1;
    int status = EXIT_SUCCESS;
    for (int batch = 0; batch < 6; batch++) {
        int deleting = batch % 3 == 2;
        for (int i = 0; i < 200; i++) {
            state = state * 1103515245u + 12345u;
            int key = (int)(state >> 16 & 1023);
            if (batch == 0)
                key = i;
            root = deleting ? delete(root, key) : insert(root, key);
        }
        int nodes = check(root, -1, 1024);
        printf("batch %d (%s): %d nodes, height %d, root %d\n", batch, deleting ? "delete" : "insert", nodes, height(root),
               root ? root->key : -1);
        if (nodes < 0)
            status = EXIT_FAILURE;
    }
    int emptied = 0;
    while (root) {
        root = delete(root, root->key);
        emptied++;
    }
    printf("emptied after %d\n", emptied);
    return status;
}
