internal import Synchronization
internal import RegappValues

package enum Regapp {
    package static let name = "regapp"

    /// The release, or the next one with `-dev`. `.ci/version` reads and writes it, and the date.
    package static let version = "1.0.0-dev"

    /// The day of the release, or on which its development began; for the manual page.
    package static let date = "2026-11-21"

    package static let documentsOption = "documents"
}

/// How this program was called; the commands in hints repeat that.
package struct Invocation: Sendable {
    /// `regapp`, or the script that calls it and names the directory.
    package let program: String
    /// The value of `--documents` that a hint has to repeat, as it was typed.
    package let documents: String?
    /// Whether the command line names the directory.
    package let namesDirectory: Bool
    package let isOfSuperuser: Bool
    /// The command line as another user can run it, without passwords.
    package let line: @Sendable () -> [String]

    package init(
        program: String = Regapp.name, documents: String? = nil, namesDirectory: Bool = false,
        isOfSuperuser: Bool = false, line: @escaping @Sendable () -> [String] = { [Regapp.name] }
    ) {
        self.program = program
        self.documents = documents
        self.namesDirectory = namesDirectory
        self.isOfSuperuser = isOfSuperuser
        self.line = line
    }

    /// A struct: a bare closure would be wrapped once more each time that it is taken out of the mutex, and after some
    /// ten thousand messages no stack would hold the calls.
    private struct Source: Sendable {
        var make: @Sendable () -> Invocation
    }

    private static let source = Mutex(Source { Invocation() })

    package static var live: Invocation { source.withLock { $0.make }() }

    /// Sets the function that makes ``live``; it is called only when there is something to say.
    package static func begin(_ invocation: @escaping @Sendable () -> Invocation) {
        source.withLock { $0.make = invocation }
    }
}

package enum HomePath {
    /// An absolute path with `~` for the home directory.
    package static func text(of path: String, home: String?) -> String {
        guard let home, !home.isEmpty, home != "/" else { return path }
        if path == home { return "~" }
        return path.hasPrefix(home + "/") ? "~" + String(path.dropFirst(home.count)) : path
    }

    /// A sentence with `~` for the home directory in its paths.
    package static func shortened(_ sentence: String, home: String?) -> String {
        guard let home, !home.isEmpty, home != "/" else { return sentence }
        return sentence.replacingEach(" \(home)/", with: " ~/")
    }
}
