#ifndef REGAPP_LINUX_CALLS_H
#define REGAPP_LINUX_CALLS_H

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <stdint.h>
#include <unistd.h>

// glibc declares these only under _GNU_SOURCE, which Swift's Glibc module does not set.

#define REGAPP_RENAME_NOREPLACE 1u
#define REGAPP_O_PATH 010000000
#define REGAPP_F_SETSIG 10
#define REGAPP_MFD_CLOEXEC 1u
#define REGAPP_SYNC_FILE_RANGE_WRITE 2u

int renameat2(int old_directory, const char *old_path, int new_directory, const char *new_path,
              unsigned int flags);
int syncfs(int descriptor);
int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags);
int pipe2(int descriptors[2], int flags);
int memfd_create(const char *name, unsigned int flags);

// Not a function of glibc; syscall takes a variable number of arguments, which Swift cannot pass. Older headers lack it.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#define REGAPP_RESOLVE_NO_SYMLINKS 4u
static inline int regapp_open_without_links(int directory, const char *path, int flags) {
    struct { uint64_t flags, mode, resolve; } how = {(uint64_t)flags, 0, REGAPP_RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

// fcntl takes a variable number of arguments, which Swift cannot pass. The lock belongs to the open file description.
// <fcntl.h> would make `stat` a type of this module, too; the kernel's structure for 64 bits is the same everywhere.
#define REGAPP_F_OFD_SETLKW 38
static inline int regapp_wait_for_byte(int file, off_t offset) {
    struct { short type, whence; off_t start, length; int process; } lock = {1, 0, offset, 1, 0};
    return (int)syscall(SYS_fcntl, file, REGAPP_F_OFD_SETLKW, &lock);
}

// prctl takes a variable number of arguments, which Swift cannot pass.
static inline int regapp_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Swift's Glibc module lacks malloc.h.
static inline void regapp_set_malloc(int arenas, int largest_kept_block) {
    mallopt(M_ARENA_MAX, arenas);
    mallopt(M_MMAP_THRESHOLD, largest_kept_block);
}

// Swift takes the global for a variable that threads may change.
extern char **environ;
static inline char **regapp_environment(void) { return environ; }

#endif
