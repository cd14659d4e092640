/// A line and column of a text, as editors count them.
package struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1; lines end at LF or CR LF.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// An offset past the end counts as the end.
    package init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if !UTF8.isContinuation(byte) {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    package var description: String { "\(line):\(column)" }
}
