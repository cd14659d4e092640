// once WORD...: runs a command and prints to descriptor 3, if that is open, its page faults, the milliseconds until it
// ends or, on a terminal, until its first whole frame is there, and its peak KiB. Its output goes nowhere.
// once -t KEYS WORD...: the same on a terminal of 80 columns and 24 rows. Each of the keys, which may be none, waits for a
// whole frame, and so does each Ctrl-C that follows them: the first may only be asked whether what was typed may be lost.
// The terminal answers at once which colours it has.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { patience = 60000 };

static double begin, duration;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void type(int terminal, const char *text, size_t count) {
    if (write(terminal, text, count) != (ssize_t)count) exit(1);
}

// Reads what the program writes, and answers each frame with a key.
static void watch(int terminal, const char *keys) {
    static char seen[1 << 20];
    static const char end[] = "\033[?2026l", question[] = "\033[c";
    static const char answer[] = "\033]10;rgb:d0d0/d0d0/d0d0\033\\\033]11;rgb:1c1c/1c1c/1c1c\033\\\033[?62;22c";
    size_t count = 0;
    struct pollfd polled = {.fd = terminal, .events = POLLIN};
    for (;;) {
        if (poll(&polled, 1, patience) <= 0) {
            fprintf(stderr, "once: no frame within a minute\n");
            exit(1);
        }
        ssize_t size = read(terminal, seen + count, sizeof seen - 1 - count);
        if (size <= 0) return;
        count += size;
        char *frame = memmem(seen, count, end, sizeof end - 1);
        char *asked = memmem(seen, count, question, sizeof question - 1);
        if (asked) type(terminal, answer, sizeof answer - 1);
        if (frame && !duration) duration = now() - begin;
        if (frame) type(terminal, *keys ? keys++ : "\003", 1);
        // The beginning of the mark may be all that has come.
        size_t kept = frame || asked || count < sizeof end ? 0 : sizeof end - 2;
        if (!frame && !asked && count < sizeof end) continue;
        memmove(seen, seen + count - kept, kept);
        count = kept;
    }
}

int main(int count, char **words) {
    int isOnTerminal = count > 1 && strcmp(words[1], "-t") == 0;
    char **command = words + 1 + 2 * isOnTerminal;
    if (count < 2 + 2 * isOnTerminal) return 2;
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int terminal = -1, null = open("/dev/null", O_RDWR);
    begin = now();
    pid_t child = isOnTerminal ? forkpty(&terminal, NULL, NULL, &size) : vfork();
    if (child == 0) {
        if (!isOnTerminal) {
            dup2(null, 1);
            dup2(null, 2);
        }
        close(3);
        execvp(command[0], command);
        _exit(127);
    }
    if (isOnTerminal) watch(terminal, words[2]);
    int status;
    struct rusage usage;
    wait4(child, &status, 0, &usage);
    if (!duration) duration = now() - begin;
    dprintf(3, "%ld %.3f %ld\n", usage.ru_minflt + usage.ru_majflt, duration, usage.ru_maxrss);
    // Ctrl-C gives a status of its own; the second may come when the terminal makes a signal of it again.
    if (isOnTerminal) return !WIFEXITED(status) && WTERMSIG(status) != SIGINT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
