// swift-format-ignore
extension Texts {
    static let diagnostics = #"""
## Diagnostics
Results go to standard output. Messages go to standard error, one line each:
- regapp: error: | why it failed; the exit code says what kind of failure it is
- regapp: warning: | it worked, but look at this
- regapp: hint: | what to type next; commands in it can be pasted
- regapp: | what was done

FILE:LINE:COLUMN names a place in a file, both counted from 1, so that editors can go there.

"""#
}
