/* Character classes of ctype.h: counts classes, capitalises, applies a Caesar shift, and finds the words of a text.
 * The one program here that uses ctype.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char TEXT[] = "The keeper sat by gate 7, counting 1,024 coins (copper & tin).\n"
                           "\tNo cart, however small, went past; \"PAY FIRST!\" he said -- twice, on 3 May 1898.\n";

static void capitalise(char *text)
{
    int inside = 0;
    for (; *text; text++) {
        *text = (char)(inside ? tolower((unsigned char)*text) : toupper((unsigned char)*text));
        inside = isalpha((unsigned char)*text) != 0;
    }
}

static void shift_letters(char *text, int by)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (islower(c))
            *text = (char)('a' + (c - 'a' + by + 26) % 26);
        else if (isupper(c))
            *text = (char)('A' + (c - 'A' + by + 26) % 26);
    }
}

static int count_words(const char *text, int *longest)
{
    int words = 0, size = 0;
    for (;; text++) {
        if (isalnum((unsigned char)*text)) {
            size++;
            continue;
        }
        if (size > 0)
            words++;
        if (size > *longest)
            *longest = size;
        size = 0;
        if (!*text)
            return words;
    }
}

int main(void)
{
    enum { ALPHA, DIGIT, SPACE, UPPER, LOWER, PUNCT, XDIGIT, PRINT, CLASSES };
    static const char *const names[CLASSES] = {"alpha", "digit", "space", "upper", "lower", "punct", "xdigit", "print"};
    int counts[CLASSES] = {0};
    for (int round = 0; round < 4; round++)
        for (const char *at = TEXT; *at; at++) {
            unsigned char c = (unsigned char)*at;
            counts[ALPHA] += isalpha(c) != 0;
            counts[DIGIT] += isdigit(c) != 0;
            counts[SPACE] += isspace(c) != 0;
            counts[UPPER] += isupper(c) != 0;
            counts[LOWER] += islower(c) != 0;
            counts[PUNCT] += ispunct(c) != 0;
            counts[XDIGIT] += isxdigit(c) != 0;
            counts[PRINT] += isprint(c) != 0;
        }
    for (int i = 0; i < CLASSES; i++)
        printf("%-6s %d\n", names[i], counts[i]);

    char text[sizeof TEXT];
    memcpy(text, TEXT, sizeof text);
    capitalise(text);
    fputs(text, stdout);
    memcpy(text, TEXT, sizeof text);
    for (int round = 0; round < 21; round++)
        shift_letters(text, 5);
    fputs(text, stdout);
    for (int round = 0; round < 21; round++)
        shift_letters(text, -5);
    int longest = 0, words = count_words(text, &longest);
    printf("%d words, longest %d, restored %d\n", words, longest, strcmp(text, TEXT) == 0);
    fputc('.', stdout);
    fputc('\n', stdout);
    return 0;
}
