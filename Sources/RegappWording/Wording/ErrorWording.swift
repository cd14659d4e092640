package import RegappCore
internal import RegappAlbums
internal import RegappCommandLine
package import RegappValues
package import RegappStore
internal import RegappTerminal

extension UInt32 {
    /// What the mode of a file wrongly allows other users to do; with `isPast`, what it allowed until now.
    package func reach(_ path: String, isPast: Bool = false) -> String {
        let verb = isPast ? "could" : "can"
        let reach =
            switch self {
            case _ where self & 0o007 != 0: "other users \(verb) reach"
            case _ where self & 0o020 != 0: "its group \(verb) change"
            case _ where self & 0o010 != 0: "its group \(verb) execute"
            default: "its group \(verb) read"
            }
        return "\(reach) \(path)\(isPast ? " until now" : "") (mode \(octal))"
    }
}

extension StoreWarning {
    package var message: Message {
        switch self {
        case .looseMode(let path, let mode, let instead?):
            .warning(mode.reach(path), hint: "\(bare: .words("chmod", instead.octal, path))")
        case .looseMode(let path, let mode, nil):
            .warning(mode.reach(path), hint: "\(.regapp("check")) prints what corrects it")
        case .wasLoose(let path, let mode): .warning(mode.reach(path, isPast: true))
        case .groupNotGiven(let path, let mode):
            .warning(
                "this user cannot give \(path) the group that should read it, so it has mode \(mode.octal)",
                hint: "let root type \(bare: .words("chmod", "g+s", FileAccess.folder(of: path)))")
        case .accessListNotGiven(let path, let mode):
            .warning(
                "this user cannot give \(path) its access control list, so it has mode \(mode.octal)",
                hint: """
                    see who may read it with \(bare: .words("getfacl", path)), and let in with setfacl who else \
                    should read it
                    """)
        case .modesNotKept(let directory):
            .warning(
                "the file system of \(directory) keeps no modes, so other users may be able to read what is in it",
                hint: "mount it so that only its owner may, for instance with the option umask=077")
        case .looseModes(let more): .warning("\(more) more files with such modes")
        case .unfinishedChange(let number):
            .warning(
                "change \(number) was interrupted, and cannot be completed since its record is damaged: part of it may have been made",
                hint: "see whom it was about, and repeat it")
        }
    }
}

extension Message {
    /// How a run ends by any error, and what it says.
    package init(of error: any Error) {
        switch error {
        case let message as Message: self = message
        case let error as AccountsError: self = error.explanation.message
        case let error as StoreError: self = error.explanation.message
        case let error as UsageError: self.init(.usage, error.message.text, hint: error.hint)
        case TerminalEnd.interrupted: self = .interrupted
        case TerminalEnd.failed(let number): self = .terminal(number)
        case is TerminalEnd:
            self.init(
                .interrupted, "the input ended before every question was answered; nothing was changed")
        case let error as CatalogError: self.init(error)
        case let error as CatalogAddress.ParseError:
            self.init(.usage, "REGAPP_ALBUMS_URL is not accepted: \(error.reason)")
        // Only the name of the type: what an error holds may be a secret.
        default: self.init(.failure, "unexpected error: \(type(of: error))")
        }
    }

    /// Nothing needs to be said about an interruption.
    package static let interrupted = Message(.interrupted, [])

    /// - Parameter error: of ``LoginDialogue/Step/refused(_:)``.
    package init(refusingLogin error: AccountsError?) {
        self =
            error.map { Message(of: $0) }
            ?? Message(.busy, "another program is changing the account", hint: "try again")
    }

    package static func terminal(_ errno: Int32) -> Message {
        Message(.inputOutput, "cannot use the terminal: \(Errno(rawValue: errno).reason)")
    }

    package static let tooManyOpenFiles = terminal(Errno.tooManyOpenFiles.rawValue)

    package static let noEditor = Message(
        .usage, "no editor is chosen", hint: "set $VISUAL or $EDITOR, as in \(prose: "EDITOR=nano")")
}
