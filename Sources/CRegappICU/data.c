// What sorting needs of ICU's data, under the name that ICU looks for. A static program that has this does not link the
// toolchain's own 34 MB, and an ICU of another version finds its own data under another name. A debug build has
// the toolchain's, to compare with.
//
// `.ci/icu` writes collation.dat, and the version below; LICENSE is the notice of both.
#ifndef DEBUG
#pragma clang diagnostic ignored "-Wc23-extensions"
__attribute__((aligned(16), visibility("hidden"))) const unsigned char icudt76_dat[] = {
#embed "collation.dat"
};
#endif
