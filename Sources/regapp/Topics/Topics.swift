import RegappCore
import RegappCommandLine
import RegappScreens
import RegappTerminal
import RegappValues
import RegappWording

/// The longer texts, a file each in a folder `Texts`. String literals compile at once; embedded resources, which are arrays
/// of numbers, took ten seconds.
enum Texts {}

/// The help topics. Their prose is in ``Texts``, in the form that ``/RegappCommandLine/text(_:)`` describes.
/// What the program knows itself comes from its own tables.
extension HelpTopic {
    static let files = HelpTopic(
        name: "files", summary: "Where regapp keeps its files, and what is in them", manualTitle: "Files",
        blocks: .text(
            of: Texts.files,
            ("{fields}", Field.allCases.filter { $0 != .password }.map(\.rawValue).joined(separator: ", "))))

    /// `regapp help page` prints the page itself.
    static let page = HelpTopic(
        name: "page", summary: "Print the page for passwords, to translate it",
        manualTitle: "The page for passwords",
        blocks: .text(of: Texts.pageTopic))

    /// From the same tables as the overlay with the keys.
    static let keys = HelpTopic(
        name: "keys", summary: "The keys of the screens", manualTitle: "Keys of the screens",
        blocks: [
            .paragraph(
                "The last line of a screen names the keys that matter there; '?' shows all of the page, and F1 "
                    + "does so while something is typed. A key that does the same in several places is listed once."
            )
        ] + blocks(KeyTable.ofScreens))

    /// Each row once. The keys that several places of a part share, such as `Albums`, come before what each place adds
    /// to them; no other table repeats the keys of a part.
    private static func blocks(_ tables: [KeyTable]) -> [HelpBlock] {
        let parted = Set(tables.filter { $0.part != nil }.flatMap(\.rows))
        var blocks: [HelpBlock] = []
        var listed: Set<HelpRow> = []
        func list(_ title: String, _ rows: [HelpRow]) {
            blocks += [.heading(title), .rows(rows.filter { listed.insert($0).inserted })]
        }
        var parts: Set<Substring> = []
        for table in tables {
            guard let part = table.part else {
                list(table.title, table.rows.filter { !parted.contains($0) })
                continue
            }
            if parts.insert(part).inserted {
                let places = tables.filter { $0.part == part }.map(\.rows)
                let shared = places.joined().filter { row in places.count { $0.contains(row) } > 2 }
                if !shared.isEmpty { list("\(part): everywhere", Array(shared)) }
            }
            list(table.title, table.rows)
        }
        return blocks
    }

    static var policies: HelpTopic {
        let service = Policy.builtIn(.service)
        let served = service.rulesInWords
        let others = Rules.PolicyName.allCases.filter { $0 != .service }.flatMap { name -> [HelpBlock] in
            let policy = Policy.builtIn(name)
            let own = policy.rulesInWords
            let lacks = served.map(\.key).filter { key in !own.contains { $0.key == key } }
            let none = lacks.isEmpty ? [] : [HelpRow(lacks.joined(separator: ", "), "none")]
            return [
                .heading("Policy \(name.rawValue)"),
                .paragraph("\(policy.summary.sentenceCased). Unlike 'service':"),
                .rows(own.filter { !served.contains($0) }.map(\.row) + none),
            ]
        }
        return HelpTopic(
            name: "policies", summary: "What each policy asks of an account", manualTitle: "Policies",
            blocks: [
                .paragraph(
                    "'regapp policy use POLICY' chooses the policy of a registry. Its rules apply "
                        + "to values that are typed, imported or written into the files by hand. Under each policy "
                        + "a first or last name has at most \(NameRule.maximumLength) characters."),
                .heading("Policy service"), .paragraph("\(service.summary.sentenceCased)."),
                .rows(served.map(\.row)),
            ] + others + [
                .heading("Keys of policy.json"),
                .paragraph("Each of them changes one rule; only 'policy' is required."),
                .rows(PolicyKey.allCases.map { HelpRow($0.rawValue, $0.definition.help) }),
            ])
    }

    static let json = HelpTopic(
        name: "json", summary: "What --json prints, for programs", manualTitle: "JSON",
        blocks: .text(of: Texts.json))

    static let backup = HelpTopic(
        name: "backup", summary: "Copy, restore and move everything", manualTitle: "Backup",
        blocks: .text(of: Texts.backup, ("{copy}", PathCommand.backupLine)))

    static let security = HelpTopic(
        name: "security", summary: "What regapp protects, and what it does not", manualTitle: "Security",
        blocks: .text(of: Texts.security))

    static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "What exit codes and messages mean", manualTitle: "Exit status",
        blocks: [.rows(ExitCode.allCases.map { HelpRow("\($0.rawValue)", $0.meaning) })]
            + .text(of: Texts.diagnostics))

    static let questions = HelpTopic(
        name: "questions", summary: "What people ask, and what to type", manualTitle: "Questions",
        blocks: .text(of: Texts.questions, ("{guide}", ProcessEnvironment.installedGuide)))

    /// `.ci/recipes` types the configuration as it is, and `.ci/package` makes a file of whatever follows a line
    /// `# /PATH`.
    static let services = HelpTopic(
        name: "services", summary: "Let web and mail servers check passwords", manualTitle: "Services",
        blocks: .text(
            of: Texts.services, ("{pam}", Texts.pam), ("{program}", ProcessEnvironment.installedProgram),
            ("{reasons}", SystemLog.reasonsInWords)))
}

extension [HelpBlock] {
    /// The blocks of a text, with placeholders replaced by what only the program knows.
    fileprivate static func text(
        of text: String, _ values: (place: String, text: String)...
    ) -> [HelpBlock] {
        .text(values.reduce(text) { $0.replacingEach($1.place, with: $1.text) })
    }
}

extension KeyTable {
    /// What its title names before a colon, such as `Albums`; nil if there is none.
    fileprivate var part: Substring? { title.contains(":") ? title.prefix { $0 != ":" } : nil }

    fileprivate var rows: [HelpRow] { bindings.map { HelpRow($0.names, $0.meaning) } }
}

extension RuleInWords {
    fileprivate var row: HelpRow { HelpRow(key, words) }
}
