import Accounts
import DocumentStore
import RegappWording

extension [GeneratedPassword] {
    /// Prints the passwords, a line each with the email before it, and only then sets them: no password is set that
    /// was not printed.
    ///
    /// - Throws: a report of the output, if nothing has been set; one that says what happened to the passwords, if
    ///   they were printed and setting them failed or was interrupted.
    func printed<Result>(before set: () throws(AccountsError) -> Result) throws -> Result {
        guard !isEmpty else { return try set() }
        return try Interruption.noting {
            do { try print() } catch {
                throw Interruption.hasCome ? Report(afterPrinting: count, .store(.cancelled)) : error
            }
            do throws(AccountsError) { return try set() } catch {
                throw Report(afterPrinting: count, error)
            }
        }
    }

    private func print() throws {
        var output = Output()
        for password in self { try output.text("\(output.exact(password.email))\t\(password.password)\n") }
        try output.flush()
        if let number = StandardStream.output.synchronize() { throw Report.output(number) }
    }
}
