internal import RegappJSON

extension AccountRecord {
    /// The record as every format leaves it: texts that stand for no value are none, and what the file says about logins
    /// is a lock, an end or a mark.
    ///
    /// - Parameters:
    ///   - keepsEmpty: whether a value that is none clears its field.
    ///   - map: whose file may be an export of regapp, where somebody may be called `None`.
    func settled(
        _ facts: LoginFacts, keepsEmpty: Bool, _ map: ColumnMap, _ remarks: inout ReadingRemarks
    ) -> AccountRecord {
        var record = self
        let isOwnExport = map.isOwnExport
        if let key = map.loginKey.ownKey, !isOwnExport,
            let index = record.own.firstIndex(where: { $0.key.hasSameScalars(as: key) }),
            !record.own[index].value.isBlank, NoValue.isMeant(byLoginName: record.own[index].value.cell)
        {
            record.own.remove(at: index)
            if keepsEmpty { record.own.append(JSONText.Member(key, .string(""))) }
            remarks.note(.noValue)
        }
        for field in record.fields
        where field.definition.mayBeNone && !(isOwnExport && field.entryStyle == .name) {
            guard let text = record[field], !text.isEmpty else { continue }
            // In place of a hash, a hyphen is a lock.
            if field == .passwordHash, StoredHash.read(text) == StoredHash.lock { continue }
            guard field.isDate ? NoValue.isMeant(byDate: text) : NoValue.isMeant(by: text) else { continue }
            record[field] = keepsEmpty ? "" : nil
            remarks.note(.noValue)
        }
        if [.firstName, .lastName].contains(where: { record[$0]?.isEmpty == false }) {
            remarks.hasNames = true
        }
        if let last = facts.lastDay {
            // What can be read in two ways may be the earlier day, unless it is said how it is: nobody stays in for longer
            // than the file says.
            let given = record[.expires].flatMap { LoginName.isEndless($0) || $0.isEmpty ? nil : $0 }
            let present = given.map { text in
                let date = CalendarDate.partOfDate(in: text)
                let orders = map.dayFirst.map { [$0] } ?? [nil, true, false]
                return orders.compactMap { CalendarDate.imported(date, dayFirst: $0) ?? date }
                    .compactMap { CalendarDate(iso: $0) }
                    + (map.dayFirst == nil ? [LoginName.day(of: text)].compactMap(\.self) : [])
            }
            // What cannot be read might be earlier: together they are no date, and the row is refused.
            let isUnread = present?.isEmpty ?? false
            record[.expires] =
                isUnread ? "\(given ?? ""), \(last.isoString)" : min(present?.min() ?? last, last).isoString
        }
        if let end = facts.lockEnd {
            record[.lockedUntil] = max(record[.lockedUntil] ?? "", end.isoString)
            if !facts.isLocked { remarks.note(.locked) }
        }
        if facts.mustChange, record[.mustChange]?.isEmpty ?? true { record[.mustChange] = Field.setFlag }
        switch facts.passwordAge {
        case .good: break
        case .mustChange:
            remarks.note(.aged)
            if record[.mustChange]?.isEmpty ?? true { record[.mustChange] = Field.setFlag }
        case .closed:
            remarks.note(.agedOut)
            return record.locked
        }
        let isOver =
            record[.lockedUntil].map { end in map.today.map { end <= $0.isoString } ?? false } ?? true
        let isListed = facts.isListedAsLocked && isOver
        let isLockedByReason = facts.hasLockReason && record[.lockedUntil]?.isEmpty ?? true
        guard facts.isLocked || isListed || isLockedByReason else { return record }
        remarks.note(.locked)
        return record.locked
    }
}
