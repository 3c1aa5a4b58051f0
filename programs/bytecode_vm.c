/* A stack machine interpreted by one switch in a loop: runs a factorial by recursion, a prime counter and a deliberate division by zero.
 * Shows a large dispatch switch, two stacks and an error enum. */
#include <stdio.h>
#include <stdlib.h>

typedef enum { PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, LESS, EQUAL, JUMP, JUMP_IF_ZERO, CALL, RETURN, DUP, DROP, SWAP, PRINT, HALT } Op;

typedef struct {
    Op op;
    int argument;
} Instruction;

typedef enum { FINE, STACK_OVERFLOW, STACK_UNDERFLOW, DIVISION_BY_ZERO, BAD_JUMP } Fault;

enum { STACK = 64, CELLS = 8 };

static Fault run(const Instruction *code, int size, long *steps)
{
    /* How many operands each operation takes from the stack. */
    static const signed char takes[] = {0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 0, 1, 0, 0, 1, 1, 2, 1, 0};
    long stack[STACK], cells[CELLS] = {0};
    int returns[STACK];
    int top = 0, calls = 0, at = 0;

    for (*steps = 0;; ++*steps) {
        if (at < 0 || at >= size)
            return BAD_JUMP;
        Instruction now = code[at++];
        if (top < takes[now.op])
            return STACK_UNDERFLOW;
        if (top + 2 > STACK)
            return STACK_OVERFLOW;
        switch (now.op) {
        case PUSH: stack[top++] = now.argument; break;
        case LOAD: stack[top++] = cells[now.argument % CELLS]; break;
        case STORE: cells[now.argument % CELLS] = stack[--top]; break;
        case ADD: top--; stack[top - 1] += stack[top]; break;
        case SUB: top--; stack[top - 1] -= stack[top]; break;
        case MUL: top--; stack[top - 1] *= stack[top]; break;
        case DIV:
        case MOD:
            top--;
            if (stack[top] == 0)
                return DIVISION_BY_ZERO;
            if (now.op == DIV)
                stack[top - 1] /= stack[top];
            else
                stack[top - 1] %= stack[top];
            break;
        case LESS: top--; stack[top - 1] = stack[top - 1] < stack[top]; break;
        case EQUAL: top--; stack[top - 1] = stack[top - 1] == stack[top]; break;
        case JUMP: at = now.argument; break;
        case JUMP_IF_ZERO:
            if (stack[--top] == 0)
                at = now.argument;
            break;
        case CALL:
            if (calls == STACK)
                return STACK_OVERFLOW;
            returns[calls++] = at;
            at = now.argument;
            break;
        case RETURN:
            if (calls == 0)
                return STACK_UNDERFLOW;
            at = returns[--calls];
            break;
        case DUP: stack[top] = stack[top - 1]; top++; break;
        case DROP: top--; break;
        case SWAP: {
            long kept = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = kept;
            break;
        }
        case PRINT: printf("  %ld\n", stack[--top]); break;
        case HALT: return FINE;
        }
    }
}

static const Instruction factorial[] = {
    {PUSH, 15}, {CALL, 4}, {PRINT, 0}, {HALT, 0},
    /* 4: n -> n! */
    {DUP, 0}, {JUMP_IF_ZERO, 12}, {DUP, 0}, {PUSH, 1}, {SUB, 0}, {CALL, 4}, {MUL, 0}, {RETURN, 0},
    {DROP, 0}, {PUSH, 1}, {RETURN, 0},
};

static const Instruction primes[] = {
    /* cell 0: candidate, 1: divisor, 2: count */
    {PUSH, 2}, {STORE, 0},
    /* 2: next candidate */
    {LOAD, 0}, {PUSH, 250}, {LESS, 0}, {JUMP_IF_ZERO, 28}, {PUSH, 2}, {STORE, 1},
    /* 8: next divisor */
    {LOAD, 1}, {LOAD, 0}, {LESS, 0}, {JUMP_IF_ZERO, 19}, {LOAD, 0}, {LOAD, 1}, {MOD, 0}, {JUMP_IF_ZERO, 23},
    {LOAD, 1}, {PUSH, 1}, {JUMP, 30},
    /* 19: it is prime */
    {LOAD, 2}, {PUSH, 1}, {ADD, 0}, {STORE, 2},
    /* 23: advance */
    {LOAD, 0}, {PUSH, 1}, {ADD, 0}, {STORE, 0}, {JUMP, 2},
    /* 28 */
    {LOAD, 2}, {JUMP, 33},
    /* 30 */
    {ADD, 0}, {STORE, 1}, {JUMP, 8},
    /* 33 */
    {PRINT, 0}, {HALT, 0},
};

static const Instruction faulty[] = {{PUSH, 1}, {PUSH, 0}, {SWAP, 0}, {SWAP, 0}, {PRINT, 0}, {PUSH, 0}, {DIV, 0}, {HALT, 0}};
static const Instruction runaway[] = {{PUSH, 1}, {JUMP, 0}};
static const Instruction starved[] = {{PUSH, 1}, {EQUAL, 0}, {HALT, 0}};

int main(void)
{
    static const char *const faults[] = {"fine", "stack overflow", "stack underflow", "division by zero", "bad jump"};
    static const struct {
        const char *name;
        const Instruction *code;
        int size;
    } programs[] = {
        {"factorial", factorial, sizeof factorial / sizeof factorial[0]},
        {"primes", primes, sizeof primes / sizeof primes[0]},
        {"faulty", faulty, sizeof faulty / sizeof faulty[0]},
        {"runaway", runaway, sizeof runaway / sizeof runaway[0]},
        {"starved", starved, sizeof starved / sizeof starved[0]},
    };
    int failures = 0;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        long steps;
        printf("%s\n", programs[i].name);
        Fault fault = run(programs[i].code, programs[i].size, &steps);
        printf("  %s after %ld steps\n", faults[fault], steps);
        failures += fault != FINE;
    }
    return failures;
}
