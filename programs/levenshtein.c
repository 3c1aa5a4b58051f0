/* Edit distance in two rows, longest common subsequence with its text, and an alignment of two sentences.
 * Shows rows in a variable length array and a table walked backwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 64 };

static int least(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

static int distance(const char *a, const char *b)
{
    size_t width = strlen(b) + 1;
    int rows[2][width];
    for (size_t j = 0; j < width; j++)
        rows[0][j] = (int)j;
    int now = 0;
    for (size_t i = 1; a[i - 1]; i++) {
        const int *above = rows[now];
        int *row = rows[now = !now];
        row[0] = (int)i;
        for (size_t j = 1; j < width; j++)
            row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
    }
    return rows[now][width - 1];
}

static int common(const char *a, const char *b, char *out)
{
    static int table[LIMIT + 1][LIMIT + 1];
    size_t m = strlen(a), n = strlen(b);
    for (size_t i = 0; i <= m; i++)
        for (size_t j = 0; j <= n; j++)
            if (i == 0 || j == 0)
                table[i][j] = 0;
            else if (a[i - 1] == b[j - 1])
                table[i][j] = table[i - 1][j - 1] + 1;
            else
                table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
    int length = table[m][n], at = length;
    out[at] = '\0';
    while (at > 0) {
        if (a[m - 1] == b[n - 1]) {
            out[--at] = a[m - 1];
            m--;
            n--;
        } else if (table[m - 1][n] >= table[m][n - 1]) {
            m--;
        } else {
            n--;
        }
    }
    return length;
}

int main(void)
{
    static const char *const pairs[][2] = {
        {"", ""}, {"gate", ""}, {"kitten", "sitting"}, {"saturday", "sunday"}, {"tollgate", "tailgate"},
        {"no optimisation passes without a proof", "an optimisation that passed with no proof"},
    };
    char shared[LIMIT + 1];
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        int length = common(pairs[i][0], pairs[i][1], shared);
        printf("\"%s\" / \"%s\": distance %d, common %d \"%s\"\n", pairs[i][0], pairs[i][1], distance(pairs[i][0], pairs[i][1]),
               length, shared);
    }

    static const char *const words[] = {"gate", "date", "late", "plate", "place", "palace", "pace", "peace"};
    enum { WORDS = sizeof words / sizeof words[0] };
    int symmetric = 1, triangle = 1;
    for (int i = 0; i < WORDS; i++) {
        for (int j = 0; j < WORDS; j++) {
            int direct = distance(words[i], words[j]);
            printf("%d ", direct);
            symmetric &= direct == distance(words[j], words[i]);
            for (int k = 0; k < WORDS; k += 3)
                triangle &= direct <= distance(words[i], words[k]) + distance(words[k], words[j]);
        }
        printf(" %s\n", words[i]);
    }
    printf("symmetric %d, triangle %d\n", symmetric, triangle);
    return symmetric && triangle ? EXIT_SUCCESS : EXIT_FAILURE;
}
