internal import RegappStore
internal import RegappJSON

/// Files that cannot be accepted, each with its newest acceptable text in the history. What a person wrote by hand since
/// has no record, so nothing else can undo it.
package struct HandEdits: Equatable, Sendable {
    /// From the present text to the one of the history.
    fileprivate let changes: [DocumentChange]
    package let differences: [DocumentDifference]
    /// The emails of accounts that come back locked, since their present text may keep them out in a way that cannot be
    /// read.
    package let locked: [String]
}

private struct FormerText {
    /// The newest acceptable one.
    let text: [UInt8]
    /// The one after the newest change, which may not be acceptable.
    let newest: [UInt8]?
    /// Whether every later record can be read.
    let isSure: Bool
}

private struct RestoredText {
    let text: [UInt8]
    /// Whether it is locked because it cannot be read for certain who may log in.
    let isLocked: Bool
    /// Whether somebody else's text stands in its place.
    let isInPlaceOfAnother: Bool
}

extension AccountStore {
    /// `policy.json` if it cannot be accepted, else accounts or the profile that cannot; nil if the history has no
    /// acceptable text of any.
    ///
    /// An account keeps what its present text, and the newest change of it, say of who may log in: the acceptable text may
    /// be older than a lock or another password.
    package func handEdits() throws(AccountsError) -> HandEdits? {
        try reading { reader in
            let broken = try brokenFiles(reader)
            if broken.isEmpty { return nil }
            let people = try People(reader)
            var found: [String: FormerText] = [:]
            /// By file, the text after the newest change.
            var newest: [String: [UInt8]] = [:]
            var isAnyDamaged = false
            try reader.forEachRecord({ record, _ in
                let number = record.head.number
                while let document = try record.next(orDamage: { isAnyDamaged = true }) {
                    let file = document.file
                    guard broken[file] != nil, found[file] == nil,
                        !People.isAccount(file)
                            || people.person(of: document, in: number) == people.holder(of: file)
                    else { continue }
                    newest[file] = newest[file] ?? document.textAfter
                    let text = [document.textAfter, document.before].lazy.compactMap { $0 }
                        .first { isAcceptable($0, file) }
                    found[file] = text.map {
                        FormerText(text: $0, newest: newest[file], isSure: !isAnyDamaged)
                    }
                }
                return found.count < broken.count
            }) { _, _ in isAnyDamaged = true }
            var locked: [String] = []
            /// The files in whose place somebody else's text stands.
            var others: Set<String> = []
            let changes = broken.sorted { $0.key < $1.key }.compactMap { file, present in
                found[file].map { former in
                    guard People.isAccount(file) else {
                        return DocumentChange(file, before: present, after: former.text)
                    }
                    let kept = closed(former, over: present, file)
                    if kept.isInPlaceOfAnother { others.insert(file) }
                    if kept.isLocked { locked.append(AccountRecord(text: former.text)?[.email] ?? file) }
                    return DocumentChange(file, before: present, after: kept.text)
                }
            }
            guard !changes.isEmpty else { return nil }
            return HandEdits(
                changes: changes,
                differences: changes.map { change in
                    DocumentDifference(
                        change.file, from: others.contains(change.file) ? nil : change.before,
                        to: change.after)
                },
                locked: locked)
        }
    }

    /// An account's former text with what is known of who may log in now.
    private func closed(_ former: FormerText, over present: [UInt8], _ file: String) -> RestoredText {
        var text = former.text
        var isCertain = true
        /// A value that cannot be accepted is not taken, and then nothing is certain.
        func take(_ edits: [JSONEdit]) {
            guard let changed = JSONDocument(outlining: text)?.applying(edits) else { return }
            if isAcceptable(changed, file) { text = changed } else { isCertain = false }
        }
        // What the newest change left out is gone.
        if let newest = former.newest.flatMap({ JSONDocument(object: $0) }) {
            for field in Field.deciding + [.lockReason] {
                let value = newest.root[field.rawValue]
                take([
                    value.map { .copy(key: field.rawValue, Array(newest.bytes[$0.range]), before: []) }
                        ?? .remove(key: field.rawValue)
                ])
            }
        }
        // What a text by hand does not say stays, but a password is either plain or a hash.
        let written = WrittenText(present)
        // The text of somebody else says nothing of this person.
        let isOfAnother = written.isOfAnother(than: JSONDocument(outlining: text), file)
        if isOfAnother { isCertain = false }
        for field in isOfAnother ? [] : Field.deciding + [.lockReason] {
            switch written.value(of: field) {
            case .none: continue
            case .unclear: isCertain = false
            case .json(let bytes):
                let other: Field? =
                    switch field {
                    case .password: .passwordHash
                    case .passwordHash: .password
                    default: nil
                    }
                let replaced = other.flatMap { written.has($0) ? nil : JSONEdit.remove(key: $0.rawValue) }
                take([.copy(key: field.rawValue, bytes, before: [])] + (replaced.map { [$0] } ?? []))
            }
        }
        // A link that has ended must not come back.
        let link = Field.passwordLink.rawValue
        if let document = JSONDocument(outlining: text), let value = document.root[link] {
            let isSame =
                if case .json(let bytes) = written.value(of: .passwordLink) {
                    bytes == Array(document.bytes[value.range])
                } else {
                    false
                }
            if !isSame { text = document.applying([.remove(key: link)]) }
        }
        if !former.isSure, isOfAnother || !written.has(.passwordHash) { isCertain = false }
        let known = JSONDocument(outlining: text)
        let mayKeepOut = written.keys.contains { key in
            known?.root[key] == nil && Field(key: key) == nil
                && (LoginWords.mayDecide(key) || Field.deciding.contains { $0.keySuggestion.isNearMiss(key) })
        }
        if mayKeepOut { isCertain = false }
        guard !isCertain, let record = AccountRecord(text: text), !record.isLocked,
            let open = JSONDocument(outlining: text)
        else { return RestoredText(text: text, isLocked: false, isInPlaceOfAnother: isOfAnother) }
        return RestoredText(
            text: open.applying([.setting(.passwordHash, record.locked[.passwordHash] ?? "")]),
            isLocked: true,
            isInPlaceOfAnother: isOfAnother)
    }

