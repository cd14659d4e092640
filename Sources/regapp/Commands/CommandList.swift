import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

protocol RegappCommand: Command {
    /// Whether it may change documents: then a change that was cut short is completed before it reads any.
    static var isWriter: Bool { get }

    /// Its page of help, in the form of ``/RegappCommandLine/CommandPage/all(in:)``.
    static var page: String { get }

    /// When it returns, some output may still be in the buffer of the context.
    func run(_ context: inout CommandContext) throws
}

extension RegappCommand {
    static var isWriter: Bool { false }
}

extension Regapp {
    /// Every command, in the order of the help.
    static let commands: [any RegappCommand.Type] = [
        ScreensCommand.self,
        PolicyShowCommand.self, PolicyListCommand.self, PolicyCheckCommand.self, PolicyEditCommand.self,
        PolicyUseCommand.self, PolicySetCommand.self, PolicyUnsetCommand.self,
        RegisterCommand.self,
        AccountsScreenCommand.self, AccountsListCommand.self, AccountsShowCommand.self,
        AccountsVerifyCommand.self,
        AccountsEditCommand.self, AccountsPasswordCommand.self, AccountsChangePasswordCommand.self,
        AccountsLockCommand.self,
        AccountsUnlockCommand.self, AccountsRemoveCommand.self, AccountsSeenCommand.self,
        AccountsImportCommand.self, AccountsExportCommand.self,
        CheckCommand.self, HistoryCommand.self, UndoCommand.self, RedoCommand.self,
        LoginCommand.self, ShowCommand.self, EditCommand.self, LogoutCommand.self,
        AlbumScreensCommand.self, AlbumSearchCommand.self, AlbumShowCommand.self,
        PathCommand.self, CompletionsCommand.self, ManualCommand.self, HelpCommand.self,
    ]

    static let program = Program(
        name: name, version: version, date: date, commands: commands.map { $0 },
        groups: [
            CommandGroup("policy", alone: PolicyShowCommand.self),
            CommandGroup("accounts", alone: AccountsScreenCommand.self),
            CommandGroup("albums", alone: AlbumScreensCommand.self, unnamed: AlbumSearchCommand.self),
        ],
        everywhere: CommonOptions.self, pages: { CommandPage.ofCommands },
        topics: {
            [.exitCodes, .questions, .files, .policies, .json, .security, .backup, .services, .page, .keys]
        },
        manualEnd: { .text(Texts.manualEnd) })
}

extension CommandPage {
    /// Placeholders are filled in one pass, since every key press that completes a word reads the pages.
    fileprivate static let ofCommands: [String: CommandPage] = {
        let known = places
        let pages = [Texts.sharedPages] + Regapp.commands.map { $0.page }
        let pieces =
            pages.joined(separator: "\n\n").utf8
            .split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return all(
            in: pieces.dropFirst().reduce(pieces[0]) { text, piece in
                guard let (name, rest) = piece.parts(around: piece.firstIndex(of: "}")),
                    let value = known[name]
                else { return text + "{" + piece }
                return text + value + rest
            })
    }()

    /// What the program knows itself: the values of the placeholders with these names in the prose.
    private static var places: [String: String] {
        var whole: [String] = []
        var served: [String] = []
        for format in ExchangeFormat.allCases {
            switch format.definition.use {
            case .wholeAccounts: whole.append(format.rawValue)
            case .logins(let servers): served.append("\(format.rawValue) for \(servers)")
            }
        }
        let formats = ExchangeFormat.allCases
        let forms = formats.map { "\($0.rawValue): \($0.forms.joined(separator: " "))" }
        let policies = Rules.PolicyName.allCases.map { "\($0.rawValue): \(Policy.builtIn($0).summary)." }
        return [
            "whole": whole.listed(last: "and"), "served": served.listed(last: "and"),
            "forms": forms.joined(separator: "\n\n"),
            "endings": formats.map { ".\($0.ending)" }.joined(separator: ", "),
            "policies": policies.joined(separator: "\n\n"), "copy": PathCommand.backupLine,
            "columns": AccountColumns.usualNames.listed(last: "and"),
            "fields": Field.printed.map(\.rawValue).joined(separator: ", "),
        ]
    }
}
