internal import RegappJSON
internal import RegappStore

/// Who is meant by an email at an earlier time, according to the history.
package struct AddressBook: Sendable {
    private let people: People
    /// When the changes were made, the newest first.
    private let changes: [(number: Int, time: Int, day: String)]

    fileprivate init(_ reader: DocumentReader, meaning files: Set<String>) throws {
        people = try People(reader, meaning: files)
        var changes: [(number: Int, time: Int, day: String)] = []
        try reader.forEachRecord { record, _ in
            let author = record.head.author
            let number = record.head.number
            let time = Timestamp(rfc3339: author.time)?.secondsSince1970 ?? .min
            changes.append((number, time, String((author.localTime ?? "").prefix(10))))
            return true
        }
        self.changes = changes
    }

    /// The present email of who had one at the end of a day; nil if that person's account is gone. An email of which the
    /// history tells nothing stays.
    package func presentEmail(of email: String, on day: CalendarDate) -> String? {
        let number = changes.first { $0.day <= day.isoString }?.number ?? 0
        guard let file = Registry.file(of: email), let person = people.person(meantBy: file, at: number)
        else {
            return email
        }
        let place = people.place(of: person)
        return place == file ? email : place.flatMap { EmailAddress.ofPath($0) }
    }

    /// The email that whoever is meant by one had at a moment: usually the same; the former one of a person who got it
    /// later.
    package func email(of email: String, at moment: Moment) -> String {
        let number = changes.first { $0.time <= moment.timestamp.secondsSince1970 }?.number ?? 0
        guard let file = Registry.file(of: email), let person = people.person(meantBy: file, at: number),
            let place = people.place(of: person, after: number), place != file
        else { return email }
        return EmailAddress.ofPath(place) ?? email
    }
}

extension AccountStore {
    /// - Parameter emails: those that will be asked for.
    package func addressBook(of emails: some Sequence<String>) throws(AccountsError) -> AddressBook {
        let files = Set(emails.compactMap(Registry.file))
        return try reading { reader in try AddressBook(reader, meaning: files) }
    }

    /// - Parameter column: by whose values they can be found, besides their files.
    func removedAccounts(with column: AccountColumn?) throws(AccountsError) -> RemovedAccounts {
        try reading { reader in
            var removed = RemovedAccounts()
            for (file, number) in try People(reader).removals where try !reader.exists(file) {
                removed.byFile[file] = try reader.changeHead(number)
            }
            guard let column else { return removed }
            let changes = Dictionary(
                removed.byFile.values.map { ($0.number, $0) }, uniquingKeysWith: { head, _ in head })
            for (number, head) in changes {
                for document in try reader.documents(of: number) where document.isRemoval {
                    let value = document.before.flatMap { JSONDocument(object: $0) }?.root[column.key]
                    let identity = LoginNames.identity(of: value.map { JSONText($0) }, column, under: policy)
                    if let identity { removed.byValue[identity] = head }
                }
            }
            return removed
        }
    }
}

/// Accounts that were removed and whose emails nobody has had since, each with the change that removed it.
struct RemovedAccounts: Sendable {
    fileprivate(set) var byFile: [String: ChangeHead] = [:]
    fileprivate(set) var byValue: [String: ChangeHead] = [:]
}
