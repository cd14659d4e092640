internal import RegappValues

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
