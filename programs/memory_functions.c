/* The memory and string functions of the C library at their edges: overlaps, zero sizes, embedded zeros, high bytes, missing characters.
 * Results of comparisons are printed by sign only. */
#define _POSIX_C_SOURCE 200809L /* strdup, strnlen */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static void show(const char *label, const char *data, size_t size)
{
    printf("%-10s", label);
    for (size_t i = 0; i < size; i++)
        putchar(data[i] ? data[i] : '0');
    putchar('\n');
}

/* Our own memmove, to compare the library's with. */
static void move(unsigned char *to, const unsigned char *from, size_t size, size_t to_at, size_t from_at)
{
    if (to_at < from_at)
        for (size_t i = 0; i < size; i++)
            to[to_at + i] = from[from_at + i];
    else
        for (size_t i = size; i-- > 0;)
            to[to_at + i] = from[from_at + i];
}

static int overlapping_moves(void)
{
    unsigned char a[48], b[48];
    int wrong = 0;
    for (size_t to = 0; to < 16; to += 3)
        for (size_t from = 0; from < 16; from += 2)
            for (size_t size = 0; size <= 32; size += 8) {
                for (size_t i = 0; i < sizeof a; i++)
                    a[i] = b[i] = (unsigned char)(i * 5 + to);
                memmove(a + to, a + from, size);
                move(b, b, size, to, from);
                wrong += memcmp(a, b, sizeof a) != 0;
            }
    return wrong;
}

int main(void)
{
    char buffer[24];
    memset(buffer, '.', sizeof buffer);
    memcpy(buffer + 2, "embedded\0zero", 13);
    show("copied", buffer, sizeof buffer);
    memmove(buffer + 4, buffer + 2, 13);
    show("moved", buffer, sizeof buffer);
    memcpy(buffer, buffer + 12, 0);
    memset(buffer, 0x1ff & 0x5a, 3);
    show("set", buffer, sizeof buffer);
    printf("wrong moves: %d\n", overlapping_moves());

    printf("memcmp %d %d %d, by high byte %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abd", "abc", 3)),
           sign(memcmp("abc", "abd", 2)), sign(memcmp("\x80", "\x7f", 1)));
    printf("strcmp %d %d %d %d\n", sign(strcmp("", "")), sign(strcmp("gate", "gates")), sign(strcmp("\xff", "a")),
           sign(strncmp("gate", "gates", 4)));

    static const char text[] = "the gate at the end of the lane";
    printf("strchr %d, last %d, none %d, end %d\n", (int)(strchr(text, 'g') - text), (int)(strrchr(text, 't') - text),
           strchr(text, 'z') == NULL, (int)(strchr(text, '\0') - text));
    printf("strstr %d, empty %d, none %d\n", (int)(strstr(text, "the e") - text), (int)(strstr(text, "") - text),
           strstr(text, "thee") == NULL);
    const char *found = memchr(text, 'd', sizeof text);
    printf("memchr %d, too short %d\n", (int)(found - text), memchr(text, 'd', 5) == NULL);
    printf("strspn %zu, strcspn %zu, strpbrk %c\n", strspn(text, "eht "), strcspn(text, "ag"), *strpbrk(text, "nmf"));

    char padded[12], small[8];
    memset(padded, 'x', sizeof padded);
    strncpy(padded, "toll", 8);
    show("strncpy", padded, sizeof padded);
    strcpy(small, "ab");
    strcat(small, "cd");
    show("strcat", small, strlen(small));
    printf("strnlen %zu %zu\n", strnlen(small, 3), strnlen(small, sizeof small));

    char *copy = strdup(text);
    if (!copy)
        return EXIT_FAILURE;
    copy = realloc(copy, 200);
    if (!copy)
        return EXIT_FAILURE;
    strcat(copy, "!");
    printf("%s (%zu)\n", copy, strlen(copy));
    strncat(small, copy + 4, 2);
    show("strncat", small, strlen(small));
    int needed = snprintf(small, sizeof small, "%s-%d", copy + 24, 12345);
    printf("snprintf \"%s\" needed %d\n", small, needed);
    free(copy);
    free(NULL);
    return EXIT_SUCCESS;
}
