import Glibc
import Synchronization
import RegappCommandLine
import RegappValues
import RegappCore
import RegappStore
import RegappWording

/// Writes into the system's log what services ask about a registry, who logs in, and what changes. No other type
/// writes to it. The key `log` of `policy.json` decides; no variable of the environment moves or silences it.
struct SystemLog: Sendable {
    /// The words of the command; none for the screens.
    let command: [String]
    let directory: String?

    // MARK: Services

    /// What a service asked, and for whom.
    struct Question {
        var phase: ServiceProtocol.Phase?
        /// As typed by a stranger.
        var user = ""
        /// The account's login name, if the rules know such names.
        var loginName: String?
        var service: String?
        /// The address or the name of the client's host.
        var host: String?
    }

    /// - Parameter refusals: why the answer was no, in the words of the log; empty if it was yes.
    func record(_ question: Question, _ refusals: [String]) {
        // Facts that filters match come before the name, which a stranger chose.
        let facts: [LogLine.Fact] =
            [.init("phase", question.phase?.rawValue)]
            + (refusals.isEmpty ? [] : [Self.reason(refusals)])
            + [
                .init("rhost", question.host), .init("account", Self.email(question.user)),
            ] + Self.loginName(question.loginName)
            + [.init("service", question.service, limit: Self.shortLimit)]
        if refusals.isEmpty {
            send(.info, "granted", facts)
        } else {
            send(.notice, "refused", facts)
        }
    }

    private static func loginName(_ name: String?) -> [LogLine.Fact] {
        name.map { [.init("login", $0)] } ?? []
    }

    /// Why something was refused that was not decided by an account: the words of the log.
    private enum OtherReason: String, CaseIterable {
        case ambiguousName = "ambiguous-name"
        case passwordRules = "password-rules"
        case unacceptableFile = "unacceptable-file"
        case unreadable, busy
        case badRequest = "bad-request"

        var meaning: String? {
            switch self {
            case .ambiguousName: "several accounts have this first name"
            case .passwordRules: "no acceptable new password was given"
            case .unacceptableFile: "the account's or policy.json"
            case .badRequest: "the service did not follow the protocol"
            case .unreadable, .busy: nil
            }
        }
    }

    /// All words of the log for a refusal, with what they mean.
    static var reasonsInWords: String {
        let refusals = LoginRefusal.all.map { ($0.word, $0.meaning) }
        let all = refusals + OtherReason.allCases.map { ($0.rawValue, $0.meaning) }
        return all.map { word, meaning in word + (meaning.map { " (\($0))" } ?? "") }.listed(last: "or")
    }

    /// The service did not follow the protocol.
    static let badRequest = OtherReason.badRequest.rawValue

    /// The person is known, by the password or a link, and the new password is not accepted.
    static let passwordRules = OtherReason.passwordRules.rawValue

    /// The account's file or `policy.json` cannot be accepted, or not be read, or the work could not be done now.
    static func failure(_ exit: ExitCode) -> String {
        let reason: OtherReason =
            switch exit {
            case .data: .unacceptableFile
            case .busy: .busy
            default: .unreadable
            }
        return reason.rawValue
    }

    // MARK: Logins

    func record(_ login: LoginOutcome, _ registry: Registry) {
        guard registry.directory.policy.isLogged else { return }
        switch login {
        case .granted(let account):
            let name = account.loginName(under: registry.directory.policy)
            write("login", [.init("account", account.email)] + Self.loginName(name))
        case .refused(let credentials, let error):
            let email = credentials.email.flatMap { try? registry.directory.emails(meantBy: [$0]).first }
            let facts: [LogLine.Fact] = [
                Self.reason(Self.words(error)), .init("account", email.flatMap(Self.email)),
            ]
            write("login-refused", facts, priority: .notice)
        }
    }

    // MARK: People who choose their passwords

    private static let service = LogLine.Fact("service", "change-password")

    /// - Parameters:
    ///   - email: as typed by a stranger; nil if that is not known yet.
    ///   - client: the address of the client, if there is one.
    func recordDenial(of email: String?, _ refusals: [String], _ client: String?) {
        // Facts that filters match come before the name, which a stranger chose.
        let facts: [LogLine.Fact] = [
            Self.service, Self.reason(refusals), .init("rhost", client),
            .init("account", email.flatMap(Self.email)),
        ]
        write("denied", facts, priority: .notice)
    }

    func recordShownPage(of email: String?, _ client: String?) {
        write("shown", [Self.service, .init("rhost", client), .init("account", email)])
    }

    func recordMail(to email: String, failure: String?, _ client: String?) {
        let reason = failure.map { [Self.reason([$0])] } ?? []
        write(
            failure == nil ? "link-mailed" : "link-not-mailed",
            reason + [.init("rhost", client), .init("account", email)],
            priority: failure == nil ? .info : .notice)
    }

