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
            // What can be read in two ways may be the earlier day: nobody stays in for longer than the file says.
            record[.expires] = Self.joined(record[.expires], with: last, map.dayFirst) { min($0, $1) }
        }
        if let end = facts.lockEnd {
            // Nor does anybody get in before that.
            record[.lockedUntil] = Self.joined(record[.lockedUntil], with: end, map.dayFirst) { max($0, $1) }
            if !facts.isLocked { remarks.note(.locked) }
        }
        if facts.isLockedForGood { record[.lockedUntil] = nil }
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

    /// The day of a field with that of a further column; of what can be read in two ways, the same choice is made.
    ///
    /// - Returns: a text that is no date, so that the row is refused, if the field's cannot be read.
    private static func joined(
        _ text: String?, with other: CalendarDate, _ dayFirst: Bool?,
        by choose: (CalendarDate, CalendarDate) -> CalendarDate
    ) -> String {
        guard let text, !text.isEmpty, !LoginName.isEndless(text) else { return other.isoString }
        let days = CalendarDate.readings(of: text, dayFirst: dayFirst)
        return days.isEmpty ? "\(text), \(other.isoString)" : days.reduce(other, choose).isoString
    }
}
