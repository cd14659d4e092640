@testable import RegappCore

/// What a format's reader makes of a text.
struct ForeignReading {
    private(set) var records: [AccountRecord] = []
    private(set) var problems: [ImportProblem] = []
    let remarks: ReadingRemarks

    init(_ text: String, _ format: ExchangeFormat, _ options: ReadingOptions) {
        var reader = format.reader(options)
        for account in reader.read(Array(text.utf8)) + reader.finish() {
            switch account.result {
            case .success(let record): records.append(record)
            case .failure(let problem): problems.append(problem)
            }
        }
        remarks = reader.remarks
    }
}
