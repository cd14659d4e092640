internal import CLinux
internal import Glibc

// Two programs that stand beside each other might come from different installations. So the one that is run is
// told the version of the one that runs it, and refuses another than its own.

extension SiblingProgram {
    /// The variable that tells the version of the program that runs this one.
    static let versionVariable = "REGAPP_VERSION"

    /// The variable that tells that the program that runs this one waits for it.
    private static let callerVariable = "REGAPP_CALLER"

    /// Whether a program of this project runs this one in the foreground, and goes on when it ends.
    public static func hasCaller(_ environment: ProcessEnvironment) -> Bool {
        environment.variable(callerVariable) == "waits"
    }

    /// Refuses to be run by a program of another version; alone, every version may run.
    ///
    /// - Throws: a report with exit code 1.
    public static func requireSameVersion(_ environment: ProcessEnvironment) throws(Report) {
        guard let other = environment.variable(versionVariable), other != Regapp.version else { return }
        throw Report(.otherVersion(other))
    }

    /// Gives `body` this process's environment with the version in it, as the C functions take it.
    ///
    /// - Parameter waits: whether this process goes on when the other one ends.
    func withEnvironment<Result>(
        waits: Bool, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
    ) -> Result {
        let version = unsafe strdup("\(Self.versionVariable)=\(Regapp.version)")
        let caller = unsafe strdup("\(Self.callerVariable)=\(waits ? "waits" : "")")
        defer {
            unsafe free(version)
            unsafe free(caller)
        }
        var variables = unsafe [version, caller]
        if let inherited = unsafe regapp_environment() {
            var index = 0
            while let variable = unsafe inherited[index] {
                let isOwn = [Self.versionVariable, Self.callerVariable].contains { name in
                    unsafe strncmp(variable, "\(name)=", name.utf8.count + 1) == 0
                }
                if !isOwn { unsafe variables.append(variable) }
                index += 1
            }
        }
        unsafe variables.append(nil)
        return unsafe variables.withUnsafeMutableBufferPointer { buffer in
            unsafe body(buffer.baseAddress)
        }
    }
}
