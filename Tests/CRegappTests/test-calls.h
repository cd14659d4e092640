// glibc declares these only under _GNU_SOURCE or _XOPEN_SOURCE, which Swift's Glibc module does not
// set.
#ifndef REGAPP_TEST_CALLS_H
#define REGAPP_TEST_CALLS_H

#include <spawn.h>

#define REGAPP_MFD_CLOEXEC 1u
#define REGAPP_POSIX_SPAWN_SETSID 0x80

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int memfd_create(const char *name, unsigned int flags);
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *buffer, unsigned long size);

#endif
