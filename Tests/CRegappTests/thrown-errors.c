#include <stdlib.h>

// Swift Testing walks the stack whenever an error is thrown, to show where it came from if a test fails because of it.
// Simulated disks throw hundreds of thousands, which took an eighth of the time of all tests. A failure names the line of
// its test in any case; SWT_SWIFT_ERROR_BACKTRACING_ENABLED=1 brings the stacks back.
__attribute__((constructor)) static void walk_no_stacks(void) {
    setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
