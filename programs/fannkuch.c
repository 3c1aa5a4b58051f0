/* Pancake flipping over all permutations of seven: the longest game and an alternating checksum.
 * Permutations are stepped by rotating prefixes; the exit status is the length of the longest game. */
#include <stdio.h>
#include <string.h>

enum { SIZE = 7 };

static int play(const int *deck)
{
    int hand[SIZE];
    int flips = 0;
    memcpy(hand, deck, sizeof hand);
    while (hand[0] != 0) {
        for (int low = 0, high = hand[0]; low < high; low++, high--) {
            int kept = hand[low];
            hand[low] = hand[high];
            hand[high] = kept;
        }
        flips++;
    }
    return flips;
}

/* Steps to the next permutation; rotations[i] counts how often prefix 0..=i was turned. Returns 0 after the last. */
static int next_permutation(int *deck, int *rotations)
{
    for (int last = 1; last < SIZE; last++) {
        int first = deck[0];
        memmove(deck, deck + 1, (size_t)last * sizeof *deck);
        deck[last] = first;
        if (++rotations[last] <= last)
            return 1;
        rotations[last] = 0;
    }
    return 0;
}

int main(void)
{
    int deck[SIZE], rotations[SIZE] = {0};
    int histogram[32] = {0};
    int longest = 0, checksum = 0, permutations = 0;

    for (int i = 0; i < SIZE; i++)
        deck[i] = i;
    do {
        int flips = play(deck);
        if (flips > longest)
            longest = flips;
        checksum += permutations % 2 == 0 ? flips : -flips;
        histogram[flips]++;
        permutations++;
    } while (next_permutation(deck, rotations));

    printf("%d permutations, checksum %d, longest %d\n", permutations, checksum, longest);
    for (int flips = 0; flips <= longest; flips++)
        printf("%2d flips: %4d\n", flips, histogram[flips]);
    return longest;
}
