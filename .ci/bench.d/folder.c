// folder DIRECTORY: reads every file of a directory in the order of their names and writes them out.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int hasName(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int byBytes(const struct dirent **left, const struct dirent **right) {
    return strcmp((*left)->d_name, (*right)->d_name);
}

int main(int count, char **arguments) {
    static char buffer[1 << 16], piece[1 << 16];
    struct dirent **entries;
    size_t used = 0;
    int files = count == 2 && chdir(arguments[1]) == 0 ? scandir(".", &entries, hasName, byBytes) : -1;
    if (files < 0) return 1;
    for (int index = 0; index < files; index++) {
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
