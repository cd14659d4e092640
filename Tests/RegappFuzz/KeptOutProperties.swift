internal import RegappCore
internal import RegappStore
internal import RegappTestSupport
internal import RegappValues

/// A file that says in words that one of two people is kept out. The input chooses the language, the spelling, the format,
/// what becomes of other columns, and what stands beside it.
///
/// Whoever it keeps out cannot be verified after an import that ended well: neither as the file stands, nor with the
/// option that the import's question proposes.
struct KeptOutProperties {
    private struct Language {
        let subjects: [String]
        let closed: [String]
        let open: [String]
        let states: [String]
        let closedStates: [String]
        let ends: [String]
        let yes: [String]
        let no: [String]
    }

    private struct Mark {
        let name: String
        let closed: String
        let open: String
    }

    private static let email = "b@x.example"
    private static let password = "rainy-night"
    private static let hash = "{SHA}/Ojp5sXWAZHwOpiKwjOV0Cq/IsM="

    private let input: [UInt8]

    init(_ input: [UInt8]) { self.input = input }

    func check() throws(BrokenProperty) {
        var choices = FuzzInput(input)
        let mark = Self.mark(&choices)
        let beside = Self.plainText(&choices)
        let format = choices.pick([ExchangeFormat.csv, .json, .ldif, .passwdFile])
        let others = choices.pick([ImportColumns.Others.refused, .ignored, .kept])
        let isFirst = choices.number() % 2 == 1
        let text = Self.file(mark, beside, format, isFirst: isFirst)
        let place = isFirst ? "first" : "last"
        let story = "\(mark.name): \(mark.closed) keeps out in \(format.rawValue), \(place), others \(others)"
        let first = Self.read(text, format, ColumnMap(others: others, now: RuleProperties.now))
        try Self.require(first, story)
        for question in Self.questions(first) {
            let name = question.name
            var map = ColumnMap(others: others, locks: question.asked.conditions, now: RuleProperties.now)
            if let field = question.asked.field {
                map = ColumnMap([(name, .field(field))], others: others, now: RuleProperties.now)
            } else if question.asked.conditions.isEmpty {
                continue
            }
            try Self.require(Self.read(text, format, map), story + ", as proposed")
        }
    }

    // MARK: A file

