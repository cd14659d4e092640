/* Runs a program and kills it with SIGKILL right after one of its calls that may change a file, or counts those calls.
 * A call that only reads or synchronises leaves what the call before it left.
 *
 * usage: kill-after NUMBER PROGRAM [ARGUMENT...]
 *
 * NUMBER counts the calls of all threads, in the order in which they return; 0 kills after none and prints how many
 * there were. Ends with 0 where the program was killed or counted, with 1 where it ended before, and with 2 where
 * something else went wrong, such as a program that takes longer than a minute. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const long calls[] = {
    SYS_openat2, SYS_write, SYS_pwrite64, SYS_writev, SYS_ftruncate, SYS_fallocate, SYS_copy_file_range,
    SYS_renameat, SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_symlinkat, SYS_mkdirat, SYS_fchmod, SYS_fchmodat,
    SYS_fchown, SYS_fchownat, SYS_fsetxattr, SYS_fremovexattr, SYS_utimensat,
#ifdef SYS_rename
    SYS_creat, SYS_rename, SYS_link, SYS_unlink, SYS_symlink, SYS_mkdir, SYS_rmdir, SYS_chmod, SYS_chown,
#endif
};

static int changes_files(const struct __ptrace_syscall_info *info)
{
    long call = (long)info->entry.nr;
    if (call == SYS_openat)
        return (info->entry.args[2] & O_CREAT) != 0;
#ifdef SYS_open
    if (call == SYS_open)
        return (info->entry.args[1] & O_CREAT) != 0;
#endif
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i] == call)
            return 1;
    return 0;
}

/* Whether a thread comes out of a call that may have changed a file. */
static int leaves_change(pid_t thread)
{
    struct __ptrace_syscall_info info;
    static struct { pid_t thread; int changes; } entered[64];
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0)
        return 0;
    for (size_t i = 0; i < sizeof entered / sizeof *entered; i++) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY && (!entered[i].thread || entered[i].thread == thread)) {
            entered[i].thread = thread;
            entered[i].changes = changes_files(&info);
            return 0;
        }
        if (info.op == PTRACE_SYSCALL_INFO_EXIT && entered[i].thread == thread)
            return entered[i].changes;
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
            if (leaves_change(thread) && ++seen == number) {
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
