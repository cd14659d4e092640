import RegappCore
import RegappCommandLine
import RegappScreens
import RegappTerminal
import RegappValues
import RegappWording

/// The help topics. Their prose is in `Texts`, a file each, in the form that ``/RegappCommandLine/text(_:)`` describes.
/// What the program knows itself comes from its own tables.
extension HelpTopic {
    static let files = HelpTopic(
        name: "files", summary: "Where regapp keeps its files, and what is in them", manualTitle: "Files",
        blocks: .text(
            of: PackageResources.files_txt,
            ("{fields}", AccountRecord.exportedFields.map(\.rawValue).joined(separator: ", "))))

    /// `regapp help page` prints the page itself.
    static let page = HelpTopic(
        name: "page", summary: "Print the page for passwords, to translate it",
        manualTitle: "The page for passwords",
        blocks: .text(of: PackageResources.page_txt))

    /// From the same tables as the overlay with the keys.
    static let keys = HelpTopic(
        name: "keys", summary: "The keys of the screens", manualTitle: "Keys of the screens",
        blocks: [
            .paragraph(
                "The last line of a screen names the keys that matter there; '?' shows all of the page, and F1 "
                    + "does so while something is typed.")
        ] + ScreenKeys.tables.flatMap(blocks))

    private static func blocks(_ table: KeyTable) -> [HelpBlock] {
        [
            .heading(table.title),
            .rows(table.bindings.map { HelpRow($0.names, $0.meaning) }),
        ]
    }

    static var policies: HelpTopic {
        let rules = Rules.PolicyName.allCases.flatMap { kind -> [HelpBlock] in
            let policy = Policy.builtIn(kind)
            let rules = policy.rulesInWords.map { HelpRow($0.key, $0.words) }
            return [
                .heading("Policy \(kind.rawValue)"),
                .paragraph(policy.summary.prefix(1).uppercased() + policy.summary.dropFirst() + "."),
                .rows(rules),
            ]
        }
        return HelpTopic(
            name: "policies", summary: "What each policy asks of an account", manualTitle: "Policies",
            blocks: [
                .paragraph(
                    "'regapp policy use POLICY' chooses the policy of a documents directory. Its rules apply "
                        + "to values that are typed, imported or written into the files by hand. Under each of "
                        + "them a first or last name has at most \(NameRule.maximumLength) characters.")
            ] + rules + [
                .heading("Keys of policy.json"),
                .paragraph("Each of them changes one rule; only 'policy' is required."),
                .rows(PolicyKey.allCases.map { HelpRow($0.rawValue, $0.help) }),
            ])
    }

    static let json = HelpTopic(
        name: "json", summary: "What --json prints, for programs", manualTitle: "JSON",
        blocks: .text(of: PackageResources.json_txt))

    static let backup = HelpTopic(
        name: "backup", summary: "Copy, restore and move everything", manualTitle: "Backup",
        blocks: .text(of: PackageResources.backup_txt, ("{copy}", PathCommand.backupLine)))

    static let security = HelpTopic(
        name: "security", summary: "What regapp protects, and what it does not", manualTitle: "Security",
        blocks: .text(of: PackageResources.security_txt))

    static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "What exit codes and messages mean", manualTitle: "Exit status",
        blocks: [.rows(ExitCode.allCases.map { HelpRow("\($0.rawValue)", $0.meaning) })]
            + .text(of: PackageResources.diagnostics_txt))

    static let questions = HelpTopic(
        name: "questions", summary: "What people ask, and what to type", manualTitle: "Questions",
        blocks: .text(of: PackageResources.questions_txt))

    /// `.ci/services` runs the configuration as it is, and `.ci/package` makes a file of whatever follows a line
    /// `# /PATH`.
    static let services = HelpTopic(
        name: "services", summary: "Let web and mail servers check passwords", manualTitle: "Services",
        blocks: .text(
            of: PackageResources.services_txt, ("{program}", ProcessEnvironment.installedProgram),
            ("{reasons}", SystemLog.reasonsInWords)))
}

extension [HelpBlock] {
    /// What only the manual contains, after the help topics.
    static var manualEnd: [HelpBlock] { .text(of: PackageResources.manual_end_txt) }

    /// The blocks of a file of `Texts`, with placeholders replaced by what only the program knows.
    fileprivate static func text(
        of file: [UInt8], _ values: (place: String, text: String)...
    ) -> [HelpBlock] {
        let text = String(decoding: file, as: UTF8.self)
        return .text(values.reduce(text) { $0.replacingEach($1.place, with: $1.text) })
    }
}