    private static func mark(_ choices: inout FuzzInput) -> Mark {
        let language = choices.pick(languages)
        let subject = choices.pick(language.subjects)
        let (yes, no) = (choices.pick(language.yes), choices.pick(language.no))
        let mark: Mark
        switch choices.number() % 4 {
        case 0: mark = Mark(name: choices.pick(language.closed), closed: yes, open: no)
        case 1: mark = Mark(name: choices.pick(language.open), closed: no, open: yes)
        case 2:
            mark = Mark(
                name: choices.pick(language.ends), closed: "2020-01-31", open: choices.pick(["", "NULL"]))
        default:
            let state = choices.pick(language.closedStates)
            let sign = choices.pick(["", "*** ", "[", "zzz - "])
            mark = Mark(
                name: choices.pick(language.states), closed: sign + state + (sign == "[" ? "]" : ""),
                open: choices.pick(["", language.open[0]]))
        }
        let joint = choices.pick(["_", "-", ".", " ", ""])
        var parts = [mark.name]
        switch choices.number() % 3 {
        case 0: parts = [subject, mark.name]
        case 1: parts = [mark.name, subject]
        default: break
        }
        let joined = parts.flatMap { $0.split(separator: " ").map(String.init) }
        let name: String
        switch choices.number() % 3 {
        case 0: name = joined.joined(separator: joint)
        case 1: name = joined.joined(separator: joint).uppercased()
        default: name = joined.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: joint)
        }
        return Mark(name: name, closed: mark.closed, open: mark.open)
    }

    /// Letters and digits that stand in another column.
    private static func plainText(_ choices: inout FuzzInput) -> String {
        String(decoding: choices.text().filter { $0.isLetterOrDigit }.prefix(20), as: UTF8.self)
    }

    /// - Parameter isFirst: whether the mark stands before everything else, or after it.
    private static func file(
        _ mark: Mark, _ beside: String, _ format: ExchangeFormat, isFirst: Bool
    ) -> String {
        func line(_ parts: [String], _ marked: String, _ joint: String) -> String {
            (isFirst ? [marked] + parts : parts + [marked]).filter { !$0.isEmpty }.joined(separator: joint)
        }
        let people = [("a@x.example", mark.open), (email, mark.closed)]
        switch format {
        case .csv:
            let lines = people.map { line([$0, hash, "\"\(beside)\""], "\"\($1)\"", ",") + "\n" }
            return line(["email", "passwordHash", "note"], "\"\(mark.name)\"", ",") + "\n" + lines.joined()
        case .json:
            let objects = people.map { email, value in
                let members = [
                    #""email":"\#(email)""#, #""passwordHash":"\#(hash)""#, #""note":"\#(beside)""#,
                ]
                return "{" + line(members, #""\#(mark.name)":"\#(value)""#, ",") + "}"
            }
            return "[" + objects.joined(separator: ",") + "]"
        case .ldif:
            return people.map { email, value in
                let attributes = [
                    "objectClass: person", "mail: \(email)", "userPassword: \(hash)", "note: \(beside)",
                ]
                let marked = value.isEmpty ? "" : "\(attribute(mark.name)): \(value)"
                return "dn: mail=\(email)\n" + line(attributes, marked, "\n") + "\n\n"
            }.joined()
        case .passwdFile:
            return people.map { email, value in
                let marked = value.isEmpty ? "" : "\(attribute(mark.name))=\(attribute(value))"
                return "\(email):\(hash)::::::"
                    + line(beside.isEmpty ? [] : ["note=\(beside)"], marked, " ") + "\n"
            }.joined()
        case .htpasswd: return ""
        }
    }

    /// Attributes and extra fields have no spaces.
    private static func attribute(_ text: String) -> String {
        text.split(separator: " ").joined(separator: "-")
    }

    // MARK: Its import

    private static func read(_ text: String, _ format: ExchangeFormat, _ map: ColumnMap) -> [ImportedAccount]
    {
        var reader = format.reader(ReadingOptions(map))
        return reader.read(Array(text.utf8)) + reader.finish()
    }

    private static func questions(
        _ accounts: [ImportedAccount]
    ) -> [(name: String, asked: LoginQuestion)] {
        accounts.compactMap { account in
            guard case .failure(let problem) = account.result,
                case .format(.lock(_, let name, let question)) = problem.reason
            else { return nil }
            return (name, question)
        }
    }

    /// Imports what was read, and requires that nobody is let in who was kept out.
    private static func require(_ accounts: [ImportedAccount], _ story: String) throws(BrokenProperty) {
        guard accounts.allSatisfy({ (try? $0.result.get()) != nil }) else { return }
        let disk = SimulatedFileSystem()
        disk.putDirectory("/d")
        disk.put("/d/policy.json", Array(#"{"policy":"service","hash":"bcrypt","hashCost":4}"#.utf8))
        let store = DocumentStore(directory: "/d", layout: .regapp, fileSystem: disk)
        let verified: AccountFile?
        do {
            let registry = try AccountStore(store, now: RuleProperties.now).registry()
            guard try imports(accounts, into: registry) else { return }
            let credentials = Credentials(email: email, firstName: nil, password: password)
            verified = try? PasswordCheck(registry, credentials).verified()
        } catch { throw BrokenProperty(description: "an import works: \(story)") }
        try RegappFuzz.require(verified == nil, story)
    }

    /// Whether the import ended well.
    private static func imports(
        _ accounts: [ImportedAccount], into registry: Registry
    ) throws(AccountsError) -> Bool {
        var importing = AccountImport(into: registry)
        defer { importing.discard() }
        let problems = try importing.add(accounts) + importing.finish() + importing.hashPasswords()
        guard problems.isEmpty else { return false }
        try importing.commit()
        return true
    }

    // MARK: Words

    private static let languages: [Language] = [
        Language(
            subjects: ["user", "account", "employee", "member"],
            closed: ["disabled", "suspended", "blocked", "locked", "deleted", "inactive", "no login"],
            open: ["active", "enabled", "login allowed"], states: ["status", "account state"],
            closedStates: ["suspended", "left", "terminated", "DEPROVISIONED"],
            ends: ["termination date", "valid until", "end of contract", "exit date", "expires on"],
            yes: ["1", "true", "YES", "x"], no: ["0", "false", "No", "off"]),
        Language(
            subjects: ["Benutzer", "Konto", "Mitglied"],
            closed: ["gesperrt", "deaktiviert", "inaktiv", "kein Zugang", "ausgetreten"],
            open: ["aktiv", "freigeschaltet", "Login erlaubt"], states: ["Status", "Zustand"],
            closedStates: ["ausgetreten", "gesperrt", "ausgeschieden"],
            ends: ["Austrittsdatum", "gültig bis", "Vertragsende", "Kündigungsdatum"],
            yes: ["ja", "JA", "1"],
            no: ["nein", "0"]),
        Language(
            subjects: ["compte", "utilisateur"],
            closed: ["désactivé", "bloqué", "suspendu", "accès interdit"],
            open: ["actif", "activé", "accès autorisé"], states: ["statut", "état du compte"],
            closedStates: ["suspendu", "désactivé", "radié"],
            ends: ["date de fin de contrat", "date de départ", "date de sortie"], yes: ["oui", "vrai"],
            no: ["non", "faux"]),
        Language(
            subjects: ["cuenta", "usuario"], closed: ["bloqueado", "suspendida", "dado de baja"],
            open: ["activo", "habilitado", "acceso permitido"], states: ["estado de la cuenta", "situación"],
            closedStates: ["inactivo", "de baja", "suspendido"], ends: ["fecha de baja", "fin de contrato"],
            yes: ["sí", "1"], no: ["no", "0"]),
        Language(
            subjects: ["utente", "account"], closed: ["disabilitato", "bloccato", "sospeso"],
            open: ["attivo", "abilitato"], states: ["stato utente", "situazione"],
            closedStates: ["sospeso", "cessato", "disattivato"], ends: ["data cessazione", "scadenza"],
            yes: ["sì", "vero"], no: ["no", "falso"]),
        Language(
            subjects: ["usuário", "conta"], closed: ["bloqueado", "inativo", "suspenso"],
            open: ["ativo", "acesso permitido"], states: ["situação", "estado da conta"],
            closedStates: ["desligado", "demitido", "inativo"], ends: ["data de desligamento", "válido até"],
            yes: ["sim"], no: ["não"]),
        Language(
            subjects: ["gebruiker", "account"], closed: ["geblokkeerd", "inactief", "uitgeschakeld"],
            open: ["actief", "toegang toegestaan"], states: ["status", "toestand"],
            closedStates: ["vertrokken", "geblokkeerd", "inactief"],
            ends: ["datum uit dienst", "geldig tot", "einddatum contract"], yes: ["ja"], no: ["nee"]),
        Language(
            subjects: ["konto", "użytkownik"], closed: ["zablokowane", "nieaktywne", "zawieszone"],
            open: ["aktywne", "włączone"], states: ["stan konta", "status"],
            closedStates: ["zablokowany", "zawieszone", "usunięty"],
            ends: ["data zwolnienia", "ważne do", "koniec umowy"], yes: ["tak"], no: ["nie"]),
        Language(
            subjects: ["пользователь", "аккаунт"], closed: ["заблокирован", "отключен", "уволен"],
            open: ["активен", "вход разрешен"], states: ["статус", "состояние"],
            closedStates: ["уволен", "заблокирован", "отчислен"],
            ends: ["дата увольнения", "действует до", "дата окончания договора"], yes: ["да"], no: ["нет"]),
    ]
}
