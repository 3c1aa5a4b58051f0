/* Recursion of several shapes: Ackermann, Hanoi, mutual recursion, McCarthy's 91, permutations and integer partitions.
 * Exit status is the number of wrong answers. */
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

typedef struct {
    int disks[3]; /* one bit a disk */
    int moves;
    int illegal;
} Towers;

static void move_disk(Towers *towers, int disk, int from, int to)
{
    int mask = 1 << disk, smaller = mask - 1;
    towers->illegal += !(towers->disks[from] & mask);
    towers->illegal += (towers->disks[from] & smaller) || (towers->disks[to] & smaller);
    towers->disks[from] ^= mask;
    towers->disks[to] ^= mask;
    towers->moves++;
}

static void hanoi(Towers *towers, int count, int from, int to)
{
    if (count == 0)
        return;
    int spare = 3 - from - to;
    hanoi(towers, count - 1, from, spare);
    move_disk(towers, count - 1, from, to);
    hanoi(towers, count - 1, spare, to);
}

static int is_odd(int n);

static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int ninety_one(int n)
{
    return n > 100 ? n - 10 : ninety_one(ninety_one(n + 11));
}

static int count_permutations(char *letters, int fixed, int size, int *derangements)
{
    if (fixed == size) {
        int moved = 1;
        for (int i = 0; i < size; i++)
            moved &= letters[i] != 'a' + i;
        *derangements += moved;
        return 1;
    }
    int total = 0;
    for (int i = fixed; i < size; i++) {
        char kept = letters[fixed];
        letters[fixed] = letters[i];
        letters[i] = kept;
        total += count_permutations(letters, fixed + 1, size, derangements);
        letters[i] = letters[fixed];
        letters[fixed] = kept;
    }
    return total;
}

static int partitions(int n, int largest)
{
    if (n == 0)
        return 1;
    int total = 0;
    for (int part = n < largest ? n : largest; part > 0; part--)
        total += partitions(n - part, part);
    return total;
}

static int wrong;

static void expect(const char *label, long actual, long expected)
{
    printf("%-14s %ld\n", label, actual);
    if (actual != expected) {
        printf("  expected %ld\n", expected);
        wrong++;
    }
}

int main(void)
{
    Towers towers = {{(1 << 10) - 1, 0, 0}, 0, 0};
    char letters[] = "abcdef";
    int derangements = 0;

    expect("ackermann 2 9", ackermann(2, 9), 21);
    expect("ackermann 3 3", ackermann(3, 3), 61);
    hanoi(&towers, 10, 0, 2);
    expect("hanoi moves", towers.moves, 1023);
    expect("hanoi illegal", towers.illegal, 0);
    expect("hanoi goal", towers.disks[2], 1023);
    expect("even 1000", is_even(1000), 1);
    expect("odd 1000", is_odd(1000), 0);
    expect("ninety-one 50", ninety_one(50), 91);
    expect("permutations", count_permutations(letters, 0, 6, &derangements), 720);
    expect("derangements", derangements, 265);
    expect("partitions 24", partitions(24, 24), 1575);
    return wrong;
}
