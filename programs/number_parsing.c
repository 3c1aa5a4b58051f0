/* Text to numbers and back: strtol, strtoul, strtod and atoi on good, bad and overflowing input, against parsers of our own.
 * Then printf of integers and doubles in many widths, flags and precisions. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decimal only; returns 0 if the text is not wholly a number that fits. */
static int parse_long(const char *text, long *out)
{
    int negative = *text == '-';
    unsigned long value = 0, limit = (unsigned long)LONG_MAX + (unsigned long)negative;
    if (negative || *text == '+')
        text++;
    if (!*text)
        return 0;
    for (; *text; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (digit > 9 || value > (limit - digit) / 10)
            return 0;
        value = value * 10 + digit;
    }
    *out = negative ? -(long)(value - 1) - 1 : (long)value;
    if (negative && value == 0)
        *out = 0;
    return 1;
}

static void with_strtol(const char *text, int base)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, base);
    printf("strtol(\"%s\", %d) = %ld, rest \"%s\"%s\n", text, base, value, end, errno == ERANGE ? ", out of range" : "");
}

static void with_strtod(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    printf("strtod(\"%s\") = %.17g, rest \"%s\"\n", text, value, end);
}

int main(void)
{
    with_strtol("  42 apples", 10);
    with_strtol("-0x1fG", 16);
    with_strtol("0755", 0);
    with_strtol("zz", 36);
    with_strtol("none", 10);
    with_strtol("99999999999999999999", 10);
    with_strtol("-9223372036854775808", 10);
    printf("strtoul %lu %lu\n", strtoul("4294967296", NULL, 10), strtoul("-1", NULL, 10));
    printf("strtoll %lld, strtoull %llu\n", strtoll("-77", NULL, 8), strtoull("ffffffffffffffff", NULL, 16));
    printf("atoi %d %d %d, atof %.3f\n", atoi("123abc"), atoi("-8"), atoi(""), atof("2.5e2"));
    with_strtod("3.14159xyz");
    with_strtod("-1e-320");
    with_strtod("1e400");
    with_strtod("0x1.8p3");
    with_strtod("inf");
    with_strtod(".");
    with_strtod("9007199254740993");

    int wrong = 0;
    char text[64];
    for (long i = -400; i <= 400; i++) {
        long value = i * i * i * 1234577 + i, ours, theirs;
        snprintf(text, sizeof text, "%ld", value);
        theirs = strtol(text, NULL, 10);
        wrong += !parse_long(text, &ours) || ours != value || theirs != value;
        snprintf(text, sizeof text, "%.17g", (double)value / 7.0);
        wrong += strtod(text, NULL) != (double)value / 7.0;
    }
    long unused;
    printf("wrong %d, refused %d %d %d\n", wrong, !parse_long("12x", &unused), !parse_long("9223372036854775808", &unused),
           !parse_long("-", &unused));

    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%5.3d]\n", 42, 42, 42, 42, 42, 7, -7);
    printf("[%x] [%#x] [%08X] [%o] [%#o] [%hhu] [%hd] [%ld] [%zu]\n", 48879u, 48879u, 48879u, 8u, 8u, (unsigned char)300,
           (short)-3, LONG_MIN, sizeof text);
    printf("[%s] [%8s] [%-8s] [%.2s] [%c] [%%] [%*d] [%-*d]\n", "gate", "gate", "gate", "gate", 'g', 6, 42, 6, 42);
    printf("[%f] [%.0f] [%8.3f] [%-8.1f] [%+.2f] [%08.2f]\n", 2.5, 2.5, 3.14159, 0.05, 1.005, -1.5);
    printf("[%e] [%.2E] [%g] [%g] [%g] [%G] [%#g] [%.3g]\n", 12345.678, 0.00012, 100000.0, 1000000.0, 0.0001, 1e-10, 1.0, 1234.5);
    printf("[%5.1f] [%f] [%e] [%g]\n", INFINITY, -INFINITY, 0.0, -0.0);
    int written = 0;
    written += sprintf(text, "%d", INT_MIN);
    written += sprintf(text + strlen(text), "/%u", UINT_MAX);
    printf("%s (%d)\n", text, written);
    return wrong;
}
