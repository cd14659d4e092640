// The arguments of the process, as the C library passes them to what runs before `main`.
//
// The standard library's own version of these two functions looks for them in /proc/self/maps and through the stack,
// before every `main`: a twentieth of what `regapp show` takes, and in vain where /proc is not mounted. A program that has
// functions of these names is linked without that version; a standard library that asks for others uses its own.

static char *none[] = {0};
static char **arguments = none;
static int count;

__attribute__((constructor)) static void take(int given, char **from) {
    count = given;
    arguments = from;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
    *length = count;
    return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **from, int given) { take(given, from); }
