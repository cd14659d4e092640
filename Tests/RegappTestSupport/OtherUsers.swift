internal import Foundation
internal import Glibc
internal import RegappStore
package import Testing

/// Users other than the one that runs the tests, by their numbers; their groups have the same.
package enum OtherUser {
    /// `nobody`, which has a name on every system.
    package static let nobody: UInt32 = 65534
    /// One without a name.
    package static let nameless: UInt32 = 54321
    /// Another one without a name.
    package static let second: UInt32 = 54322

    /// A user that no other test runs programs as, for limits on how many a user may have.
    package static let limited: UInt32 = 54_323

    /// Skips a test where programs cannot be run as other users.
    package static let needsRoot: ConditionTrait = .enabled(
        if: geteuid() == 0, "needs root, to give files to other users and run programs as them")
}

extension BuiltProgram {
    /// - Parameter limits: options of prlimit(1).
    package func limited(by limits: [String]) -> BuiltProgram {
        BuiltProgram(path: "/usr/bin/prlimit", leadingArguments: limits + [path] + leadingArguments)
    }

    /// The same program, for tests of permissions, which do not bind the superuser.
    ///
    /// Where the tests run as root, another user gets the home and runs the program; elsewhere it just runs.
    package func unprivileged(in home: TemporaryHome) throws -> BuiltProgram {
        guard geteuid() == 0 else { return self }
        let program = try running(as: OtherUser.nobody, in: home)
        for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: home.path)) {
            guard unsafe lchown(home.path + "/" + name, OtherUser.nobody, OtherUser.nobody) == 0 else {
                throw ProcessFailure(operation: "chown \(name)", number: errno)
            }
        }
        return program
    }

    /// The same program, run by another user; only root may do that.
    ///
    /// The home is opened for passing, and a copy of the program is run, since other users may not reach the build.
    ///
    /// - Parameter groups: further groups that the user is in.
    package func running(
        as user: UInt32, groups: [UInt32] = [], in home: TemporaryHome
    ) throws -> BuiltProgram {
        let copy = try CopiesForOthers.path(of: path)
        guard unsafe chmod(home.path, 0o711) == 0 else {
            throw ProcessFailure(operation: "chmod \(home.path)", number: errno)
        }
        let list = groups.map(String.init).joined(separator: ",")
        let options = [
            "--reuid=\(user)", "--regid=\(user)", groups.isEmpty ? "--clear-groups" : "--groups=\(list)",
            "--", copy,
        ]
        return BuiltProgram(path: "/usr/bin/setpriv", leadingArguments: options + leadingArguments)
    }
}

/// Programs where every user can reach them, copied once for all tests and removed when these end.
private enum CopiesForOthers {
    private static let folder = FileManager.default.temporaryDirectory.path + "/regapp-for-others-\(getpid())"
    private static let copies = Locked<[String: String]>([:])

    static func path(of program: String) throws -> String {
        try copies.withLock { copies in
            if let copy = copies[program] { return copy }
            if copies.isEmpty {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711]
                )
                _ = atexit { try? FileManager.default.removeItem(atPath: CopiesForOthers.folder) }
            }
            let copy = folder + "/" + (program as NSString).lastPathComponent
            // By a process of its own: what this one has open for writing, a program that another test starts at the
            // same moment has open too, and then the copy cannot be run.
            let result = try BuiltProgram(path: "/bin/cp").run([program, copy], in: TemporaryHome())
            guard result.status == 0 else { throw ProcessFailure(operation: "cp \(program)", number: EIO) }
            copies[program] = copy
            return copy
        }
    }
}
