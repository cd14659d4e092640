internal import Foundation
internal import Glibc

extension BuiltProgram {
    /// The user that takes the superuser's place: `nobody`.
    private static let nobody: UInt32 = 65534

    /// The same program, for tests of permissions, which do not bind the superuser.
    ///
    /// Where the tests run as root, the home and all in it are given to another user, the program is copied
    /// there, since that user may not reach the build, and `setpriv` runs it. Elsewhere it is just the program.
    public func unprivileged(in home: TemporaryHome) throws -> BuiltProgram {
        guard geteuid() == 0 else { return self }
        let copy = home.path + "/.unprivileged-" + (path as NSString).lastPathComponent
        let files = FileManager.default
        if !files.fileExists(atPath: copy) { try files.copyItem(atPath: path, toPath: copy) }
        for name in [""] + (try files.subpathsOfDirectory(atPath: home.path)) {
            guard unsafe lchown(home.path + "/" + name, Self.nobody, Self.nobody) == 0 else {
                throw ProcessFailure(operation: "chown \(name)", number: errno)
            }
        }
        let options = ["--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "--", copy]
        return BuiltProgram(path: "/usr/bin/setpriv", leadingArguments: options + leadingArguments)
    }
}
