internal import RegappStore

/// Files that cannot be accepted, each with its newest acceptable text in the history. What a person wrote by hand since
/// has no record, so nothing else can undo it.
package struct HandEdits: Equatable, Sendable {
    /// From the present text to the one of the history.
    fileprivate let changes: [DocumentChange]
    package let differences: [DocumentDifference]
}

extension AccountStore {
    /// `policy.json` if it cannot be accepted, else accounts or the profile that cannot; nil if the history has no
    /// acceptable text of any.
    package func handEdits() throws(AccountsError) -> HandEdits? {
        try reading { reader in
            var broken = try brokenFiles(reader)
            if broken.isEmpty { return nil }
            let people = try People(reader)
            var found: [String: [UInt8]] = [:]
            try reader.forEachRecord { record, _ in
                let number = record.head.number
                while let document = try? record.next() {
                    let file = document.file
                    guard broken[file] != nil, found[file] == nil,
                        !People.isAccount(file)
                            || people.person(of: document, in: number) == people.holder(of: file)
                    else { continue }
                    found[file] = [document.textAfter, document.before].lazy.compactMap { $0 }
                        .first { isAcceptable($0, file) }
                }
                return found.count < broken.count
            }
            for file in broken.keys where found[file] == nil { broken[file] = nil }
            let changes = broken.sorted { $0.key < $1.key }.map { file, present in
                DocumentChange(file, before: present, after: found[file])
            }
            guard !changes.isEmpty else { return nil }
            return HandEdits(
                changes: changes,
                differences: changes.map { DocumentDifference($0.file, from: $0.before, to: $0.after) })
        }
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
