import Accounts
import RegappWording

extension [GeneratedPassword] {
    /// Prints the passwords, a line each with the email before it, and only then sets them: none is ever set that
    /// nobody has seen.
    ///
    /// - Throws: a report of the output, if nothing has been set; one that says what happened to the passwords, if
    ///   they were printed and setting them failed.
    func printed<Result>(before set: @autoclosure () throws(AccountsError) -> Result) throws -> Result {
        var output = Output()
        for password in self { try output.text("\(output.exact(password.email))\t\(password.password)\n") }
        try output.flush()
        if let number = StandardStream.output.synchronize() { throw Report.output(number) }
        do throws(AccountsError) { return try set() } catch {
            throw isEmpty ? Report(error) : Report(afterPrinting: count, error)
        }
    }
}
