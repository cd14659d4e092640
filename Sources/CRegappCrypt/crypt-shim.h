#include <crypt.h>
#include <string.h>

/* Zeroes memory that held a password or a hash; a plain store before a free may be optimised away. */
static inline void regapp_wipe(void *memory, size_t size) { explicit_bzero(memory, size); }
