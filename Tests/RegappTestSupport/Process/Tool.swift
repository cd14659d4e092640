internal import Foundation
package import Testing

/// Programs that a test needs but the package does not bring.
package enum Tool {
    package struct Missing: Error, CustomStringConvertible {
        /// What to do about it.
        package let description: String
    }

    /// Skips a test where a program is not installed, saying how to get it; with `CI=true` the test fails
    /// instead, since there nothing may go untested unnoticed.
    ///
    /// - Parameters:
    ///   - name: The program's file name.
    ///   - package: The Debian package that has it.
    package static func require(_ name: String, install package: String) -> ConditionTrait {
        let advice: Comment = "needs \(name): apt-get install \(package)"
        return .enabled(advice) {
            if path(name) != nil { return true }
            guard ProcessInfo.processInfo.environment["CI"] == "true" else { return false }
            throw Missing(description: advice.rawValue)
        }
    }

    /// Where a program is, looked for in `PATH` and where servers are kept; nil where it is not.
    package static func path(_ name: String) -> String? {
        let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories =
            search.split(separator: ":").map(String.init) + ["/usr/local/sbin", "/usr/sbin", "/sbin"]
        let candidates = directories.map { $0 + "/" + name }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
