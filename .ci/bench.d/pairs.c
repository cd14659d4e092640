// pairs N A... -- B... : runs the commands A and B in turn, N times each after one warm-up, their output thrown
// away, and prints the median wall time and the largest peak memory of each, and the median of the N ratios A/B.
// In both, {n} stands for the number of the run. A third list after another -- is run before each run of either,
// not timed.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_words = 64, most_runs = 1000 };

struct command {
    char *words[most_words];
    int count;
    double seconds[most_runs];
    long peak;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static char *numbered(const char *word, int run) {
    const char *mark = strstr(word, "{n}");
    if (!mark) return strdup(word);
    char *text = malloc(strlen(word) + 16);
    sprintf(text, "%.*s%d%s", (int)(mark - word), word, run, mark + 3);
    return text;
}

static double run(struct command *command, int number) {
    char *words[most_words + 1] = {0};
    for (int index = 0; index < command->count; index++) words[index] = numbered(command->words[index], number);
    double start = now();
    pid_t child = vfork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        execvp(words[0], words);
        _exit(127);
    }
    int status;
    struct rusage usage;
    wait4(child, &status, 0, &usage);
    double seconds = now() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "pairs: %s ended with status %d\n", words[0], status);
        exit(1);
    }
    if (usage.ru_maxrss > command->peak) command->peak = usage.ru_maxrss;
    for (int index = 0; index < command->count; index++) free(words[index]);
    return seconds;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static double median(double *values, int count) {
    qsort(values, count, sizeof *values, ascending);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int count, char **arguments) {
    static struct command commands[3];
    static double ratios[most_runs];
    int runs = count > 1 ? atoi(arguments[1]) : 0;
    int which = 0;
    for (int index = 2; index < count && which < 3; index++) {
        struct command *command = &commands[which];
        if (strcmp(arguments[index], "--") == 0) which++;
        else if (command->count < most_words) command->words[command->count++] = arguments[index];
    }
    if (runs < 1 || runs > most_runs || !commands[0].count || !commands[1].count) {
        fprintf(stderr, "usage: pairs RUNS A... -- B... [-- BEFORE...]\n");
        return 2;
    }
    for (int index = -1; index < runs; index++) {
        for (int side = 0; side < 2; side++) {
            int number = 2 * (index + 1) + side;
            if (commands[2].count) run(&commands[2], number);
            double seconds = run(&commands[side], number);
            if (index >= 0) commands[side].seconds[index] = seconds;
        }
        if (index >= 0) ratios[index] = commands[0].seconds[index] / commands[1].seconds[index];
    }
    printf("%.3f %.3f %.3f %.1f %.1f\n", median(commands[0].seconds, runs) * 1e3,
           median(commands[1].seconds, runs) * 1e3, median(ratios, runs), commands[0].peak / 1024.0,
           commands[1].peak / 1024.0);
    return 0;
}
