/* Quicksort with median of three, Hoare's partition, insertion sort below twelve, and recursion into the smaller half only.
 * Sorts random, sorted, reversed, constant and sawtooth arrays. */
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 2000, SMALL = 12 };

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(int *data, int count)
{
    for (int i = 1; i < count; i++) {
        int value = data[i], j = i;
        for (; j > 0 && data[j - 1] > value; j--)
            data[j] = data[j - 1];
        data[j] = value;
    }
}

static int partition(int *data, int count)
{
    int middle = count / 2, last = count - 1;
    if (data[middle] < data[0])
        swap(&data[middle], &data[0]);
    if (data[last] < data[0])
        swap(&data[last], &data[0]);
    if (data[last] < data[middle])
        swap(&data[last], &data[middle]);
    int pivot = data[middle];
    int low = -1, high = count;
    for (;;) {
        do
            low++;
        while (data[low] < pivot);
        do
            high--;
        while (data[high] > pivot);
        if (low >= high)
            return high + 1;
        swap(&data[low], &data[high]);
    }
}

static void quicksort(int *data, int count)
{
    while (count > SMALL) {
        int left = partition(data, count);
        if (left < count - left) {
            quicksort(data, left);
            data += left;
            count -= left;
        } else {
            quicksort(data + left, count - left);
            count = left;
        }
    }
    insertion_sort(data, count);
}

static void fill(int *data, int pattern)
{
    unsigned state = 2463534242u;
    for (int i = 0; i < COUNT; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        switch (pattern) {
        case 0: data[i] = (int)(state % 20001) - 10000; break;
        case 1: data[i] = i; break;
        case 2: data[i] = COUNT - i; break;
        case 3: data[i] = 42; break;
        default: data[i] = i % 17; break;
        }
    }
}

int main(void)
{
    static const char *const names[] = {"random", "sorted", "reversed", "constant", "sawtooth"};
    static int data[COUNT];
    int status = EXIT_SUCCESS;
    for (int pattern = 0; pattern < 5; pattern++) {
        long before = 0, after = 0;
        int ordered = 1;
        fill(data, pattern);
        for (int i = 0; i < COUNT; i++)
            before += data[i];
        quicksort(data, COUNT);
        for (int i = 0; i < COUNT; i++) {
            after += data[i];
            ordered &= i == 0 || data[i - 1] <= data[i];
        }
        printf("%-8s %-8s sum %ld, ends %d %d %d\n", names[pattern], ordered && before == after ? "ordered" : "BROKEN", after,
               data[0], data[COUNT / 2], data[COUNT - 1]);
        if (!ordered || before != after)
            status = EXIT_FAILURE;
    }
    return status;
}
