/* Strings by hand and by library: reversal, palindromes, rotation, trimming, splitting, joining, counting.
 * Works on one buffer at a time and never past its end. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reverse_range(char *text, size_t from, size_t to)
{
    while (from + 1 < to) {
        char kept = text[from];
        text[from++] = text[--to];
        text[to] = kept;
    }
}

static void reverse_words(char *text)
{
    size_t size = strlen(text);
    reverse_range(text, 0, size);
    for (size_t start = 0; start < size;) {
        size_t length = strcspn(text + start, " ");
        reverse_range(text, start, start + length);
        start += length + 1;
    }
}

static void rotate(char *text, size_t by)
{
    size_t size = strlen(text);
    if (size == 0)
        return;
    by %= size;
    reverse_range(text, 0, by);
    reverse_range(text, by, size);
    reverse_range(text, 0, size);
}

static bool is_palindrome(const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        if (*text++ != *--end)
            return false;
    }
    return true;
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        text[--size] = '\0';
    return text;
}

static int longest_palindrome(const char *text, size_t *start)
{
    int best = 0, size = (int)strlen(text);
    for (int centre = 0; centre < 2 * size - 1; centre++) {
        int left = centre / 2, right = left + centre % 2;
        while (left >= 0 && right < size && text[left] == text[right]) {
            left--;
            right++;
        }
        if (right - left - 1 > best) {
            best = right - left - 1;
            *start = (size_t)(left + 1);
        }
    }
    return best;
}

int main(void)
{
    char line[] = "the keeper of the gate counts every coin twice";
    reverse_words(line);
    puts(line);
    reverse_words(line);
    puts(line);
    rotate(line, 11);
    printf("[%s]\n", line);

    char padded[] = " \t  a toll, a gate \t ";
    printf("[%s]\n", trim(padded));

    char list[] = "red,green,,blue,violet";
    char joined[64] = "";
    int fields = 0;
    for (char *word = strtok(list, ","); word; word = strtok(NULL, ",")) {
        if (joined[0])
            strncat(joined, " + ", sizeof joined - strlen(joined) - 1);
        strncat(joined, word, sizeof joined - strlen(joined) - 1);
        fields++;
    }
    printf("%d fields: %s\n", fields, joined);

    static const char *const candidates[] = {"", "x", "noon", "level", "gate", "abccbx"};
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++)
        printf("%-7s %s\n", candidates[i], is_palindrome(candidates[i]) ? "palindrome" : "not one");

    static char text[400];
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = "abcd"[(i * i / 5 + i / 7) % 4];
    size_t start = 0;
    int length = longest_palindrome(text, &start);
    printf("longest palindrome: %d at %zu: %.*s\n", length, start, length, text + start);

    int counts[4] = {0};
    for (int round = 0; round < 16; round++) {
        rotate(text, 37);
        for (const char *p = text; *p; p++)
            counts[*p - 'a']++;
    }
    printf("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
    printf("last slash: %s\n", strrchr("a/b/c.txt", '/') + 1);
    printf("first of set: %s\n", strpbrk("key=value;rest", ";="));
    return is_palindrome("noon") ? EXIT_SUCCESS : EXIT_FAILURE;
}
