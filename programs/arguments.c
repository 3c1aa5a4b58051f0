/* Program arguments: a small option parser with short and long options, values, and operands; a default line is used when none are given.
 * Usage: arguments [-v] [-n NUMBER] [--name=TEXT] [--] [WORD]... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int verbose;
    long number;
    const char *name;
    const char *operands[16];
    int operand_count;
} Options;

static int usage(const char *problem, const char *argument)
{
    printf("%s: %s\n", problem, argument);
    return 64;
}

static int parse_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 0);
    return end != text && *end == '\0';
}

static int parse(int count, const char *const *arguments, Options *options)
{
    int only_operands = 0;
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (only_operands || argument[0] != '-' || argument[1] == '\0') {
            if (options->operand_count == 16)
                return usage("too many operands", argument);
            options->operands[options->operand_count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            only_operands = 1;
        } else if (strncmp(argument, "--name=", 7) == 0) {
            options->name = argument + 7;
        } else if (strncmp(argument, "--", 2) == 0) {
            return usage("unknown option", argument);
        } else {
            for (const char *letter = argument + 1; *letter; letter++) {
                if (*letter == 'v') {
                    options->verbose++;
                } else if (*letter == 'n') {
                    const char *value = letter[1] ? letter + 1 : ++i < count ? arguments[i] : "";
                    if (!parse_number(value, &options->number))
                        return usage("not a number", value);
                    break;
                } else {
                    return usage("unknown option", argument);
                }
            }
        }
    }
    return EXIT_SUCCESS;
}

static unsigned long digest(const Options *options)
{
    unsigned long sum = (unsigned long)options->number;
    for (int round = 0; round < 1000; round++)
        for (int i = 0; i < options->operand_count; i++)
            for (const char *c = options->operands[i]; *c; c++)
                sum = sum * 131 + (unsigned char)*c;
    return sum;
}

int main(int argc, char **argv)
{
    static const char *const defaults[] = {"-vn", "0x2a", "north", "--name=keeper", "-", "--", "-south", "east"};
    Options options = {.name = "nobody"};
    int status = argc > 1 ? parse(argc - 1, (const char *const *)(argv + 1), &options)
                          : parse(sizeof defaults / sizeof defaults[0], defaults, &options);
    if (status != EXIT_SUCCESS)
        return status;
    printf("verbose %d, number %ld, name %s\n", options.verbose, options.number, options.name);
    for (int i = 0; i < options.operand_count; i++)
        printf("operand %d: %s\n", i, options.operands[i]);
    printf("digest %lx\n", digest(&options));
    return options.operand_count;
}
