/* Volatile objects: a pretended device whose registers are read and written in a fixed order, and a counter that no optimiser may skip.
 * The one program here that uses volatile. */
#include <stdint.h>
#include <stdio.h>

typedef struct {
    volatile uint32_t status, data, control;
} Device;

static Device device;
static volatile int counter;

/* Plays the hardware: answers what the last write to control asked for. */
static void clock_device(uint32_t *shift)
{
    if (device.control & 1) {
        *shift = *shift >> 1 ^ (0x80200003u & (0u - (*shift & 1)));
        device.data = *shift;
        device.status = 1;
    } else {
        device.status = 0;
    }
}

static uint32_t read_word(uint32_t *shift)
{
    device.control = 1;
    int waited = 0;
    do {
        waited++;
        clock_device(shift);
    } while (!(device.status & 1) && waited < 10);
    uint32_t word = device.data;
    device.control = 0;
    clock_device(shift);
    return word;
}

int main(void)
{
    uint32_t shift = 1, sum = 0;
    for (int i = 0; i < 4000; i++)
        sum += read_word(&shift);
    printf("sum of words %08x, status %u, control %u\n", sum, device.status, device.control);

    for (int i = 0; i < 10000; i++) {
        counter++;
        (void)counter;
    }
    volatile double accumulated = 0.0;
    for (int i = 1; i <= 2000; i++)
        accumulated += 1.0 / (double)(1 << i % 20);
    printf("counter %d, accumulated %.6f\n", counter, accumulated);

    volatile int cells[8] = {0};
    for (volatile int i = 0; i < 800; i++)
        cells[i % 8] += i;
    for (int i = 0; i < 8; i++)
        printf("%d%c", cells[i], i < 7 ? ' ' : '\n');
    return counter == 10000 ? 0 : 1;
}
