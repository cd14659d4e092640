/// The options that more than one command takes.
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
        "the password; other users of the machine can see it here")
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
}
