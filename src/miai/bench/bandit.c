/* A yardstick for bandits: UCB on nine arms, the scores kept up to date and the roots looked up, random numbers from xoshiro256++.
   Build and run:  gcc -O3 -march=native -o bandit bandit.c && ./bandit 100
   Prints: simulations per CPU second, over nine constants from 0 to 100, with the given number of trials of 8192 simulations each. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ARMS 9
#define SIMULATIONS 8192

static uint64_t s[4] = {1, 2, 3, 4};
static double root_log[SIMULATIONS + 1], spread[SIMULATIONS + 1];

static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_bits(void) {
    uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotate(s[3], 45);
    return result;
}

static inline int pick(const double *value, const double *width, double weight) {
    double best = -1e300;
    int place = 0, ties = 0;
    for (int i = 0; i < ARMS; i++) {
        double score = value[i] + weight * width[i];
        if (score > best) best = score, place = i, ties = 1;
        else if (score == best) ties++;
    }
    if (ties == 1) return place;
    int skip = (int)(((next_bits() >> 32) * (uint64_t)ties) >> 32);
    for (int i = 0; i < ARMS; i++)
        if (value[i] + weight * width[i] == best && skip-- == 0) return i;
    return place;
}

/* Without libm, which would have to be linked: only the tables need these. */
static double square_root(double x) {
    double y = x > 1 ? x : 1;
    for (int i = 0; i < 40; i++) y = (y + x / y) / 2;
    return y;
}

static void fill_tables(void) {
    double log = 0;
    for (int n = 1; n <= SIMULATIONS; n++) {
        double z = 1.0 / (2 * n - 1), power = z;
        for (int k = 1; n > 1 && k < 60; k += 2, power *= z * z) log += 2 * power / k; /* ln n - ln(n - 1) = 2 artanh z */
        root_log[n] = n > 1 ? square_root(log) : 0;
        spread[n] = 1 / square_root(n);
    }
}

static int trial(double c) {
    int64_t visits[ARMS] = {0}, wins[ARMS] = {0};
    double value[ARMS], width[ARMS], regret = 0;
    for (int i = 0; i < ARMS; i++) value[i] = 0.5, width[i] = 1;
    for (int n = 0; n < SIMULATIONS; n++) {
        int arm = pick(value, width, c * root_log[n]);
        double payoff = (arm + 1) * 0.1;
        wins[arm] += (double)(next_bits() >> 11) * 0x1p-53 < payoff;
        visits[arm]++;
        regret += 0.9 - payoff;
        value[arm] = (double)wins[arm] / (double)visits[arm];
        width[arm] = spread[visits[arm]];
    }
    int most = 0;
    for (int i = 1; i < ARMS; i++)
        if (visits[i] > visits[most]) most = i;
    return most + (regret < 0);
}

int main(int argc, char **argv) {
    static const double constants[] = {0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100};
    long trials = argc > 1 ? atol(argv[1]) : 100, best = 0;
    fill_tables();
    clock_t start = clock();
    for (int k = 0; k < 9; k++)
        for (long t = 0; t < trials; t++) best += trial(constants[k]) == ARMS - 1;
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    volatile long sink = best;
    (void)sink;
    printf("%.0f\n", 9.0 * trials * SIMULATIONS / seconds);
    return 0;
}
