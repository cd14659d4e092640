import Accounts
import CommandParser
import DocumentStore

/// Finds the directory that the documents are kept in.
enum DocumentsDirectory {
    /// What names the directory.
    enum Source: Hashable, Sendable {
        /// `--documents`
        case option
        /// `$REGAPP_DOCUMENTS`
        case variable
    }

    /// Why there is no directory to work in.
    enum Failure: Error, Equatable, Sendable {
        /// Nothing names one, and `$HOME` is no absolute path.
        case noHome
        /// The path begins with a `~`; `expanded` is what a shell would make of it, where that is known.
        case notExpanded(Source, path: String, expanded: String?)
        /// The path was not UTF-8.
        case notUTF8(path: String)
        /// The path is relative, and nobody can tell to what.
        case noWorkingDirectory(path: String)
        /// The option names a directory that is not there.
        case notThere(path: String)
        /// Nobody is logged in, and the directory that the variable names is not there.
        case nobodyLoggedIn(missing: String)
        /// The settings that name the user's documents folder cannot be read.
        case settings(StoreError)
    }

    private static let variable = "REGAPP_DOCUMENTS"

    /// The most bytes of a `user-dirs.dirs` that are read; real ones have a few hundred.
    private static let maximumSettingsSize = 64 << 10

    /// The directory as an absolute path without a slash at its end: `option`, else `$REGAPP_DOCUMENTS`, else
    /// `regapp` in the user's documents folder.
    ///
    /// - Throws: a report with exit code 74 if none of them is known. A path that begins with a `~`, which only a
    ///   shell replaces by a home directory, is refused with 64, or 74 if the variable names it.
    static func resolve(
        option: String?, _ environment: ProcessEnvironment, files: ExternalFiles = ExternalFiles()
    ) throws(Report) -> String {
        if let option { return try absolute(option, from: .option, environment) }
        if let named = environment.variable(variable) {
            return try absolute(named, from: .variable, environment)
        }
        guard let home = environment.variable("HOME"), home.hasPrefix("/") else { throw Report(.noHome) }
        let folder = try userFolder(home: home, environment, files).withoutTrailingSlashes
        return try checked(folder + "/regapp")
    }

    /// Makes sure that the directory of `--documents` is there, for a command that does not create it.
    ///
    /// An empty directory and one that is not there read alike, so that a slip in the path would be answered with
    /// "nobody is logged in". So the option has to name a directory that exists (74), except with what creates it, which
    /// is `login`, on the screens too, and `policy use`, and with what has more to say of it: `register` and `path`. The variable is a lasting setting, and its directory may come
    /// to be with the first login: where it is missing, ``nobodyLoggedIn(_:_:)`` says so, and 77 stays 77. Of the
    /// default directory nothing is said: everybody starts without it.
    static func requirePresent(_ store: DocumentStore, option: String?) throws(Report) {
        guard option != nil, isMissing(store) else { return }
        throw Report(.notThere(path: store.directory))
    }

    /// Tells that nobody is logged in, and that the directory of `$REGAPP_DOCUMENTS` is missing, where it is.
    static func nobodyLoggedIn(_ store: DocumentStore, _ environment: ProcessEnvironment) -> Report {
        guard environment.variable(variable) != nil, isMissing(store) else {
            return Report(AccountsError.nobodyLoggedIn)
        }
        return Report(.nobodyLoggedIn(missing: store.directory))
    }

    /// Whether there is no such directory; where that cannot be told, reading tells why.
    private static func isMissing(_ store: DocumentStore) -> Bool {
        do throws(StoreError) {
            return try store.reading { reader throws(StoreError) in try reader.status(of: ".") } == nil
        } catch {
            return false
        }
    }

    private static func absolute(
        _ path: String, from source: Source, _ environment: ProcessEnvironment
    ) throws(Report) -> String {
        guard path.utf8.first != UInt8(ascii: "~") else {
            let isHome = path == "~" || path.utf8.starts(with: "~/".utf8)
            let expanded = isHome ? environment.variable("HOME").map { $0 + path.dropFirst() } : nil
            throw Report(.notExpanded(source, path: path, expanded: expanded))
        }
        return try checked(try environment.absolute(path).withoutTrailingSlashes)
    }

    /// Refuses a path that was not UTF-8: repaired, it would name another directory.
    private static func checked(_ path: String) throws(Report) -> String {
        guard !path.unicodeScalars.contains("\u{FFFD}") else { throw Report(.notUTF8(path: path)) }
        return path
    }

    /// The documents folder that xdg-user-dirs knows, else `Documents` in the home directory.
    private static func userFolder(
        home: String, _ environment: ProcessEnvironment, _ files: ExternalFiles
    ) throws(Report) -> String {
        let configured = environment.variable("XDG_CONFIG_HOME")
        // The XDG base directory specification tells to ignore relative paths.
        let configuration = configured.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        let settings = configuration + "/user-dirs.dirs"
        let bytes: [UInt8]?
        do throws(StoreError) {
            bytes = try files.settings(in: settings, limit: maximumSettingsSize)
        } catch {
            // Nothing can be in a folder that is no folder.
            guard error == .failed(.read, path: settings, .notDirectory) else {
                throw Report(.settings(error))
            }
            bytes = nil
        }
        return bytes.flatMap { folder(in: String(decoding: $0, as: UTF8.self), home: home) } ?? home
            + "/Documents"
    }

    /// The value of `XDG_DOCUMENTS_DIR` in the text of a `user-dirs.dirs`: quoted, absolute or from `$HOME`, with
    /// backslashes before what the shell would take for its own. The last setting counts, as for a shell.
    static func folder(in settings: String, home: String) -> String? {
        let key = "XDG_DOCUMENTS_DIR="
        let lines = settings.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.last { $0.hasPrefix(key) }.flatMap { line in
            let value = ShellLine.words(of: line.dropFirst(key.count)).first ?? ""
            if value == "$HOME" { return home }
            if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
            return value.hasPrefix("/") ? value : nil
        }
    }
}

extension String {
    /// The path without slashes at its end; the root keeps its one.
    fileprivate var withoutTrailingSlashes: String {
        var path = Substring(self)
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
