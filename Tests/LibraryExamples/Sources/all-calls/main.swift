import RegappCore

protocol Directory {
    init(
        _ path: String, actor: String, waitingHashes: Int?, hashesAtOnce: Int?,
        clock: @escaping @Sendable () -> Moment?)
    static func inMemory(
        rules: Rules, actor: String, waitingHashes: Int?, hashesAtOnce: Int?,
        clock: @escaping @Sendable () -> Moment?
    ) -> AccountDirectory
    func create(rules name: Rules.PolicyName) async throws(DirectoryError) -> AccountDirectory
    func by(_ actor: String) -> AccountDirectory
    var registry: AccountRegistry { get }
    var profile: Profile { get }
    func rules() async throws(DirectoryError) -> Rules
    func history(of email: String?, limit: Int) async throws(DirectoryError) -> [AccountDirectory.Change]
    func undo(change number: Int?, force isForced: Bool) async throws(DirectoryError) -> UndoOutcome
}

protocol Registry {
    associatedtype Accounts: AsyncSequence<Account, DirectoryError>
    func by(_ actor: String) -> AccountRegistry
    func authenticate(
        _ name: AccountRegistry.LoginName, password: String
    ) async throws(DirectoryError) -> Account?
    func verify(_ email: String, password: String) async throws(DirectoryError) -> Bool
    func account(withEmail email: String) async throws(DirectoryError) -> Account?
    func accounts(where filters: [AccountFilter]) -> Accounts
    func accounts(
        where filters: [AccountFilter], sortedBy key: String, from start: Int, limit: Int
    ) async throws(DirectoryError) -> AccountPage
    func register(
        _ values: PersonalValues, with others: AdministrativeValues
    ) async throws(DirectoryError) -> Account
    func change(_ email: String, to values: PersonalValues) async throws(DirectoryError) -> Account
    func change(_ email: String, to values: AdministrativeValues) async throws(DirectoryError) -> Account
    func changePassword(
        of email: String, from old: String, to new: String
    ) async throws(DirectoryError) -> Account
    func passwordLink(of email: String, to page: String, hours: Int) async throws(DirectoryError) -> String
    func changePassword(
        of email: String, byLink token: String, to new: String
    ) async throws(DirectoryError) -> Account
    func setPassword(of email: String, to password: String) async throws(DirectoryError)
    func lock(_ email: String, until day: String?, reason: String?) async throws(DirectoryError) -> Bool
    func unlock(_ email: String) async throws(DirectoryError) -> Bool
    func remove(_ email: String) async throws(DirectoryError)
    func lock(
        _ emails: [String], until day: String?, reason: String?
    ) async throws(DirectoryError) -> BatchOutcome
    func unlock(_ emails: [String]) async throws(DirectoryError) -> BatchOutcome
    func remove(_ emails: [String]) async throws(DirectoryError) -> BatchOutcome
    func change(
        _ emails: [String], to values: AdministrativeValues
    ) async throws(DirectoryError) -> BatchOutcome
    func set(_ text: String, under key: String, of emails: [String]) async throws(DirectoryError)
        -> BatchOutcome
    func add(_ text: String, under key: String, of emails: [String]) async throws(DirectoryError)
        -> BatchOutcome
    func remove(_ text: String, under key: String, of emails: [String]) async throws(DirectoryError)
        -> BatchOutcome
    func export(
        _ format: ExchangeFormat, where filters: [AccountFilter]
    ) async throws(DirectoryError) -> Export
    func importAccounts(
        _ bytes: [UInt8], as format: ExchangeFormat, existing: AccountRegistry.Existing, mayLackFields: Bool,
        takesPlainPasswords: Bool, columns: ImportColumns, encoding: TextEncoding?, dayFirst: Bool?
    ) async throws(DirectoryError) -> ImportSummary
}

protocol LoggedIn {
    func read() async throws(DirectoryError) -> Account?
    func logIn(_ email: String, password: String) async throws(DirectoryError) -> Account
    func change(to values: PersonalValues) async throws(DirectoryError) -> Account
    func logOut() async throws(DirectoryError)
}

protocol Checks {
    init(_ name: Rules.PolicyName, now: Moment?)
    var policyName: Rules.PolicyName { get }
    var loginField: Field { get }
    var loginKey: String? { get }
    var required: [Field] { get }
    func violations(in values: PersonalValues) -> [Violation]
    func violations(of value: String, as field: Field, beside others: PersonalValues) -> [Violation]
    func checklist(for field: Field, in values: PersonalValues) -> [RuleCheck]
}

extension AccountDirectory: Directory {}
extension AccountRegistry: Registry {}
extension Profile: LoggedIn {}
extension Rules: Checks {}
