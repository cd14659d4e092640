extension Policy {
    /// One local profile; whoever's e-mail and password pass the rules is logged in.
    public static let profile = Policy(
        kind: .profile,
        passwordLength: 5,
        passwordLetters: 0,
        passwordDigits: 0,
        passwordRequires: [],
        passwordAlphabet: .any,
        required: [.email, .password],
        minimumAge: 0,
        phoneMask: .russian,
        loginKey: .email,
        hash: .yescrypt,
        hashCost: HashMethod.yescrypt.defaultCost,
        emailForm: .short,
        namesAreEnglish: false)

    /// A registry of adults, every field required, logged in by e-mail.
    public static let albums = Policy(
        kind: .albums,
        passwordLength: 6,
        passwordLetters: 0,
        passwordDigits: 0,
        passwordRequires: [.digit, .lowercase, .uppercase],
        passwordAlphabet: .any,
        required: Field.typed,
        minimumAge: 18,
        phoneMask: .russian,
        loginKey: .email,
        hash: .yescrypt,
        hashCost: HashMethod.yescrypt.defaultCost,
        emailForm: .registry,
        namesAreEnglish: true)

    /// A registry logged in by first name, whose passwords may be set at the first login.
    public static let authorisation = Policy(
        kind: .authorisation,
        passwordLength: 0,
        passwordLetters: 8,
        passwordDigits: 1,
        passwordRequires: [],
        passwordAlphabet: .alphanumeric,
        required: [.email, .firstName, .lastName],
        minimumAge: 0,
        phoneMask: .russian,
        loginKey: .firstName,
        hash: .yescrypt,
        hashCost: HashMethod.yescrypt.defaultCost,
        emailForm: .registry,
        namesAreEnglish: false)

    /// The built-in policy of a kind.
    public static func builtIn(_ kind: Kind) -> Policy {
        switch kind {
        case .profile: profile
        case .albums: albums
        case .authorisation: authorisation
        }
    }
}
