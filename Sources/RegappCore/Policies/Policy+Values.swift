internal import RegappValues

extension Policy {
    /// The value as files hold it: a phone in any typed form becomes one such as `+79161234567`, a date `YYYY-MM-DD`, everything
    /// else stays. The date need not exist.
    package func normalized(_ value: String, for field: Field) -> String {
        switch field.entryStyle {
        case .date: if case .day(let iso)? = TypedDate(value) { iso } else { value }
        case .phone: phoneMask.stored(value) ?? value
        case .text, .name, .secret: value
        }
    }

    /// The value as people see it: a phone with its mask, everything else as it is.
    ///
    /// The text is not yet printable: printing it escapes control characters.
    package func displayed(_ value: String, for field: Field) -> String {
        guard field.entryStyle == .phone, case .pattern(let mask) = phoneMask else { return value }
        return PhoneNumber(value, under: mask)?.masked ?? value
    }
}
