import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

/// Which directory holds the documents: that of an option, of a variable, or the usual one.
enum DocumentsDirectory {
    static let variable = "REGAPP_DOCUMENTS"

    /// In bytes; real `user-dirs.dirs` files have a few hundred.
    private static let maximumSettingsSize = 64 << 10

    /// The directory as an absolute path without a slash at its end: `option`, else `$REGAPP_DOCUMENTS`, else `regapp`
    /// in the user's documents folder. Throws a message with exit code 74 if none of them is known. A path that begins
    /// with a `~`, which only a shell replaces by a home directory, is refused: 64, or 74 for the variable.
    static func resolve(option: String?, _ environment: ProcessEnvironment) throws -> String {
        if let option { return try absolute(option, of: "--documents", .usage, environment) }
        if let named = environment.variable(variable) {
            return try absolute(named, of: "$REGAPP_DOCUMENTS", .inputOutput, environment)
        }
        guard let home = environment.variable("HOME"), home.hasPrefix("/") else {
            throw Message(
                .inputOutput, "no home directory: $HOME is not an absolute path",
                hint: .otherDirectory)
        }
        let folder = try userFolder(home: home, environment).withoutTrailingSlashes
        return try checked(folder + "/regapp")
    }

    static func isDirectory(_ path: String, _ environment: ProcessEnvironment) -> Bool {
        guard let path = try? environment.absolute(path) else { return false }
        let store = DocumentStore(directory: path, layout: .regapp)
        return (try? store.reading { try $0.status(of: ".") }) != nil
    }

    /// The path of the registry of which the directory is a folder, or would be one; nil if it is none.
    ///
    /// - Parameter typed: the directory as the line names it, so that the answer can be as short.
    static func registry(around directory: String, typed: String?, now: Moment) -> String? {
        var path = directory
        var shown = typed?.withoutTrailingSlashes ?? directory
        for _ in 0..<2 {
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
            path = String(path[..<slash])
            shown =
                shown.lastIndex(of: "/").map { String(shown[..<$0]) }.flatMap { $0.isEmpty ? nil : $0 }
                ?? path
            let store = DocumentStore(directory: path, layout: .regapp)
            if let directory = try? AccountStore(store, now: now), directory.policy.isRegistry {
                return shown
            }
        }
        return nil
    }

    /// Whether the directory does not exist; false if that is unknown, since reading will then say why.
    static func isMissing(_ store: DocumentStore) -> Bool {
        do { return try store.reading { try $0.status(of: ".") } == nil } catch { return false }
    }

    private static func absolute(
        _ path: String, of source: String, _ exit: ExitCode, _ environment: ProcessEnvironment
    ) throws -> String {
        guard path.utf8.first != UInt8(ascii: "~") else {
            let isHome = path == "~" || path.utf8.starts(with: "~/".utf8)
            let expanded = isHome ? environment.variable("HOME").map { $0 + path.dropFirst() } : nil
            throw Message(
                exit, "no shell has expanded the ~ of \(source) \(path)",
                hint: expanded.map { "write \($0), or \("./" + path) for a folder of that name" }
                    ?? "write the whole path, or \("./" + path) for a folder of that name")
        }
        return try checked(try environment.absolute(path).withoutTrailingSlashes)
    }

    /// Refuses a path that is not UTF-8: once repaired, it would name another directory.
    private static func checked(_ path: String) throws -> String {
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            throw Message(.inputOutput, "the path of the folder is not UTF-8: \(path)")
        }
        return path
    }

    /// The documents folder of xdg-user-dirs, else `Documents` in the home directory.
    private static func userFolder(home: String, _ environment: ProcessEnvironment) throws -> String {
        let configured = environment.variable("XDG_CONFIG_HOME")
        // The XDG base directory specification says to ignore relative paths.
        let configuration = configured.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        let settings = configuration + "/user-dirs.dirs"
        let bytes: [UInt8]?
        do throws(StoreError) {
            bytes = try ExternalFiles().settings(in: settings, limit: maximumSettingsSize)
        } catch {
            // A file in place of the folder holds no settings.
            guard error == .failed(.read, path: settings, .notDirectory) else { throw error }
            bytes = nil
        }
        return bytes.flatMap { folder(in: String(decoding: $0, as: UTF8.self), home: home) } ?? home
            + "/Documents"
    }

    /// The value of `XDG_DOCUMENTS_DIR` in a `user-dirs.dirs`: quoted, absolute or from `$HOME`, with backslashes
    /// before what a shell would interpret. The last setting counts, as in a shell.
    static func folder(in settings: String, home: String) -> String? {
        let key = "XDG_DOCUMENTS_DIR="
        let lines = settings.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.last { $0.hasPrefix(key) }.flatMap { line in
            let value = ShellLine.read(line.dropFirst(key.count)).words.first ?? ""
            if value == "$HOME" { return home }
            if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
            return value.hasPrefix("/") ? value : nil
        }
    }
}

extension String {
    /// The path without slashes at its end; the root stays `/`.
    fileprivate var withoutTrailingSlashes: String {
        var path = Substring(self)
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
