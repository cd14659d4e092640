// replace DIRECTORY TEXT: reads profile.json, then durably writes a record and replaces profile.json, as an edit does.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static void check(int isFine, const char *what) {
    if (isFine) return;
    perror(what);
    exit(1);
}

static void create(const char *name, const char *text, size_t size) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    check(file >= 0, name);
    check(write(file, text, size) == (ssize_t)size, name);
    check(fsync(file) == 0, name);
    close(file);
}

static void put(const char *temporary, const char *name, int directory) {
    check(rename(temporary, name) == 0, name);
    check(fsync(directory) == 0, name);
}

int main(int count, char **arguments) {
    char old[4096], new[8192], record[16384];
    check(count == 3 && chdir(arguments[1]) == 0, "usage: replace DIRECTORY TEXT");
    int directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int lock = open(".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    check(flock(lock, LOCK_EX) == 0, ".lock");
    int file = open("profile.json", O_RDONLY | O_CLOEXEC);
    ssize_t size = read(file, old, sizeof old - 1);
    check(size >= 0, "profile.json");
    close(file);
    old[size] = 0;
    int length = snprintf(new, sizeof new, "{\n  \"firstName\": \"%s\"\n}\n", arguments[2]);
    int recordLength = snprintf(record, sizeof record, "{\n  \"before\": \"%s\",\n  \"after\": \"%s\"\n}\n", old, new);
    create("record.tmp", record, recordLength);
    create("profile.tmp", new, length);
    put("record.tmp", "record.json", directory);
    put("profile.tmp", "profile.json", directory);
    return 0;
}
