// folder read DIRECTORY: reads every file of a directory in the order of their names and writes them out.
// folder write DIRECTORY COUNT SIZE: creates so many files of so many bytes, all durable at the end.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int hasName(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int byBytes(const struct dirent **left, const struct dirent **right) {
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int readAll(const char *directory) {
    static char buffer[1 << 16], piece[1 << 16];
    struct dirent **entries;
    size_t used = 0;
    int count = scandir(directory, &entries, hasName, byBytes);
    if (count < 0 || chdir(directory) != 0) return 1;
    for (int index = 0; index < count; index++) {
        struct stat status;
        int file = open(entries[index]->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (file < 0 || fstat(file, &status) != 0) return 1;
        ssize_t size = read(file, piece, sizeof piece);
        if (size < 0 || read(file, piece + size, sizeof piece - size) != 0) return 1;
        close(file);
        if (used + size > sizeof buffer) {
            if (write(1, buffer, used) != (ssize_t)used) return 1;
            used = 0;
        }
        memcpy(buffer + used, piece, size);
        used += size;
    }
    return write(1, buffer, used) == (ssize_t)used ? 0 : 1;
}

static int writeAll(const char *directory, int count, int size) {
    char *text = malloc(size), name[64], parent[4096];
    memset(text, 'x', size);
    snprintf(parent, sizeof parent, "%s.new", directory);
    if (mkdir(parent, 0700) != 0 || chdir(parent) != 0) return 1;
    for (int index = 0; index < count; index++) {
        snprintf(name, sizeof name, "user%06d@example.com.json", index);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 || fchmod(file, 0600) != 0 || write(file, text, size) != size) return 1;
        close(file);
    }
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (syncfs(folder) != 0 || rename(parent, directory) != 0) return 1;
    int above = open("..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fsync(above) == 0 ? 0 : 1;
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "read") == 0) return readAll(arguments[2]);
    if (count == 5 && strcmp(arguments[1], "write") == 0)
        return writeAll(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
    fprintf(stderr, "usage: folder read DIRECTORY | folder write DIRECTORY COUNT SIZE\n");
    return 2;
}
