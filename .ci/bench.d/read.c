// read FILE: what any program must do to show a file.
#include <fcntl.h>
#include <unistd.h>

int main(int count, char **arguments) {
    char buffer[65536];
    int file = open(arguments[count - 1], O_RDONLY | O_CLOEXEC);
    ssize_t size = read(file, buffer, sizeof buffer);
    return size > 0 && write(1, buffer, size) == size ? 0 : 1;
}
