/* What the C library prints and parses, compared byte for byte with a native run. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void floats(void)
{
    static const double values[] = {0,   -0.0, 1,   -1,  0.1,    1e10,     1e-10,    123456789.123, 1e300, 5e-324,
                                    0.5, 1.5,  2.5, 9.9995, 99999.95, INFINITY, -INFINITY};
    static const char *const formats[] = {"%f",      "%e",       "%g",     "%a",    "%.0f",  "%.0e", "%.3g", "%#g",
                                          "%+.2f",   "% e",      "%010.3f", "%-12.4g|", "%20.10e", "%#.0f", "%.15g",
                                          "%.17g",   "%G",       "%E",     "%A",    "%.3a",  "%.0a", "%08.2f", "%+a"};
    for (size_t i = 0; i < COUNT(values); i++)
        for (size_t j = 0; j < COUNT(formats); j++) {
            printf(formats[j], values[i]);
            putchar(j + 1 == COUNT(formats) ? '\n' : ' ');
        }
    static const long double wide[] = {0.0L, 1.0L / 3, 1e4000L, 1e-4940L, 123.456L, -2.5L};
    for (size_t i = 0; i < COUNT(wide); i++)
        printf("%.3Lf|%Le|%Lg|%La|%.30Lg\n", i == 2 ? 2.0L : wide[i], wide[i], wide[i], wide[i], wide[i]);
}

static void print_list(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static void integers_and_strings(void)
{
    printf("%d %i %u %o %x %X %#o %#x %#X\n", -5, 6, 7u, 8u, 255u, 255u, 8u, 255u, 255u);
    printf("%+d|% d|%05d|%-5d|%.3d|%5.2d|%.0d|%+5d|% 05d|%x\n", 3, 4, 42, 42, 7, 7, 0, 4, 5, -1);
    printf("%hhd %hd %ld %lld %zu %jd %td\n", (char)300, (short)70000, 1L << 40, -1LL, (size_t)9, (intmax_t)-3,
           (ptrdiff_t)5);
    printf("%hhu %hu %lu %llx\n", (unsigned char)300, (unsigned short)70000, ~0ul, ~0ull);
    printf("[%s] [%10s] [%-10s] [%.2s] [%*s] [%-*s] [%.*s]\n", "abc", "abc", "abc", "abc", 6, "x", 6, "y", 2, "zzz");
    printf("[%c] [%5c] [%%] %p %p\n", 'q', 'r', (void *)0, (void *)16);
    int written;
    printf("abc%nd\n", &written);
    char buffer[20];
    int needed = snprintf(buffer, sizeof buffer, "%s-%d", "a long enough string", 12345);
    printf("%d %d %s\n", written, needed, buffer);
    print_list("%d %s %f %ld %c %Lf %d %d %d %d %f\n", 1, "two", 3.0, 4L, '5', 6.5L, 7, 8, 9, 10, 11.5);
}

static void parsing(void)
{
    static const char *const integers[] = {"12",  "-12", "0x1f", "  +7z", "077", "99999999999999999999",
                                           "-99999999999999999999", "abc", "", "1e3", "0x", "-0", "2147483648"};
    for (size_t i = 0; i < COUNT(integers); i++) {
        char *end;
        errno = 0;
        long number = strtol(integers[i], &end, 0);
        printf("%ld %d %d ", number, (int)(end - integers[i]), errno);
        errno = 0;
        unsigned long natural = strtoul(integers[i], &end, 10);
        printf("%lu %d %d %d\n", natural, (int)(end - integers[i]), errno, atoi(integers[i]));
    }
    static const char *const reals[] = {"1.5e3x", "0x1.8p3", "inf",   "nan",   "-infinity", ".5",  "5.",
                                        "e5",     "1e400",   "1e-400", "+3.25", "0x.8",      "1e+", "  -2e-2"};
    for (size_t i = 0; i < COUNT(reals); i++) {
        char *end;
        errno = 0;
        double real = strtod(reals[i], &end);
        printf("%g %d %d %g\n", real, (int)(end - reals[i]), errno, (double)strtof(reals[i], NULL));
    }
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void tools(void)
{
    srand(42);
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    int numbers[] = {5, 3, 9, 1, 7, 3, 8}, key = 7;
    qsort(numbers, COUNT(numbers), sizeof *numbers, compare);
    int *found = bsearch(&key, numbers, COUNT(numbers), sizeof *numbers, compare);
    for (size_t i = 0; i < COUNT(numbers); i++)
        printf("%d ", numbers[i]);
    printf("%d\n", (int)(found - numbers));
    char text[] = "a,b;;c d";
    for (char *token = strtok(text, ",; "); token; token = strtok(NULL, ",; "))
        printf("<%s>", token);
    char *copy = strndup("hello", 3);
    printf("%s %zu %s %s %zu %zu\n", copy, strlen(copy), strstr("haystack", "st"), strrchr("a/b/c", '/'),
           strspn("aab", "a"), strcspn("abc", "c"));
    free(copy);
    printf("%d %d %d\n", strcmp("a", "b") < 0, strncasecmp("ABc", "abd", 2), memcmp("abc", "abd", 3) < 0);
    for (int c = -1; c < 256; c += 7)
        printf("%d%d%d%d%d%d%d%d ", !!isalpha(c), !!isdigit(c), !!isspace(c), !!isupper(c), !!ispunct(c), !!isprint(c),
               !!iscntrl(c), !!isxdigit(c));
    printf("%d %d %d\n", toupper('a'), tolower('Z'), toupper('1'));
    div_t half = div(-7, 2);
    ldiv_t long_half = ldiv(-7L, 2L);
    printf("%d %d %ld %ld\n", half.quot, half.rem, long_half.quot, long_half.rem);
}

static void mathematics(void)
{
    int exponent;
    double whole;
    double fraction = frexp(48.0, &exponent), rest = modf(-3.75, &whole);
    printf("%g %d %g %g %g %g %g %ld %ld\n", fraction, exponent, rest, whole, ldexp(3, 4), fmod(7.5, 2), hypot(3, 4),
           lround(2.5), lrint(2.5));
    printf("%.6f %.6f %.6f %.6f %.6f %.6f %g\n", sin(1), cos(1), tan(1), exp(1), log(10), pow(2, 0.5), cbrt(27));
}

int main(void)
{
    floats();
    integers_and_strings();
    parsing();
    tools();
    mathematics();
    fputs("end\n", stdout);
    return 3;
}
