/* A yardstick for random streams: bounded integers from xoshiro256++ (Blackman and Vigna), by Lemire's method.
   Build and run:  gcc -O3 -march=native -o stream stream.c && ./stream 20000000
   Prints: integers below 81 per CPU second. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t s[4] = {1, 2, 3, 4};

static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_bits(void) {
    uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotate(s[3], 45);
    return result;
}

static inline uint64_t next_below(uint64_t n) {
    uint64_t product = (next_bits() >> 32) * n;
    if ((product & 0xFFFFFFFF) < n) {
        uint64_t threshold = (0x100000000ull - n) % n;
        while ((product & 0xFFFFFFFF) < threshold) product = (next_bits() >> 32) * n;
    }
    return product >> 32;
}

int main(int argc, char **argv) {
    long draws = argc > 1 ? atol(argv[1]) : 20000000;
    uint64_t total = 0;
    clock_t start = clock();
    for (long i = 0; i < draws; i++) total += next_below(81);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    volatile uint64_t sink = total;
    (void)sink;
    printf("%.0f\n", draws / seconds);
    return 0;
}
