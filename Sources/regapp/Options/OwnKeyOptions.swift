import RegappCore
import RegappCommandLine
import RegappValues
import RegappJSON
import RegappStore
import RegappWording

extension ValueType<KeyedText> {
    /// Accepts every text with a key and judges it later: a usage error would show it, and it may be a secret.
    ///
    /// - Parameter isCompared: whether numbers and dates can be compared, as in `age<18`.
    static func condition(isCompared: Bool) -> ValueType {
        ValueType(
            expected: isCompared
                ? "KEY=VALUE, KEY!=VALUE, KEY= or KEY<VALUE" : "KEY=VALUE, KEY!=VALUE or KEY=",
            completion: .keys(AccountColumn.knownKeys), sample: KeyedText(key: "", text: "")
        ) { KeyedText(condition: $0, isCompared: isCompared) }
    }

    static func keyed(_ expected: String, mayBeEmpty: Bool = false) -> ValueType {
        ValueType(expected: expected, completion: .keys([]), sample: KeyedText(key: "", text: "")) { typed in
            typed.parts(around: typed.firstIndex(of: "=")).flatMap {
                mayBeEmpty || !$1.isEmpty ? KeyedText($0, $1) : nil
            }
        }
    }
}

extension String {
    /// What is before the `=` at an index, at least one character, and what is after it.
    func parts(around equals: Index?) -> (key: String, text: String)? {
        guard let equals, equals > startIndex else { return nil }
        return (String(self[..<equals]), String(self[index(after: equals)...]))
    }
}

extension Completion {
    /// Keys with the `=` after them: the known ones, and the custom keys in the files. After the `=`, the texts that the
    /// files have under the key.
    fileprivate static func keys(_ known: [String]) -> Completion {
        .answers { context in
            guard let (key, _) = context.typed.parts(around: context.typed.firstIndex(of: "=")) else {
                return (known + context.ownKeys).map { Offer($0 + "=") }
            }
            return context.ownTexts(under: key.hasSuffix("!") ? String(key.dropLast()) : key).map {
                Offer("\(key)=\($0)")
            }
        }
    }
}

extension CompletionContext {
    /// How many files are read for their keys: enough to see every key, and quick enough for a key press.
    private static let mostFiles = 512

    var ownKeys: [String] {
        namesInDirectory { store, now in
            try AccountStore(store, now: now).registry().ownKeys(readingAtMost: Self.mostFiles)
        }
    }

    /// None if the key may be a password's.
    fileprivate func ownTexts(under key: String) -> [String] {
        namesInDirectory { store, now in
            let directory = try AccountStore(store, now: now)
            guard AccountCondition(key, "", under: directory.policy) != nil else {
                return []
            }
            return try directory.registry().ownTexts(under: key, readingAtMost: Self.mostFiles)
        }
    }

    /// Names read from the line's directory; none if it cannot be read, which the command itself reports.
    func namesInDirectory(_ read: (DocumentStore, Moment) throws -> [String]) -> [String] {
        let option = values.read(CommonOptions.self).documents
        guard let environment = ProcessEnvironment.live(),
            let directory = try? DocumentsDirectory.resolve(option: option, environment)
        else { return [] }
        return (try? read(DocumentStore(directory: directory, layout: .regapp), environment.now)) ?? []
    }
}

struct ConditionOptions {
    private let typed: [KeyedText]

    init(
        _ line: inout CommandLineReader, with need: OptionNeed = [],
        _ summary: @escaping @autoclosure LazyText =
            "only accounts with this value under KEY; KEY!=VALUE, KEY= and, for numbers and dates, KEY<VALUE, <=, >, >= too"
    ) {
        typed = line.options("where", .condition(isCompared: true), "KEY=VALUE", with: need, summary())
    }

    var isEmpty: Bool { typed.isEmpty }

    static let required: String =
        "treat accounts without this value under KEY as unknown; KEY!=VALUE and KEY= too"

    /// The accounts that are meant, for commands that act on them. Throws a message if a key is that of a password, or
    /// one that no account has.
    func filter(_ registry: Registry) throws -> AccountFilter {
        reportSlips()
        let filter = AccountFilter(conditions: try conditions(under: registry.directory.policy))
        try registry.requireKeys(filter.ownKeys, .notFound, "")
        return filter
    }

    /// Warns of what people write who know SQL: such a condition selects hardly anybody, or everybody.
    func reportSlips() {
        for slip in typed.compactMap(\.slip) { Diagnostics.report(slip.asWarning) }
    }

    /// - Throws: a message if a key is that of a password.
    func conditions(under policy: Policy) throws -> [AccountCondition] {
        try typed.map { typed in
            let condition = AccountCondition(
                typed.key, relation: typed.relation, typed.text, under: policy)
            if typed.relation == .less, typed.text.hasPrefix(">") {
                throw Message(.usage, "--where has no sign '<>'", hint: "write KEY!=VALUE")
            }
            if typed.relation.isOrder, !AccountCondition.isComparable(typed.text) {
                throw Message(
                    .usage, "--where compares '\(typed.key)' with a number or a date",
                    hint: "write a date as 2026-01-31, 2026-01 or 2026")
            }
            guard let condition else {
                throw Message(
                    .usage, "--where cannot select by a password, and \(Message.resemblesSecret(typed.key))",
                    hint: "leave it out")
            }
            return condition
        }
    }
}

