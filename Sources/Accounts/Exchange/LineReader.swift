/// Splits pieces of a file into lines that end at LF or CR LF, each within the limit of a record.
struct LineReader: Sendable {
    /// A line without its end.
    struct Line: Sendable {
        let number: Int
        let bytes: ArraySlice<UInt8>
    }

    private(set) var hasStopped = false
    private var number = 1
    private var pending: [UInt8] = []

    mutating func read(_ piece: [UInt8]) -> [Result<Line, ImportFault>] {
        var lines: [Result<Line, ImportFault>] = []
        var rest = piece[...]
        while !hasStopped, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(take(rest[..<end]))
            rest = rest[(end + 1)...]
            number += 1
        }
        guard !hasStopped else { return lines }
        pending += rest
        // One byte over the limit may still be the carriage return of the line's end.
        if pending.count > AccountReader.maximumRecordBytes + 1 { lines.append(stop()) }
        return lines
    }

    mutating func finish() -> [Result<Line, ImportFault>] {
        hasStopped || pending.isEmpty ? [] : [take([])]
    }

    private mutating func take(_ rest: ArraySlice<UInt8>) -> Result<Line, ImportFault> {
        var line = pending.isEmpty ? rest : (pending + rest)[...]
        pending = []
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= AccountReader.maximumRecordBytes else { return stop() }
        return .success(Line(number: number, bytes: line))
    }

    private mutating func stop() -> Result<Line, ImportFault> {
        hasStopped = true
        pending = []
        return .failure(
            ImportFault(line: number, reason: .tooLong(maximumBytes: AccountReader.maximumRecordBytes)))
    }
}
