// Starts a program a number of times, one after the other, and prints how often it ended with which code, and how often a
// file that it must not touch was changed by then, which is put back.
//
// usage: try NUMBER PRECIOUS PROGRAM ARGUMENT...
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char kept[65536], now[65536];

static ssize_t content(const char *path, char *buffer) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t count = read(file, buffer, sizeof kept);
    close(file);
    return count;
}

int main(int count, char **arguments) {
    if (count < 4) return 2;
    int ends[256] = {0}, number = atoi(arguments[1]), hits = 0;
    ssize_t size = content(arguments[2], kept);
    if (size < 0) return 2;
    char *environment[] = {"LC_ALL=C.UTF-8", "TZ=UTC", "LLVM_PROFILE_FILE=/dev/null", getenv("HOME_OF_TRIES"), NULL};
    for (int try = 0; try < number; try++) {
        pid_t child;
        posix_spawn_file_actions_t quiet;
        posix_spawn_file_actions_init(&quiet);
        for (int file = 0; file < 3; file++)
            posix_spawn_file_actions_addopen(&quiet, file, "/dev/null", O_RDWR, 0);
        if (posix_spawn(&child, arguments[3], &quiet, NULL, arguments + 3, environment) != 0) return 2;
        posix_spawn_file_actions_destroy(&quiet);
        int status;
        waitpid(child, &status, 0);
        ends[WIFEXITED(status) ? WEXITSTATUS(status) : 255]++;
        if (content(arguments[2], now) == size && memcmp(kept, now, (size_t)size) == 0) continue;
        if (hits++ == 0) fprintf(stderr, "changed by try %d, exit %d\n", try + 1, WEXITSTATUS(status));
        // Put back, so that the others count too.
        unlink(arguments[2]);
        int file = open(arguments[2], O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0 || write(file, kept, (size_t)size) != size) return 2;
        close(file);
    }
    printf("%d hits; exits", hits);
    for (int code = 0; code < 256; code++)
        if (ends[code] > 0) printf(" %d:%d", code, ends[code]);
    printf("\n");
    return hits > 0;
}