extension KeyedText {
    fileprivate var slip: Message? {
        let text = text.hasPrefix("=") ? text.dropFirst() : text[...]
        if text.count > 1, let quote = text.first, ["'", "\""].contains(quote), text.last == quote {
            return Message(.usage, "--where compares with quotes as well", hint: "leave them out")
        }
        let words = text.lowercased().split(separator: " ")
        let joins = words.indices.dropFirst().contains { index in
            ["and", "or", "&&", "||"].contains(words[index])
                && words[(index + 1)...].contains { $0.contains("=") }
        }
        guard joins else { return nil }
        return Message(
            .usage, "--where takes one condition", hint: "give --where again for each further condition")
    }
}

extension Registry {
    /// A message about a custom key that is in no account, and probably misspelt; nil if there is none, or no account.
    /// `consequence` ends the message.
    func unknownKey(
        among keys: [String], _ exit: ExitCode, _ consequence: String = ""
    ) throws -> Message? {
        guard !keys.isEmpty, try !isEmpty() else { return nil }
        let unseen = try unseen(keys)
        guard let key = keys.first(where: unseen.contains) else { return nil }
        let meant = AccountColumn.meant(by: key, among: try ownKeys())
        return Message(
            exit, String.noAccountHas(key: key) + consequence, hint: meant.map(Sentence.didYouMean))
    }

    /// Throws it.
    func requireKeys(_ keys: [String], _ exit: ExitCode, _ consequence: String) throws {
        if let message = try unknownKey(among: keys, exit, consequence) { throw message }
    }
}

extension CommandLineReader {
    /// Values under custom keys, before ``[OwnValue].judged()`` checks them.
    mutating func ownValues() -> [OwnValue] {
        func values(
            _ action: OwnValue.Action, _ name: String, _ form: String, _ help: String,
            _ type: ValueType<KeyedText> = .keyed("KEY=VALUE")
        ) -> [OwnValue] {
            options(name, type, form, help).map { OwnValue($0.key, $0.text, action) }
        }
        return values(
            .set, "set", "KEY=VALUE", "set a custom key in the file; KEY= removes it",
            .keyed("KEY=VALUE, or KEY= to remove the key", mayBeEmpty: true))
            + values(.json, "set-json", "KEY=JSON", "set a custom key to JSON")
            + values(.add, "add", "KEY=VALUE", "add a value to the list under a key")
            + values(.remove, "remove", "KEY=VALUE", "remove a value from the list under a key")
    }
}

extension [OwnValue] {
    /// - Throws: a message if a key is not a custom key, or is given twice other than to add and remove.
    func judged() throws -> [OwnValue] {
        for (index, value) in enumerated() {
            guard value.key != "KEY" else {
                throw Message(
                    .usage, "KEY stands for a key, and what follows it for its value",
                    hint: "for example, write \(.words("--set", "team=board"))")
            }
            if let refusal = value.refusalAsTyped { throw Message.notOwnKey(value.key, refusal) }
            if value.action == .json, (try? JSONDocument(parsing: [UInt8](value.text.utf8))) == nil {
                throw Message(
                    .usage, "the value that --set-json gives '\(value.key)' is not JSON",
                    hint: "quotes are part of a JSON text, as in \(.words("--set-json", "team=\"board\""))")
            }
            let before = self[..<index].filter { $0.key.hasSameScalars(as: value.key) }
            let isSet = (before + [value]).contains { [.set, .json].contains($0.action) }
            guard before.isEmpty || !isSet else {
                throw Message(
                    .usage, "'\(value.key)' is given twice; only --add and --remove may repeat",
                    hint: "give it once")
            }
        }
        return self
    }
}

extension Message {
    fileprivate static func resemblesSecret(_ key: String) -> String {
        "'\(key)' is the key of one, or looks like it"
    }

    /// - Parameter key: one that `--set` does not set.
    fileprivate static func notOwnKey(_ key: String, _ refusal: OwnValue.Refusal) -> Message {
        let isKnown = "'\(key)' is not a custom key"
        let hint: Sentence
        switch refusal {
        case .secret:
            return Message(
                .usage, "--set cannot set a password, and \(resemblesSecret(key))", hint: .setPassword())
        case .operation:
            return Message(
                .usage,
                "--set replaces a text; it neither adds to a list nor removes from one, as '\(key)=' looks",
                hint: "use \(.words("--add", "KEY=VALUE")) or \(.words("--remove", "KEY=VALUE"))")
        case .mistyped(let field):
            return Message(
                .data, "'\(key)' would be taken for a mistyped '\(field.rawValue)', and the file refused",
                hint: setting(field).map { "choose another key, or \($0)" } ?? "choose another key")
        case .closing:
            return Message(
                .data, "'\(key)' does not lock an account, and regapp would reject the file",
                hint:
                    "lock the account with \(.regapp("accounts", "lock", "EMAIL")), or choose another key")
        case .known(.field(let field)):
            guard let setting = setting(field) else { return Message(.usage, "\(isKnown): regapp writes it") }
            hint = setting
        case .known(.own): return Message(.usage, "\(isKnown): regapp writes it")
        case .known(.status(let status)): hint = status.source
        }
        return Message(.usage, isKnown, hint: hint)
    }

    /// How a field is set; nil if only regapp does it.
    private static func setting(_ field: Field) -> Sentence? {
        switch field {
        case .registered, .lastSeen: nil
        case .mustChange: "set it with \(.regapp("accounts", "password", "EMAIL", "--must-change"))"
        case .lockedUntil: "set it with \(.regapp("accounts", "lock", "EMAIL", "--until", "+14d"))"
        case .lockReason: "set it with \(.regapp("accounts", "lock", "EMAIL", "--reason", "TEXT"))"
        default: "set it with \(.words("--" + field.optionName, field.placeholder))"
        }
    }
}
