import RegappCore
import RegappStore
import RegappWording

extension [GeneratedPassword] {
    /// Prints the passwords, a line each with the email before it, and only then sets them: no password is set that
    /// was not printed.
    ///
    /// - Parameter summary: what is printed instead, which holds the passwords; nil for the lines.
    /// - Throws: a report of the output, if nothing has been set; one that says what happened to the passwords, if
    ///   they were printed and setting them failed or was interrupted.
    func printed<Result>(
        as summary: @autoclosure () -> [UInt8]? = nil, before set: () throws(AccountsError) -> Result
    ) throws -> Result {
        guard !isEmpty else {
            let result = try set()
            if let summary = summary() { try print(summary) }
            return result
        }
        return try Interruption.noting {
            do { try print(summary()) } catch {
                throw Interruption.hasCome ? Report(afterPrinting: count, .store(.cancelled)) : error
            }
            do throws(AccountsError) { return try set() } catch {
                throw Report(afterPrinting: count, error)
            }
        }
    }

    private func print(_ summary: [UInt8]?) throws {
        var output = Output()
        if let summary { try output.json(summary) }
        for password in self where summary == nil {
            try output.text("\(output.exact(password.email))\t\(password.password)\n")
        }
        try output.flush()
        if let number = StandardStream.output.synchronize() { throw Report.output(number) }
    }
}
