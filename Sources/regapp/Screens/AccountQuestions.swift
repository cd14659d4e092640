import Accounts
import PlainValues
import TerminalUI

// Fields of accounts as a conversation asks for them.
extension FormField {
    /// Sets how the field is written, and whether it is asked for twice.
    ///
    /// - Parameter isNew: whether a password is made here, so that its rules are told.
    mutating func setQuestion(_ field: Field, _ policy: Policy, today: CalendarDate, isNew: Bool) {
        switch field.entryStyle {
        case .date:
            let youngest = policy.minimumAge > 0 ? today.latestBirthday(forAge: policy.minimumAge) : today
            format = CalendarDate.format + (youngest.map { ", born until \($0.isoString)" } ?? "")
        case .phone: format = field.example
        case .secret where isNew:
            format = policy.passwordChecklist(for: "").map(\.requirement).joined(separator: ", ")
            isAskedTwice = true
        case .text, .secret: break
        }
    }
}
