/* Threaded code: a small interpreter whose every operation jumps to the next through a table of label addresses (a GNU extension),
 * compared with the same machine as a switch. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { INCREMENT, DOUBLE, NEGATE, MIX, DECREMENT_AND_LOOP, STOP };

static uint32_t threaded(const uint8_t *code, uint32_t value, uint32_t counter)
{
    static const void *const labels[] = {&&increment, &&twice, &&negate, &&mix, &&decrement_and_loop, &&stop};
    const uint8_t *at = code;
#define NEXT goto *labels[*at++]
    NEXT;
increment:
    value += 1;
    NEXT;
twice:
    value *= 2;
    NEXT;
negate:
    value = ~value;
    NEXT;
mix:
    value ^= value >> 15;
    value *= 0x2c1b3c6du;
    NEXT;
decrement_and_loop:
    if (--counter > 0)
        at = code;
    NEXT;
stop:
    return value;
#undef NEXT
}

static uint32_t switched(const uint8_t *code, uint32_t value, uint32_t counter)
{
    for (const uint8_t *at = code;;) {
        switch (*at++) {
        case INCREMENT: value += 1; break;
        case DOUBLE: value *= 2; break;
        case NEGATE: value = ~value; break;
        case MIX:
            value ^= value >> 15;
            value *= 0x2c1b3c6du;
            break;
        case DECREMENT_AND_LOOP:
            if (--counter > 0)
                at = code;
            break;
        default: return value;
        }
    }
}

int main(void)
{
    static const uint8_t programs[3][8] = {
        {INCREMENT, DOUBLE, MIX, DECREMENT_AND_LOOP, STOP},
        {NEGATE, MIX, MIX, INCREMENT, DECREMENT_AND_LOOP, STOP},
        {DOUBLE, DOUBLE, INCREMENT, NEGATE, MIX, INCREMENT, DECREMENT_AND_LOOP, STOP},
    };
    int good = 1;
    for (int i = 0; i < 3; i++)
        for (uint32_t count = 1; count <= 1000; count *= 10) {
            uint32_t a = threaded(programs[i], (uint32_t)i, count);
            uint32_t b = switched(programs[i], (uint32_t)i, count);
            good &= a == b;
            printf("program %d, %4u rounds: %08x\n", i, count, a);
        }
    puts(good ? "both machines agree" : "the machines differ");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
