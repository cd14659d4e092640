public import DocumentStore

/// Finds the directory that the documents are kept in.
public enum DocumentsDirectory {
    /// The most bytes of a `user-dirs.dirs` that are read; real ones have a few hundred.
    private static let maximumSettingsSize = 64 << 10

    /// The directory as an absolute path without a slash at its end: `option`, else `$REGAPP_DOCUMENTS`, else
    /// `regapp` in the user's documents folder.
    ///
    /// - Throws: a report with exit code 74 where none of them is known.
    public static func resolve(
        option: String?, _ environment: ProcessEnvironment, files: UserFiles = UserFiles()
    ) throws(Report) -> String {
        if let named = option ?? environment.variable("REGAPP_DOCUMENTS") {
            return try checked(try absolute(named, environment))
        }
        guard let home = environment.variable("HOME"), home.hasPrefix("/") else {
            throw Report(
                .inputOutput, "no home directory: $HOME is not an absolute path",
                hint: "name the directory with --documents DIR or $REGAPP_DOCUMENTS")
        }
        let folder = try userFolder(home: home, environment, files).withoutTrailingSlashes
        return try checked(folder + "/regapp")
    }

    /// Refuses a path that had other bytes than UTF-8: repaired it would name another directory.
    private static func checked(_ path: String) throws(Report) -> String {
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            throw Report(.inputOutput, "the path of the documents directory is not UTF-8: \(path)")
        }
        return path
    }

    private static func absolute(
        _ path: String, _ environment: ProcessEnvironment
    ) throws(Report) -> String {
        if path.hasPrefix("/") { return path.withoutTrailingSlashes }
        guard let working = environment.workingDirectory else {
            throw Report(
                .inputOutput, "\(path) is relative, and the working directory is gone",
                hint: "name the directory by its whole path, from '/' on")
        }
        return (working + "/" + path).withoutTrailingSlashes
    }

    /// The documents folder that xdg-user-dirs knows, else `Documents` in the home directory.
    private static func userFolder(
        home: String, _ environment: ProcessEnvironment, _ files: UserFiles
    ) throws(Report) -> String {
        let configured = environment.variable("XDG_CONFIG_HOME")
        // The XDG base directory specification tells to ignore relative paths.
        let configuration = configured.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        let settings = configuration + "/user-dirs.dirs"
        let bytes: [UInt8]?
        do throws(StoreError) {
            bytes = try files.contents(of: settings, limit: maximumSettingsSize)
        } catch {
            // Nothing can be in a folder that is no folder.
            guard error == .failed(.read, path: settings, .notDirectory) else { throw Report(error) }
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
            let value = unquoted(line.dropFirst(key.count))
            if value == "$HOME" { return home }
            if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
            return value.hasPrefix("/") ? value : nil
        }
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.first == "\"" else { return String(value.prefix { !$0.isWhitespace }) }
        var text = ""
        var isEscaped = false
        for character in value.dropFirst() {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                text.append(character)
            }
        }
        return text
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
