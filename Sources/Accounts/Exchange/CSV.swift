/// The writing side of RFC 4180.
enum CSV {
    /// A record of these cells, quoted where they must be, with its CR LF.
    static func row(_ cells: [String]) -> [UInt8] {
        var output: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            write(cell, to: &output)
        }
        return output + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private static func write(_ cell: String, to output: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard cell.utf8.contains(where: { $0 == quote || ",\r\n".utf8.contains($0) }) else {
            output += cell.utf8
            return
        }
        output.append(quote)
        for byte in cell.utf8 {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}
