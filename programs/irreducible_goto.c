/* Loops with several entries: jumps into the middle of loops, two loops that share a body, and a switch into a loop.
 * None of these control flow graphs is reducible without copying code. */
#include <stdio.h>

/* A loop of two blocks, each of which can be the first. */
static unsigned two_entries(unsigned n, int start_late)
{
    unsigned even = 1, odd = 1;
    if (start_late)
        goto late;
early:
    even = even * 3 + n;
    if (n == 0)
        goto out;
    n--;
late:
    odd ^= even + (n << 3);
    if (n > 0) {
        n--;
        goto early;
    }
out:
    return even ^ odd;
}

/* A ring of three blocks with three entries and three exits. */
static unsigned three_entries(unsigned x, unsigned fuel)
{
    unsigned trail = 0;
    switch (x % 3) {
    case 0: goto a;
    case 1: goto b;
    default: goto c;
    }
a:
    trail = trail * 5 + 1;
    if (fuel-- == 0)
        return trail ^ 0xa;
    if (x & 4)
        goto c;
b:
    trail = trail * 7 + 2;
    if (fuel-- == 0)
        return trail ^ 0xb;
    x = x * 1664525u + 1013904223u;
    if (x & 0x10000)
        goto a;
c:
    trail = trail * 11 + 3;
    if (fuel-- == 0)
        return trail ^ 0xc;
    x ^= x >> 7;
    if (x & 2)
        goto b;
    goto a;
}

/* An outer and an inner loop, where the inner one is also entered from outside of both. */
static long crossed(int rows, int columns, int from_inside)
{
    long sum = 0;
    int row = 0, column = 0;
    if (from_inside) {
        row = rows / 2;
        column = columns / 3;
        goto inside;
    }
next_row:
    if (row >= rows)
        return sum;
    column = 0;
    sum += 1000;
next_column:
    if (column >= columns) {
        row++;
        goto next_row;
    }
inside:
    sum += row * columns + column;
    column++;
    if (sum % 97 == 0)
        goto next_row_early;
    goto next_column;
next_row_early:
    sum -= 5;
    row++;
    goto next_row;
}

/* Copies eight at a time; the switch enters the loop wherever the remainder says. */
static void unrolled_copy(char *to, const char *from, int count)
{
    if (count <= 0)
        return;
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++; /* fall through */
    case 7: *to++ = *from++; /* fall through */
    case 6: *to++ = *from++; /* fall through */
    case 5: *to++ = *from++; /* fall through */
    case 4: *to++ = *from++; /* fall through */
    case 3: *to++ = *from++; /* fall through */
    case 2: *to++ = *from++; /* fall through */
    case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void)
{
    unsigned digest = 0;
    for (unsigned n = 0; n < 120; n++) {
        digest = digest * 31 + two_entries(n, 0);
        digest = digest * 31 + two_entries(n, 1);
    }
    printf("two entries:   %08x\n", digest);

    digest = 0;
    for (unsigned x = 0; x < 120; x++)
        digest = digest * 31 + three_entries(x, 50 + x);
    printf("three entries: %08x\n", digest);

    printf("crossed:       %ld %ld\n", crossed(40, 40, 0), crossed(40, 40, 1));

    char from[64], to[65];
    for (int i = 0; i < 64; i++)
        from[i] = (char)('0' + i % 10);
    int total = 0;
    for (int count = 0; count <= 64; count++) {
        for (int i = 0; i < 65; i++)
            to[i] = '-';
        unrolled_copy(to, from, count);
        int copied = 0;
        while (to[copied] != '-')
            copied++;
        total += copied == count;
    }
    printf("copies right:  %d of 65\n", total);
    return 0;
}
