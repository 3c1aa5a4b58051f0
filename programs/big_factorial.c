/* Big numbers in base 10^9: factorials, powers of two, long multiplication, and division by a small number.
 * Numbers grow with realloc; the square of 150! is divided back to 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASE = 1000000000 };

typedef struct {
    uint32_t *limbs; /* least significant first, no leading zero */
    size_t count;
} Big;

static void resize(Big *big, size_t count)
{
    uint32_t *limbs = realloc(big->limbs, count * sizeof *limbs);
    if (!limbs)
        exit(EXIT_FAILURE);
    if (count > big->count)
        memset(limbs + big->count, 0, (count - big->count) * sizeof *limbs);
    big->limbs = limbs;
    big->count = count;
}

static Big from_small(uint32_t value)
{
    Big big = {NULL, 0};
    resize(&big, 1);
    big.limbs[0] = value;
    return big;
}

static void multiply_small(Big *big, uint32_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < big->count; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)(carry % BASE);
        carry /= BASE;
    }
    if (carry > 0) {
        resize(big, big->count + 1);
        big->limbs[big->count - 1] = (uint32_t)carry;
    }
}

static uint32_t divide_small(Big *big, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = big->count; i-- > 0;) {
        rest = rest * BASE + big->limbs[i];
        big->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (big->count > 1 && big->limbs[big->count - 1] == 0)
        big->count--;
    return (uint32_t)rest;
}

static Big multiply(const Big *a, const Big *b)
{
    Big product = {NULL, 0};
    resize(&product, a->count + b->count);
    for (size_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < b->count || carry > 0; j++) {
            carry += product.limbs[i + j];
            if (j < b->count)
                carry += (uint64_t)a->limbs[i] * b->limbs[j];
            product.limbs[i + j] = (uint32_t)(carry % BASE);
            carry /= BASE;
        }
    }
    while (product.count > 1 && product.limbs[product.count - 1] == 0)
        product.count--;
    return product;
}

static char *to_text(const Big *big)
{
    size_t room = 9 * big->count + 1;
    char *text = malloc(room);
    if (!text)
        exit(EXIT_FAILURE);
    int used = snprintf(text, room, "%u", big->limbs[big->count - 1]);
    for (size_t i = big->count - 1; i-- > 0;)
        used += snprintf(text + used, room - (size_t)used, "%09u", big->limbs[i]);
    return text;
}

int main(void)
{
    Big factorial = from_small(1);
    for (uint32_t i = 2; i <= 150; i++)
        multiply_small(&factorial, i);
    char *text = to_text(&factorial);
    int digit_sum = 0;
    for (const char *c = text; *c; c++)
        digit_sum += *c - '0';
    printf("150! = %s\n(%zu digits, adding up to %d)\n", text, strlen(text), digit_sum);
    free(text);

    Big square = multiply(&factorial, &factorial);
    text = to_text(&square);
    printf("its square starts with %.20s and has %zu digits\n", text, strlen(text));
    free(text);

    Big power = from_small(2);
    for (int i = 0; i < 9; i++) {
        Big next = multiply(&power, &power);
        free(power.limbs);
        power = next;
    }
    text = to_text(&power);
    printf("2^512 = %s\n", text);
    free(text);

    uint32_t rests = 0;
    for (int twice = 0; twice < 2; twice++)
        for (uint32_t i = 150; i >= 2; i--)
            rests += divide_small(&square, i);
    text = to_text(&square);
    printf("divided back: %s, rests %u\n", text, rests);
    int good = strcmp(text, "1") == 0 && rests == 0;
    free(text);
    free(square.limbs);
    free(power.limbs);
    free(factorial.limbs);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
