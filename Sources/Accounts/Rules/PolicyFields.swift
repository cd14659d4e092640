extension Policy {
    /// The fields that `show` and the edit form have, in their order, whether or not an account has them.
    public var fields: [Field] {
        let usual: [Field] =
            switch kind {
            case .profile, .authorisation: [.email, .password, .firstName, .lastName]
            case .albums: Field.typed
            }
        return Field.typed.filter { usual.contains($0) || required.contains($0) }
    }

    /// The fields that are asked for to make an account, in the order of the form.
    ///
    /// The profile's form is that of `login`; a registry's form asks for the e-mail and password last, and for
    /// no password on a screen where ``allowsClaims`` says that the first login may set it.
    public var registrationFields: [Field] {
        if kind == .profile { return [.email, .password] + fields.filter(isRequiredBesidesCredentials) }
        return fields.filter { $0 != .email && $0 != .password } + [.email, .password]
    }

    /// The keys that a file of this policy may hold besides unknown ones, in the order of a new file's row.
    ///
    /// A registry file may be given a `password` by hand, which the next login turns into the hash.
    public var knownFields: [Field] { isRegistry ? Field.allCases : Field.typed }

    private func isRequiredBesidesCredentials(_ field: Field) -> Bool {
        required.contains(field) && field != .email && field != .password
    }
}
