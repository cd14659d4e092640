/* Runs a program and kills it with SIGKILL right after one of its calls on files, or counts those calls.
 *
 * usage: kill-after NUMBER PROGRAM [ARGUMENT...]
 *
 * NUMBER counts the calls of all threads, in the order in which they return; 0 kills after none and prints how many
 * there were. Ends with 0 where the program was killed or counted, with 1 where it ended before, and with 2 where
 * something else went wrong, such as a program that takes longer than a minute. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const long calls[] = {
    SYS_openat, SYS_openat2, SYS_read, SYS_write, SYS_fsync, SYS_fdatasync, SYS_syncfs, SYS_renameat, SYS_renameat2,
    SYS_linkat, SYS_unlinkat, SYS_fchmod, SYS_fchown, SYS_fstat, SYS_statx, SYS_fgetxattr, SYS_fsetxattr,
    SYS_fremovexattr, SYS_flock, SYS_mkdirat, SYS_close, SYS_readlinkat, SYS_getdents64, SYS_ftruncate,
#ifdef SYS_newfstatat
    SYS_newfstatat,
#endif
#ifdef SYS_rename
    SYS_rename, SYS_link, SYS_unlink, SYS_mkdir, SYS_rmdir, SYS_readlink,
#endif
};

static int is_file_call(long call)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i] == call)
            return 1;
    return 0;
}

/* What the thread stands in, and whether it comes out of it. */
static int leaves_file_call(pid_t thread)
{
    struct __ptrace_syscall_info info;
    static struct { pid_t thread; long call; } entered[64];
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0)
        return 0;
    for (size_t i = 0; i < sizeof entered / sizeof *entered; i++) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY && (!entered[i].thread || entered[i].thread == thread)) {
            entered[i].thread = thread;
            entered[i].call = (long)info.entry.nr;
            return 0;
        }
        if (info.op == PTRACE_SYSCALL_INFO_EXIT && entered[i].thread == thread)
            return is_file_call(entered[i].call);
    }
    return 0;
}

int main(int count, char **arguments)
{
    long number = count > 2 ? atol(arguments[1]) : -1, seen = 0;
    int status, result = 1;
    pid_t child, thread;

    if (number < 0) {
        fputs("usage: kill-after NUMBER PROGRAM [ARGUMENT...]\n", stderr);
        return 2;
    }
    if ((child = fork()) == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        raise(SIGSTOP);
        execv(arguments[2], arguments + 2);
        _exit(127);
    }
    alarm(60); /* its end takes the traced program along */
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, child, 0,
               PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC) < 0 ||
        ptrace(PTRACE_SYSCALL, child, 0, 0) < 0) {
        perror("kill-after");
        return 2;
    }
    while ((thread = waitpid(-1, &status, __WALL)) > 0) {
        int signal = 0;
        if (!WIFSTOPPED(status)) {
            if (thread == child && number == 0)
                result = WIFEXITED(status) && WEXITSTATUS(status) != 127 ? 0 : 2;
            continue;
        }
        if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
            if (leaves_file_call(thread) && ++seen == number) {
                kill(child, SIGKILL);
                result = 0;
            }
        } else if (WSTOPSIG(status) != SIGSTOP && WSTOPSIG(status) != SIGTRAP) {
            signal = WSTOPSIG(status);
        }
        ptrace(PTRACE_SYSCALL, thread, 0, signal);
    }
    if (number == 0)
        printf("%ld\n", seen);
    return result;
}
