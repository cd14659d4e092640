import RegappStore
import RegappJSON
import RegappTestSupport

@testable import RegappWording
@testable import RegappCore
@testable import RegappTerminal
@testable import regapp

/// A way by which a value can get into an account.
enum EntryPoint: String, CaseIterable {
    case options, standardInput, questions, form, handEdited, editor, imported, firstPassword
    case administratorsPassword, library

    func takes(_ field: Field, under policy: Policy) -> Bool {
        switch self {
        case .options, .questions, .form: Field.typedByPeople.contains(field)
        case .standardInput: field == .password
        case .handEdited, .editor: policy.knownFields.contains(field)
        // An import refuses the column of links, whatever it holds.
        case .imported: policy.isRegistry && field != .passwordLink
        case .firstPassword: field == .password && policy.allowsFirstPassword
        case .administratorsPassword: field == .password && policy.isRegistry
        case .library: Field.typedByPeople.contains(field)
        }
    }
}

/// A directory with one account, who is logged in.
struct EntryPointSession {
    static let email = "ann@mail.example"
    let home: TemporaryHome
    let directory: AccountStore
    let account: AccountFile
    private let now: Moment

    private static let values: AccountRecord = [
        .email: email, .firstName: "Ann", .lastName: "Lee", .birthday: "1990-05-31", .phone: "+79161234567",
    ]

    init(_ rules: RuleExample.Rules) throws {
        home = try TemporaryHome(["policy.json": rules.rawValue])
        var values = Self.values
        if rules == .profile { values[.password] = "12345" }
        try home.write(
            rules == .profile ? "profile.json" : "accounts/\(Self.email).json",
            values.json(withPassword: true).fileBytes)
        if rules != .profile { try home.write("session.json", "{\"account\":\"\(Self.email)\"}") }
        // A day after which nothing in the examples changes its meaning.
        guard let now = Moment(year: 2026, month: 1, day: 31, secondsSince1970: 1_769_860_800)
        else { throw Errno.noEntry }
        self.now = now
        let store = DocumentStore(directory: home.documents, layout: .regapp)
        directory = try AccountStore(store, now: now)
        guard let account = try directory.current() else { throw Errno.noEntry }
        self.account = account
    }

    private var policy: Policy { directory.policy }

    /// The message for a value at an entry point.
    func answer(to example: RuleExample, at entryPoint: EntryPoint) async throws -> [String] {
        let (field, value) = (example.field, example.value)
        switch entryPoint {
        case .options: return try run("edit", "--\(field.optionName)=\(value)")
        case .standardInput: return try run("edit", "--password-stdin", input: value)
        case .administratorsPassword:
            return try run("accounts", "password", Self.email, "--password-stdin", input: value)
        case .questions:
            var form = Form(of: fields(with: field), in: directory.draft(needing: [.email]))
            if field == .password { form.fill(Field.email.id, with: Self.email) }
            form.fill(field.id, with: value)
            return form.field(field.id)?.problems ?? []
        case .form:
            var form = Form(editing: fields(with: field), of: account, directory.draft(over: account.values))
            form.setText(value, of: field.id)
            return form.field(field.id)?.problems ?? []
        case .handEdited:
            return try refusal {
                let file = account.file(isRegistered: policy.isRegistry)
                try home.write(file, text(of: example))
                defer { try? home.write(file, account.document.bytes) }
                _ = try directory.current()
            }
        case .editor:
            return try refusal {
                let found = try EditSubject.currentUser.find(in: directory)
                let before = found.text
                let copy = try directory.store.writing { writer in
                    try WorkingCopy.make(of: found.origin, holding: before, in: writer)
                }
                var edit = TextEdit(.currentUser, of: found, in: copy, holding: before)
                edit.write(text(of: example))
                _ = try edit.judged(in: directory)
            }
        case .imported: return try imported(example)
        case .firstPassword:
            return try refusal {
                _ = try directory.registry().attempt(
                    Credentials(email: Self.email, firstName: "Ann", password: value))
            }
        case .library:
            let directory = AccountDirectory(home.documents) {
                Moment(year: 2026, month: 1, day: 31, secondsSince1970: 1_769_860_800)
            }
            do {
                let values = PersonalValues(form: [field.rawValue: value])
                if field == .expires {
                    try await directory.registry.change(Self.email, to: AdministrativeValues(expires: value))
                } else if policy.isRegistry {
                    try await directory.registry.change(Self.email, to: values)
                } else {
                    try await directory.profile.change(to: values)
                }
                return []
            } catch { return error.messages }
        }
    }

    private func fields(with field: Field) -> [Field] {
        Field.typedByPeople.filter { policy.fields.contains($0) || $0 == field }
    }

    /// The account's file with the value.
    private func text(of example: RuleExample) -> [UInt8] {
        var values = account.values
        values[example.field] = example.value
        return values.json(withPassword: true).fileBytes
    }

    /// What is said of it in the file of every format that can hold it.
    private func imported(_ example: RuleExample) throws -> [String] {
        var values = account.values
        values[example.field] = example.value
        let changed = try AccountFile(
            parsing: text(of: example), path: account.path, policy: policy, now: now,
            replacing: Set(Field.allCases))
        var said: [String]?
        for format in ExchangeFormat.allCases where format.definition.fields.contains(example.field) {
            guard let bytes = try? format.definition.writer().bytes(for: ExportRecord(changed, as: format))
            else {
                continue
            }
            let file =
                format.definition.writer().start() + bytes + format.definition.writer().end(isEmpty: false)
            let told = try imported(file, as: format)
            said = said.map { said in said.filter(told.contains) } ?? told
        }
        // No format is written with a plain password.
        return try said ?? imported(JSONText.array([values.json(withPassword: true)]).fileBytes, as: .json)
    }

    private func imported(_ file: [UInt8], as format: ExchangeFormat) throws -> [String] {
        var options = AccountImport.Options()
        options.existing = .updated
        var accounts = AccountImport(into: try directory.registry(), options)
        defer { accounts.discard() }
        var reader = format.reader()
        var problems = try accounts.add(reader.read(file) + reader.finish())
        problems += try accounts.finish()
        return problems.flatMap(\.messages)
    }

    private func run(_ arguments: String..., input: String? = nil) throws -> [String] {
        let answer = Answer(
            try BuiltProgram.regapp.run(arguments, in: home, input: input.map { .text($0) } ?? .nothing),
            in: home)
        return answer.status == 65 ? answer.err.split(separator: "\n").map(String.init) : []
    }

    private func refusal(_ work: () throws -> Void) throws -> [String] {
        do { try work() } catch AccountsError.invalidFile(let problems) {
            return problems.map(\.sentence)
        } catch AccountsError.violations(let violations) {
            return violations.map(\.message)
        }
        return []
    }
}