    /// Files that cannot be accepted, with their texts.
    private func brokenFiles(_ reader: DocumentReader) throws -> [String: [UInt8]] {
        if let text = try reader.contents(of: StoreLayout.policy), PolicyFile.policy(of: text) == nil {
            return [StoreLayout.policy: text]
        }
        let files =
            policy.isRegistry
            ? try AccountsFolder(reader).files.map { "\(StoreLayout.accounts)/\($0)" } : [StoreLayout.profile]
        var broken: [String: [UInt8]] = [:]
        for file in files {
            if let text = try? reader.contents(of: file), !isAcceptable(text, file) { broken[file] = text }
        }
        return broken
    }

    func isAcceptable(_ text: [UInt8], _ file: String) -> Bool {
        if file == StoreLayout.policy { return PolicyFile.policy(of: text) != nil }
        let account = try? AccountFile(parsing: text, path: store.path(of: file), policy: policy, now: now)
        return account.map { !policy.isRegistry || $0.isNamed(file) } ?? false
    }

    /// - Throws: `store(.changedMeanwhile)` if a file has changed since.
    package func undo(_ edits: HandEdits) throws(AccountsError) {
        try commit(edits.changes, underAnyRules: true) { _ in nil }
    }
}

/// A text by hand, which need not be JSON.
private struct WrittenText {
    enum Value {
        case none
        /// As it stands, quotes included.
        case json([UInt8])
        /// It stands there twice, or without quotes.
        case unclear
    }

    private let document: JSONDocument?
    private let text: String
    /// Its words, as they stand.
    private let words: [Substring]

    init(_ bytes: [UInt8]) {
        document = JSONDocument(object: bytes)
        text = String(decoding: bytes, as: UTF8.self)
        words = text.split { !$0.isLetter && !$0.isNumber }
    }

    /// Whether it is somebody else's text in the place of an account, or may be.
    ///
    /// - Parameter account: the newest text of the account that the file is named after.
    func isOfAnother(than account: JSONDocument?, _ file: String) -> Bool {
        let password = value(of: .password)
        let hash = value(of: .passwordHash)
        if case .none = password, case .json(let bytes) = hash, let account,
            let own = account.root[Field.passwordHash.rawValue], bytes == Array(account.bytes[own.range])
        {
            return false
        }
        if let email { return Registry.file(of: email) != file }
        // A text that names nobody, and gives no password, gives nothing away.
        guard case .none = password, case .none = hash else { return true }
        return false
    }

    var email: String? {
        guard case .json(let bytes) = value(of: .email) else { return nil }
        let content = JSONDocument(object: Array("{\"email\":".utf8) + bytes + Array("}".utf8))?
            .root[Field.email.rawValue]?.content
        return if case .string(let email)? = content { email } else { nil }
    }

    func has(_ field: Field) -> Bool { if case .json = value(of: field) { true } else { false } }

    func value(of field: Field) -> Value {
        if let document {
            return document.root[field.rawValue].map { .json(Array(document.bytes[$0.range])) } ?? .none
        }
        let count = words.count { $0.lowercased() == field.rawValue.lowercased() }
        guard count > 0 else { return .none }
        guard count == 1, let key = text.firstPlace(of: "\"\(field.rawValue)\"") else { return .unclear }
        let rest = text[key.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == ":" else { return .unclear }
        let value = rest.dropFirst().drop(while: \.isWhitespace)
        if value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") {
            return .json(Array(value[...end].utf8))
        }
        return value.hasPrefix("true") ? .json(Array("true".utf8)) : .unclear
    }

    /// What stands before a colon: keys, whatever their quotes.
    var keys: [String] {
        if let document { return document.root.members.map(\.key) }
        return text.split(separator: ":").dropLast().map { part in
            let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || "_-".contains($0) }
            let word = part.reversed().drop { !isPart($0) }.prefix(while: isPart)
            return String(word.reversed())
        }
    }
}
