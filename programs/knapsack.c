/* Dynamic programming: 0/1 knapsack with the items chosen, coin change, and the longest increasing subsequence.
 * The knapsack is checked against all subsets of a small instance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 12, CAPACITY = 300 };

static const int weight[ITEMS] = {23, 31, 29, 44, 53, 38, 63, 85, 89, 82, 12, 7};
static const int value[ITEMS] = {92, 57, 49, 68, 60, 43, 67, 84, 87, 72, 20, 5};

static int best[ITEMS + 1][CAPACITY + 1];

static int fill_table(void)
{
    for (int i = 1; i <= ITEMS; i++)
        for (int room = 0; room <= CAPACITY; room++) {
            best[i][room] = best[i - 1][room];
            if (weight[i - 1] <= room) {
                int taken = best[i - 1][room - weight[i - 1]] + value[i - 1];
                if (taken > best[i][room])
                    best[i][room] = taken;
            }
        }
    return best[ITEMS][CAPACITY];
}

static int all_subsets(int capacity)
{
    int most = 0;
    for (unsigned set = 0; set < 1u << ITEMS; set++) {
        int total_weight = 0, total_value = 0;
        for (int i = 0; i < ITEMS; i++)
            if (set >> i & 1) {
                total_weight += weight[i];
                total_value += value[i];
            }
        if (total_weight <= capacity && total_value > most)
            most = total_value;
    }
    return most;
}

static long coin_change(int amount)
{
    static const int coins[] = {1, 2, 5, 10, 20, 50, 100, 200};
    long ways[501];
    memset(ways, 0, sizeof ways);
    ways[0] = 1;
    for (size_t i = 0; i < sizeof coins / sizeof coins[0]; i++)
        for (int sum = coins[i]; sum <= amount; sum++)
            ways[sum] += ways[sum - coins[i]];
    return ways[amount];
}

static int longest_increasing(const int *data, int count)
{
    int *tails = malloc((size_t)count * sizeof *tails);
    int length = 0;
    if (!tails)
        return -1;
    for (int i = 0; i < count; i++) {
        int low = 0, high = length;
        while (low < high) {
            int middle = (low + high) / 2;
            if (tails[middle] < data[i])
                low = middle + 1;
            else
                high = middle;
        }
        tails[low] = data[i];
        if (low == length)
            length++;
    }
    free(tails);
    return length;
}

int main(void)
{
    int most = fill_table();
    printf("best value %d, items:", most);
    int room = CAPACITY, carried = 0;
    for (int i = ITEMS; i > 0; i--)
        if (best[i][room] != best[i - 1][room]) {
            printf(" %d", i - 1);
            room -= weight[i - 1];
            carried += weight[i - 1];
        }
    printf(", weight %d\n", carried);
    int checked = all_subsets(CAPACITY);
    printf("by all subsets %d\n", checked);

    printf("ways to pay 500: %ld\n", coin_change(500));

    int data[400];
    for (int i = 0; i < 400; i++)
        data[i] = i * 263 % 401;
    printf("longest increasing subsequence: %d\n", longest_increasing(data, 400));
    return most == checked ? EXIT_SUCCESS : EXIT_FAILURE;
}
