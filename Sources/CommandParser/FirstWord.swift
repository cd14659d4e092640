/// A first word after `regapp`; the raw value is what one types.
///
/// What a word means is built only when it is asked for: one command line needs one of them.
enum FirstWord: String, Sendable, CaseIterable {
    case login, show, edit, cancel, logout, register
    case accounts, policy
    case albums
    case completions, manual, help

    enum Meaning: Sendable {
        case command(CommandDeclaration)
        case group(CommandGroup)
    }

    var meaning: Meaning {
        switch self {
        case .login: .command(ProfileCommands.login)
        case .show: .command(ProfileCommands.show)
        case .edit: .command(ProfileCommands.edit)
        case .cancel: .command(ProfileCommands.cancel)
        case .logout: .command(ProfileCommands.logout)
        case .register: .command(ProfileCommands.register)
        case .accounts: .group(AccountsCommands.group)
        case .policy: .group(PolicyCommands.group)
        case .albums: .group(AlbumsCommands.group)
        case .completions: .command(ProgramCommands.completions)
        case .manual: .command(ProgramCommands.manual)
        case .help: .command(ProgramCommands.help)
        }
    }

    /// Whether its commands work on the documents directory.
    var usesDocuments: Bool {
        switch self {
        case .login, .show, .edit, .cancel, .logout, .register, .accounts, .policy, .albums: true
        case .completions, .manual, .help: false
        }
    }

    /// The word as a row of a list.
    var row: HelpRow {
        switch meaning {
        case .command(let command): HelpRow(rawValue, command.summary.lowercasedFirst)
        case .group(let group): HelpRow(rawValue, group.summary.lowercasedFirst)
        }
    }

    var commands: [CommandDeclaration] {
        switch meaning {
        case .command(let command): [command]
        case .group(let group): group.all
        }
    }
}

/// First words under a heading of the overview.
struct CommandSection: Sendable {
    let title: String
    let words: [FirstWord]
}