    private static func reason(_ words: [String]) -> LogLine.Fact {
        LogLine.Fact("reason", words.joined(separator: ","))
    }

    /// The words of the log for a refused login; no error means that the account kept changing.
    private static func words(_ error: AccountsError?) -> [String] {
        switch error {
        case nil: [failure(.busy)]
        case .noMatch(let refusals, _): refusals.map(\.word)
        case .nobodyRegistered: [LoginRefusal.unknown.word]
        case .ambiguousFirstName: [OtherReason.ambiguousName.rawValue]
        case .violations: [OtherReason.passwordRules.rawValue]
        case let error?: [failure(Message(of: error).exit)]
        }
    }

    // MARK: Changes

    /// The store calls this after each change.
    ///
    /// - Parameters:
    ///   - owner: how the account's owner made it; nil for an administrator.
    ///   - client: the address of the owner's client, if there is one.
    func record(
        _ made: MadeChange, _ reader: DocumentReader, by owner: OwnerProof? = nil, _ client: String? = nil
    ) {
        guard made.isLogged(reader) else { return }
        for change in ReportedChange.all(in: made) { record(change, made.number, by: owner, client) }
    }

    private func record(_ change: ReportedChange, _ number: Int?, by owner: OwnerProof?, _ client: String?) {
        func write(_ event: String, _ facts: [LogLine.Fact], keys: [String]? = nil) {
            self.write(event, facts, number, keys: keys)
        }
        func lock(_ until: String, _ reason: String) -> [LogLine.Fact] {
            let day = until.isEmpty ? [] : [LogLine.Fact("until", until)]
            // `reason` is why a login was refused, and filters look for it.
            let why = LogLine.Fact(Field.lockReason.rawValue, reason, limit: Self.keysLimit)
            return reason.isEmpty ? day : day + [why]
        }
        switch change {
        case .added(let email): write("added", [.init("account", email)])
        case .removed(let email): write("removed", [.init("account", email)])
        case .locked(let email, let until, let reason):
            write("locked", [.init("account", email)] + lock(until, reason))
        case .unlocked(let email): write("unlocked", [.init("account", email)])
        case .rehashed(let email): write("rehashed", [.init("account", email)])
        case .linkMade(let email): write("link-made", [.init("account", email)])
        case .changed(let email, _, _) where owner != nil:
            let host = client.map { [LogLine.Fact("rhost", $0)] } ?? []
            write("password-changed", [.init("account", email), .init("by", owner?.rawValue)] + host)
        case .changed(let email, let formerly, let keys):
            let former = formerly.map { [LogLine.Fact("formerly", $0)] } ?? []
            write("changed", [.init("account", email)] + former, keys: keys)
        case .rules(let keys): write("rules", [], keys: keys)
        case .loggedIn(let email): write("login", [.init("account", email)])
        case .loggedOut(let email): write("logout", [.init("account", email)])
        case .many(let counts, let until, let reason):
            let fates = AccountFate.allCases.filter { counts[$0, default: 0] > 0 }
            let all = LogLine.Fact("accounts", "\(counts.values.reduce(0, +))")
            let isImport = command == AccountsImportCommand.words
            if !isImport, fates.count == 1, fates[0] != .updated {
                return write(fates[0].rawValue, [all] + lock(until, reason))
            }
            let each = fates.map { LogLine.Fact($0.rawValue, "\(counts[$0, default: 0])") }
            let isMixed = isImport || fates.count > 1
            write(isImport ? "imported" : "changed", isMixed ? [all] + each : [all])
        }
    }

    /// - Parameter change: the number of its record.
    private func write(
        _ event: String, _ facts: [LogLine.Fact], _ change: Int? = nil, keys: [String]? = nil,
        priority: LogLine.Priority = .info
    ) {
        let name = command.isEmpty ? "screens" : command.joined(separator: "-")
        let number = change.map { [LogLine.Fact("change", "\($0)")] } ?? []
        let people: [LogLine.Fact] =
            [.init("uid", "\(getuid())")]
            + (Caller.loginUser.map { [.init("loginuid", "\($0)")] } ?? [])
            + (Caller.name.map { [.init("sudo_user", $0, limit: Self.shortLimit)] } ?? [])
        let fields = keys.map { [LogLine.Fact("fields", $0.joined(separator: ","), limit: Self.keysLimit)] }
        send(priority, event, facts + number + [.init("command", name)] + people + (fields ?? []))
    }

    /// In bytes; the names of services and users are short.
    private static let shortLimit = 64
    /// In bytes; leaves room for the directory beside two emails.
    private static let keysLimit = 128

    private func send(_ priority: LogLine.Priority, _ event: String, _ facts: [LogLine.Fact]) {
        let facts = facts + [LogLine.Fact("directory", directory, limit: nil)]
        LogSocket.send(LogLine(priority: priority, event: event, facts: facts))
    }

