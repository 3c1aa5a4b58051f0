/* A tokenizer for a C-like language as a state machine: a switch over states, and within it over character classes.
 * Reports counts, longest tokens and the line of each error. */
#include <stdio.h>
#include <string.h>

typedef enum { START, NAME, NUMBER, FRACTION, STRING, ESCAPE, SLASH, LINE_COMMENT, BLOCK_COMMENT, BLOCK_STAR } State;
typedef enum { T_NAME, T_NUMBER, T_STRING, T_COMMENT, T_OPERATOR, T_ERROR, KINDS } Kind;

static const char *const KIND_NAMES[KINDS] = {"name", "number", "string", "comment", "operator", "error"};

typedef struct {
    int count[KINDS];
    int longest[KINDS];
    int line;
    unsigned digest;
} Report;

static void emit(Report *report, Kind kind, const char *from, const char *to)
{
    int size = (int)(to - from);
    report->count[kind]++;
    if (size > report->longest[kind])
        report->longest[kind] = size;
    report->digest = report->digest * 131 + (unsigned)kind;
    for (; from < to; from++)
        report->digest = report->digest * 33 + (unsigned char)*from;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void tokenize(const char *text, Report *report, int loud)
{
    State state = START;
    const char *from = text;
    for (const char *at = text;; at++) {
        char c = *at;
    again:
        switch (state) {
        case START:
            from = at;
            switch (c) {
            case '\0': return;
            case ' ': case '\t': case '\n': break;
            case '"': state = STRING; break;
            case '/': state = SLASH; break;
            case '+': case '-': case '*': case '=': case '<': case '>': case ';': case ',':
            case '(': case ')': case '{': case '}':
                emit(report, T_OPERATOR, at, at + 1);
                break;
            default:
                if (is_letter(c)) {
                    state = NAME;
                } else if (is_digit(c)) {
                    state = NUMBER;
                } else {
                    emit(report, T_ERROR, at, at + 1);
                    if (loud)
                        printf("line %d: stray '%c'\n", report->line, c);
                }
            }
            break;
        case NAME:
            if (!is_letter(c) && !is_digit(c)) {
                emit(report, T_NAME, from, at);
                state = START;
                goto again;
            }
            break;
        case NUMBER:
        case FRACTION:
            if (c == '.' && state == NUMBER) {
                state = FRACTION;
            } else if (!is_digit(c)) {
                emit(report, T_NUMBER, from, at);
                state = START;
                goto again;
            }
            break;
        case STRING:
            if (c == '\\') {
                state = ESCAPE;
            } else if (c == '"') {
                emit(report, T_STRING, from, at + 1);
                state = START;
            } else if (c == '\n' || c == '\0') {
                emit(report, T_ERROR, from, at);
                if (loud)
                    printf("line %d: string does not end\n", report->line);
                state = START;
                goto again;
            }
            break;
        case ESCAPE:
            state = STRING;
            if (c == '\0')
                goto again;
            break;
        case SLASH:
            if (c == '/') {
                state = LINE_COMMENT;
            } else if (c == '*') {
                state = BLOCK_COMMENT;
            } else {
                emit(report, T_OPERATOR, from, at);
                state = START;
                goto again;
            }
            break;
        case LINE_COMMENT:
            if (c == '\n' || c == '\0') {
                emit(report, T_COMMENT, from, at);
                state = START;
                goto again;
            }
            break;
        case BLOCK_STAR:
            if (c == '/') {
                emit(report, T_COMMENT, from, at + 1);
                state = START;
                break;
            }
            state = BLOCK_COMMENT; /* fall through */
        case BLOCK_COMMENT:
            if (c == '*') {
                state = BLOCK_STAR;
            } else if (c == '\0') {
                emit(report, T_ERROR, from, at);
                if (loud)
                    printf("line %d: comment does not end\n", report->line);
                return;
            }
            break;
        }
        if (c == '\n')
            report->line++;
    }
}

int main(void)
{
    static const char text[] =
        "int toll(int axles) { // per axle\n"
        "    return axles * 2.75 + 10;\n"
        "}\n"
        "/* the gate ** opens * here */ open(\"main \\\"gate\\\"\");\n"
        "a = b / c - 3.14.15; @ #\n"
        "say(\"no end);\n"
        "x = 1; /* trailing *";
    Report report = {.line = 1};
    tokenize(text, &report, 1);
    for (int kind = 0; kind < KINDS; kind++)
        printf("%-8s %2d, longest %d\n", KIND_NAMES[kind], report.count[kind], report.longest[kind]);
    for (int round = 0; round < 40; round++) {
        report.line = 1;
        tokenize(text + (unsigned)round % strlen(text), &report, 0);
    }
    printf("digest %08x\n", report.digest);
    return report.count[T_ERROR] > 0;
}
