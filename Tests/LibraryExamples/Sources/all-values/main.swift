import RegappCore

protocol AccountRead: Codable, Identifiable {
    var id: String { get }
    var email: String { get }
    var firstName: String? { get }
    var lastName: String? { get }
    var birthday: CalendarDate? { get }
    var phone: String? { get }
    var registered: CalendarDate? { get }
    var registeredAt: Int? { get }
    var expires: CalendarDate? { get }
    var isExpired: Bool { get }
    var hasPassword: Bool { get }
    var mustChange: Bool { get }
    var isLocked: Bool { get }
    var lockedUntil: CalendarDate? { get }
    var lockReason: String? { get }
    var canLogIn: Bool { get }
    var missing: [Field] { get }
    var custom: [String: [String]] { get }
    var credentialVersion: String { get }
}

protocol ValuesTyped: Decodable {
    init(
        email: String?, password: String?, firstName: String?, lastName: String?, birthday: String?,
        phone: String?)
    init(form: [String: String])
}

protocol ValuesOfAdministrators: Decodable {
    init(
        expires: String?, isLocked: Bool?, mustChange: Bool?, passwordHash: String?,
        custom: [String: [String]])
}

protocol AccountsOnAPage: Codable {
    var accounts: [Account] { get }
    var count: Int { get }
    var notAccepted: [FileMistake] { get }
}

protocol ChangeOfSeveral: Codable {
    var changed: [String] { get }
    var unchanged: [String] { get }
    var unknown: [String] { get }
}

protocol ChangeInTheHistory: Codable, Identifiable {
    var number: Int { get }
    var secondsSince1970: Int { get }
    var date: CalendarDate? { get }
    var actor: String { get }
    var unixUser: String { get }
    var isByOwner: Bool { get }
    var accounts: [String] { get }
    var values: [ChangedValue] { get }
    var undoes: Int? { get }
    var isInEffect: Bool { get }
}

protocol ValueOfAChange: Codable {
    var email: String? { get }
    var key: String { get }
    var old: String? { get }
    var new: String? { get }
}

protocol FileExported {
    var bytes: [UInt8] { get }
    var leftOut: [String] { get }
}

protocol FileImported: Codable {
    var created: Int { get }
    var updated: Int { get }
    var unchanged: Int { get }
    var notAccepted: [FileMistake] { get }
}

protocol MistakeInAFile: Codable {
    var path: String? { get }
    var line: Int { get }
    var column: Int? { get }
    var field: Field? { get }
    var message: String { get }
}

protocol BrokenRule: Codable {
    var field: Field { get }
    var ruleName: String { get }
    var arguments: [Int] { get }
    var message: String { get }
    var shortMessage: String { get }
    var hint: String? { get }
}

protocol LineOfAChecklist: Codable, Identifiable {
    var requirement: String { get }
    var isSatisfied: Bool { get }
}

protocol Failure: Error, CustomStringConvertible {
    var reason: DirectoryError.Reason { get }
    var messages: [String] { get }
    var hint: String? { get }
}

extension Account: AccountRead {}
extension PersonalValues: ValuesTyped {}
extension AdministrativeValues: ValuesOfAdministrators {}
extension AccountPage: AccountsOnAPage {}
extension BatchOutcome: ChangeOfSeveral {}
extension AccountDirectory.Change: ChangeInTheHistory {}
extension ChangedValue: ValueOfAChange {}
extension Export: FileExported {}
extension ImportSummary: FileImported {}
extension FileMistake: MistakeInAFile {}
extension Violation: BrokenRule {}
extension RuleCheck: LineOfAChecklist {}
extension DirectoryError: Failure {}

let names: [AccountRegistry.LoginName] = [
    .email("ann@mail.example"), .firstName("Ann"), .loginName("ann"),
]
let filters: [AccountFilter] = [
    .expired, .expiring(within: 14), .locked, .withoutPassword, .incomplete, .matching("ann lee"),
    .holding("board", under: "team"),
]

let existing: [AccountRegistry.Existing] = [.refused, .updated, .skipped]
let columns = ImportColumns(["Mail": "email", "Full name": "firstName+lastName", "Pin": ""], others: .kept)

/// What to tell after an undo.
func words(_ outcome: UndoOutcome) -> String {
    switch outcome {
    case .undone(let kept): kept.isEmpty ? "undone" : "undone, but for \(kept)"
    case .undoneAlready: "undone already"
    case .unknown: "no such change"
    case .nothingLeft: "nothing left to undo"
    }
}

/// What an account holds of a field: neither a password nor a hash.
func value(of field: Field, in account: Account) -> String? {
    switch field {
    case .email: account.email
    case .firstName: account.firstName
    case .lastName: account.lastName
    case .birthday: account.birthday?.description
    case .phone: account.phone
    case .registered: account.registered?.description
    case .expires: account.expires?.description
    case .mustChange: account.mustChange ? "true" : nil
    case .password, .passwordHash: account.hasPassword ? "set" : nil
    case .lockedUntil: account.lockedUntil?.description
    case .lockReason: account.lockReason
    case .lastSeen, .passwordLink: nil
    }
}

print("formats:", ExchangeFormat.allCases.map(\.rawValue).joined(separator: " "))
print("rules:", Rules.PolicyName.allCases.map(\.rawValue).joined(separator: " "))
print("encodings:", TextEncoding.allCases.map(\.rawValue).joined(separator: " "))
let ann = Account(
    email: "ann@mail.example", firstName: "Ann", birthday: CalendarDate(year: 1990, month: 5, day: 31),
    registeredAt: 1_784_116_800, isLocked: true, lockReason: "left", custom: ["team": ["board"]])
for field in Field.allCases { print(field.rawValue, value(of: field, in: ann) ?? "-", separator: ": ") }
