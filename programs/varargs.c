/* Functions with variable arguments: sums of mixed types, a small formatter of our own, va_copy, and a va_list handed down to vsnprintf.
 * Passes more arguments than fit in registers. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static long sum_ints(int count, ...)
{
    va_list args;
    long sum = 0;
    va_start(args, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(args, int);
    va_end(args);
    return sum;
}

/* One letter an argument: i int, l long long, d double, s string, p point. */
typedef struct {
    int x, y;
} Point;

static double sum_mixed(const char *kinds, ...)
{
    va_list args;
    double sum = 0.0;
    va_start(args, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': sum += va_arg(args, int); break;
        case 'l': sum += (double)va_arg(args, long long); break;
        case 'd': sum += va_arg(args, double); break;
        case 's': sum += (double)strlen(va_arg(args, const char *)); break;
        case 'p': {
            Point point = va_arg(args, Point);
            sum += point.x * 100 + point.y;
            break;
        }
        }
    }
    va_end(args);
    return sum;
}

static int put_number(char *out, unsigned long value, unsigned base)
{
    char digits[24];
    int count = 0, size = 0;
    do
        digits[count++] = "0123456789abcdef"[value % base];
    while (value /= base);
    while (count > 0)
        out[size++] = digits[--count];
    return size;
}

/* Understands %d %u %x %ld %c %s %%. */
static int format_list(char *out, const char *format, va_list args)
{
    char *start = out;
    for (; *format; format++) {
        if (*format != '%') {
            *out++ = *format;
            continue;
        }
        int is_long = *++format == 'l';
        if (is_long)
            format++;
        switch (*format) {
        case 'd': {
            long value = is_long ? va_arg(args, long) : va_arg(args, int);
            if (value < 0)
                *out++ = '-';
            out += put_number(out, value < 0 ? 0ul - (unsigned long)value : (unsigned long)value, 10);
            break;
        }
        case 'u': out += put_number(out, va_arg(args, unsigned), 10); break;
        case 'x': out += put_number(out, va_arg(args, unsigned), 16); break;
        case 'c': *out++ = (char)va_arg(args, int); break;
        case 's':
            for (const char *text = va_arg(args, const char *); *text;)
                *out++ = *text++;
            break;
        default: *out++ = *format; break;
        }
    }
    *out = '\0';
    return (int)(out - start);
}

static int format_own(char *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = format_list(out, format, args);
    va_end(args);
    return size;
}

/* Formats the same arguments twice, by our code and by the library's, and compares. */
static int compare(const char *format, ...)
{
    char own[128], library[128];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    format_list(own, format, args);
    vsnprintf(library, sizeof library, format, again);
    va_end(again);
    va_end(args);
    printf("%s\n", own);
    return strcmp(own, library) == 0;
}

int main(void)
{
    char text[128];
    int good = 1;
    printf("%ld\n", sum_ints(0));
    printf("%ld\n", sum_ints(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -66));
    printf("%.3f\n", sum_mixed("idlsp", 1, 2.5, 1LL << 40, "four", (Point){3, 4}));
    printf("%.3f\n", sum_mixed("ddddddddddii", 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10, 20));
    good &= compare("%d %u %x", -42, 42u, 0xbeefu);
    good &= compare("%s/%c/%%/%ld", "slash", 'c', -9223372036854775807L - 1);
    good &= compare("%d %d %d %d %d %d %d %s", 1, 2, 3, 4, 5, 6, 7, "spilled");

    unsigned digest = 0;
    for (int i = 0; i < 300; i++) {
        int size = format_own(text, "%d:%x:%s", i * i - 5000, (unsigned)i * 77u, i % 2 ? "odd" : "even");
        for (int j = 0; j < size; j++)
            digest = digest * 33 + (unsigned char)text[j];
        digest += (unsigned)sum_ints(3, i, -i, size);
    }
    printf("digest %08x, last %s\n", digest, text);
    return !good;
}
