/// Paths as their owner writes them.
enum HomePath {
    /// An absolute path with `~` for the home directory.
    ///
    /// - Parameter home: the user's home directory, if it is known.
    static func text(of path: String, home: String?) -> String {
        guard let home, !home.isEmpty, home != "/" else { return path }
        if path == home { return "~" }
        return path.hasPrefix(home + "/") ? "~" + String(path.dropFirst(home.count)) : path
    }
}
