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
                while let document = try? record.next() {
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
            let changes = broken.sorted { $0.key < $1.key }.compactMap { file, present in
                found[file].map { former in
                    guard People.isAccount(file) else {
                        return DocumentChange(file, before: present, after: former.text)
                    }
                    let kept = closed(former, over: present, file)
                    if kept.isLocked { locked.append(AccountRecord(text: former.text)?[.email] ?? file) }
                    return DocumentChange(file, before: present, after: kept.text)
                }
            }
            guard !changes.isEmpty else { return nil }
            return HandEdits(
                changes: changes,
                differences: changes.map { DocumentDifference($0.file, from: $0.before, to: $0.after) },
                locked: locked)
        }
    }

    /// An account's former text with what is known of who may log in now.
    ///
    /// - Returns: the text, and whether it is locked because that cannot be read for certain.
    private func closed(
        _ former: FormerText, over present: [UInt8], _ file: String
    ) -> (text: [UInt8], isLocked: Bool) {
        var text = former.text
        var isCertain = true
        let now = JSONDocument(object: present)
        /// What a text by hand does not say stays, what a change left out is gone.
        func take(_ source: JSONDocument, removes: Bool) {
            for field in Field.deciding + [.lockReason] {
                let key = field.rawValue
                let value = source.root[key].map { Array(source.bytes[$0.range]) }
                guard value != nil || removes, let document = JSONDocument(outlining: text) else { continue }
                let changed = document.applying([
                    value.map { .copy(key: key, $0, before: []) } ?? .remove(key: key)
                ])
                if isAcceptable(changed, file) { text = changed } else { isCertain = false }
            }
        }
        if let newest = former.newest.flatMap({ JSONDocument(object: $0) }) { take(newest, removes: true) }
        if let now { take(now, removes: false) }
        guard let document = JSONDocument(outlining: text) else { return (text, false) }
        // A link that has ended must not come back.
        let link = Field.passwordLink.rawValue
        if let value = document.root[link], value.canonicalText != now?.root[link]?.canonicalText {
            text = document.applying([.remove(key: link)])
        }
        let written = String(decoding: present, as: UTF8.self)
        func isWritten(_ field: Field) -> Bool {
            document.root[field.rawValue].map {
                written.holds(String(decoding: document.bytes[$0.range], as: UTF8.self))
            } ?? false
        }
        if !former.isSure, !isWritten(.passwordHash) { isCertain = false }
        if now == nil, Field.deciding.contains(where: { written.holds("\"\($0.rawValue)\"") && !isWritten($0) }) {
            isCertain = false
        }
        let keys = now?.root.members.map(\.key) ?? written.keysOutsideJSON
        if keys.contains(where: { key in
            document.root[key] == nil && Field(key: key) == nil
                && (LoginWords.mayDecide(key) || Field.deciding.contains { $0.keySuggestion.isNearMiss(key) })
        }) {
            isCertain = false
        }
        guard !isCertain, let record = AccountRecord(text: text), !record.isLocked,
            let open = JSONDocument(outlining: text)
        else { return (text, false) }
        return (open.applying([.setting(.passwordHash, record.locked[.passwordHash] ?? "")]), true)
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

extension String {
    /// What may be keys of a text that is not JSON: quoted, before a colon.
    fileprivate var keysOutsideJSON: [String] {
        let parts = split(separator: "\"", omittingEmptySubsequences: false)
        return zip(parts, parts.dropFirst()).filter { $1.first { $0 != " " } == ":" }.map { String($0.0) }
    }
}
