internal import CLinux
internal import CommandParser
internal import Glibc

// Two programs that stand beside each other might come from different installations. So the one that is run is
// told the version of the one that runs it, and refuses another than its own.

extension SiblingProgram {
    /// The variable that tells the version of the program that runs this one.
    static let versionVariable = "REGAPP_VERSION"

    /// Refuses to be run by a program of another version; alone, every version may run.
    ///
    /// - Throws: a report with exit code 1.
    public static func requireSameVersion(_ environment: ProcessEnvironment) throws(Report) {
        guard let other = environment.variable(versionVariable), other != Regapp.version else { return }
        throw Report(
            .failure, "regapp has the version \(other), and the program beside it \(Regapp.version)",
            hint: "install both of the same version")
    }

    /// Gives `body` this process's environment with the version in it, as the C functions take it.
    func withEnvironment(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> Int32 {
        let version = unsafe strdup("\(Self.versionVariable)=\(Regapp.version)")
        defer { unsafe free(version) }
        var variables = unsafe [version]
        if let inherited = unsafe regapp_environment() {
            var index = 0
            while let variable = unsafe inherited[index] {
                let isVersion = unsafe strncmp(
                    variable, "\(Self.versionVariable)=", Self.versionVariable.utf8.count + 1)
                if isVersion != 0 { unsafe variables.append(variable) }
                index += 1
            }
        }
        unsafe variables.append(nil)
        return unsafe variables.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ENOMEM }
            return unsafe body(start)
        }
    }
}
