/// Every option of regapp, declared once; a command that explains one in other words says so.
extension OptionDeclaration {
    static let email = OptionDeclaration(
        .email, value: ValueDeclaration("EMAIL", .text, mayBeAskedFor: true), "the e-mail")
    static let firstName = OptionDeclaration(
        .firstName, value: ValueDeclaration("NAME", .text, mayBeAskedFor: true), "the first name")
    static let lastName = OptionDeclaration(
        .lastName, value: ValueDeclaration("NAME", .text, mayBeAskedFor: true), "the last name")
    static let birthday = OptionDeclaration(
        .birthday, value: ValueDeclaration("DATE", .text, mayBeAskedFor: true),
        "the birthday, as YYYY-MM-DD")
    static let phone = OptionDeclaration(
        .phone, value: ValueDeclaration("PHONE", .text, mayBeAskedFor: true),
        "the phone, such as '+7 916 123-45-67'")

    static let password = OptionDeclaration(
        .password, value: ValueDeclaration("PASSWORD", .text, mayBeAskedFor: true),
        "the password (other users of the machine can see it)")
    static let passwordStdin = OptionDeclaration(
        .passwordStdin, "read the password from the first line of standard input")
    static let passwordFile = OptionDeclaration(
        .passwordFile, value: ValueDeclaration("FILE", .file),
        "read the password from the first line of FILE")
    /// The ways to hand over a password, of which a command line holds one at most.
    static let passwordSources = [password, passwordStdin, passwordFile]

    static let json = OptionDeclaration(.json, "print JSON, for programs")
    static let format = OptionDeclaration(
        .format,
        value: ValueDeclaration("FORMAT", .choices(["json", "csv", "htpasswd", "passwd-file", "ldif"])),
        "the format to write")
    static let country = OptionDeclaration(
        .country, value: ValueDeclaration("CC", .countryCode), "the store to ask, as two letters such as US")
    static let covers = OptionDeclaration(
        .covers, value: ValueDeclaration("WHEN", .choices(["auto", "always", "never"])),
        "draw covers: auto (on a terminal, the default), always or never")

    static let reveal = OptionDeclaration(.reveal, "show the password, where it is stored plain")
    static let field = OptionDeclaration(
        .field, value: ValueDeclaration("FIELD", .choices(ProfileCommands.fields)),
        "print one value only: email, password, firstName, lastName, birthday, phone, registered")
    static let forget = OptionDeclaration(
        .forget, "leave no profile, session or undo record behind")
    static let yes = OptionDeclaration(.yes, "do not ask first")
    static let update = OptionDeclaration(.update, "replace the values of accounts that exist already")
    static let allowMissing = OptionDeclaration(.allowMissing, "take accounts that lack required fields")
    static let dryRun = OptionDeclaration(.dryRun, "say what would happen, and change nothing")
    static let demo = OptionDeclaration(
        .demo, "register Alex, Anton and Jane without passwords (authorisation only)",
        onlyWithArgument: "authorisation")
    static let limit = OptionDeclaration(
        .limit, value: ValueDeclaration("N", .number(1...200)),
        "at most N albums, 1 to 200 (the default is 200)")
    static let refresh = OptionDeclaration(
        .refresh, "ask the catalogue even if an answer from today is kept")

    static let documents = OptionDeclaration(
        .documents, value: ValueDeclaration("DIR", .directory),
        "keep the files in DIR (see 'regapp help files')")
    static let noInput = OptionDeclaration(.noInput, "never ask, as if there were no terminal")
    static let noColor = OptionDeclaration(.noColor, "use no colour")
    static let help = OptionDeclaration(.help, letter: "h", "explain the command")
    static let version = OptionDeclaration(.version, "print the version")
}

extension OptionID {
    /// The declaration that the commands' own ones agree with, but for words and choices.
    var declaration: OptionDeclaration {
        switch self {
        case .email: .email
        case .firstName: .firstName
        case .lastName: .lastName
        case .birthday: .birthday
        case .phone: .phone
        case .password: .password
        case .passwordStdin: .passwordStdin
        case .passwordFile: .passwordFile
        case .reveal: .reveal
        case .json: .json
        case .field: .field
        case .forget: .forget
        case .yes: .yes
        case .format: .format
        case .update: .update
        case .allowMissing: .allowMissing
        case .dryRun: .dryRun
        case .demo: .demo
        case .country: .country
        case .limit: .limit
        case .refresh: .refresh
        case .covers: .covers
        case .documents: .documents
        case .noInput: .noInput
        case .noColor: .noColor
        case .help: .help
        case .version: .version
        }
    }
}
