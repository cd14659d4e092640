extension Policy {
    /// The value as files hold it: a phone in any typed form becomes `+79161234567`, everything else stays.
    public func normalized(_ value: String, for field: Field) -> String {
        guard field == .phone, phoneMask == .russian else { return value }
        return PhoneNumber(value)?.stored ?? value
    }

    /// The value as people see it: a phone with its mask, everything else as it is.
    ///
    /// The text is not yet printable: control characters are shown escaped by whoever prints it.
    public func displayed(_ value: String, for field: Field) -> String {
        guard field == .phone, phoneMask == .russian else { return value }
        return PhoneNumber(value)?.masked ?? value
    }
}