    /// A name in lower case if it is a correct email; nil otherwise, since people type passwords where names belong.
    private static func email(_ name: String) -> String? {
        EmailAddress.isCorrect(name) ? name.lowercased() : nil
    }
}

extension LoginRefusal {
    fileprivate var meaning: String? {
        switch self {
        case .status(.mustChange): "a first password that has expired"
        case .notSelected: "by --where"
        case .unknownKey: "--where names a key that no account has"
        case .unknown, .wrongPassword, .status: nil
        }
    }
}

/// A line of the system's log as syslog(3) writes it: what happened, and facts about it as `key=value`. A filter can
/// rely on it: only fixed words stand before a value that strangers choose, every value is one word of printable
/// ASCII, and the line has at most ``maximumBytes``. The first facts are kept, however long the last is.
struct LogLine: Equatable, Sendable {
    /// The facility AUTHPRIV, and a severity of syslog(3).
    enum Priority: Int, Sendable {
        /// Something was refused.
        case notice = 85
        case info = 86
    }

    struct Fact: Equatable, Sendable {
        let key: String
        /// An empty value is written as a hyphen.
        let value: String
        /// In bytes; none for a fact that may take what is left of the line.
        var limit: Int?

        init(_ key: String, _ value: String?, limit: Int? = Self.usualLimit) {
            self.key = key
            self.value = value ?? ""
            self.limit = limit
        }

        /// As long as the longest email, and the longest name of a host.
        private static let usualLimit = 255
    }

    /// As many as every receiver takes: RFC 3164, 4.1.
    static let maximumBytes = 1_024

    let priority: Priority
    let event: String
    let facts: [Fact]

    /// - Parameter time: such as `Feb  3 04:05:06`.
    func bytes(at time: String, process: Int32) -> [UInt8] {
        var line = Array("<\(priority.rawValue)>\(time) regapp[\(process)]: \(event)".utf8)
        for fact in facts {
            let key = Array(" \(fact.key)=".utf8)
            let room = Self.maximumBytes - line.count - key.count
            guard room > Self.mark.count else { break }
            line += key + Self.escaped(fact.value, limit: min(fact.limit ?? room, room))
        }
        return line
    }

    /// A value as a line has it, but never cut.
    static func word(_ value: String) -> String {
        String(decoding: escaped(value, limit: .max), as: UTF8.self)
    }

    /// What ends a value that was cut.
    private static let mark = Array("...".utf8)

    /// A value as one word. A long one is read only as far as it is written.
    private static func escaped(_ value: String, limit: Int) -> [UInt8] {
        var written: [UInt8] = []
        var cut = 0
        for scalar in value.unicodeScalars {
            if written.count + mark.count <= limit { cut = written.count }
            let isPlain = (0x21..<0x7F).contains(scalar.value) && scalar != "\\" && scalar != "\""
            written +=
                isPlain
                ? [UInt8(scalar.value)] : Array("\\u{\(String(scalar.value, radix: 16))}".utf8)
            if written.count > limit { return written[..<cut] + mark }
        }
        return written.isEmpty ? [UInt8(ascii: "-")] : written
    }
}

/// The socket of the system's log, and what the system says of this process. The corresponding C function is `syslog`,
/// which waits for a receiver that reads too slowly. This one waits for ``patience`` at most: then, or if there is no
/// receiver, the line is lost. Lines of changes are sent once the directory's lock is released.
enum LogSocket {
    private static let path = "/dev/log"

    /// How long the lines of one process wait in all for a receiver's queue, which often has room for ten.
    private static let patience = Duration.milliseconds(50)
    private static let waited = Mutex(Duration.zero)

    static func send(_ line: LogLine) {
        let bytes = line.bytes(at: now, process: getpid())
        withSocket { socket in
            repeat {
                let sent = unsafe Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                guard sent < 0, errno == EAGAIN else { return }
            } while waitForRoom(socket)
        }
    }

    /// Returns false if the receiver has no room, and the process has waited long enough.
    private static func waitForRoom(_ socket: Int32) -> Bool {
        waited.withLock { waited in
            let left = (patience - waited) / Duration.milliseconds(1)
            guard left >= 1 else { return false }
            var wanted = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            let start = ContinuousClock.now
            let found = unsafe poll(&wanted, 1, Int32(left))
            waited += ContinuousClock.now - start
            return found > 0
        }
    }

    static let absence = "nothing is logged: there is no /dev/log"

    /// Whether anything receives lines.
    static var isPresent: Bool { withSocket { _ in } != nil }

    @discardableResult
    private static func withSocket<Result>(_ use: (Int32) -> Result) -> Result? {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size) == 0
            }
        }
        return isConnected ? use(descriptor) : nil
    }

    /// In English: this process has the locale of C.
    private static var now: String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = unsafe strftime(&text, text.count, "%b %e %T", &parts)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
