import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import TerminalUI

/// What a command works with.
struct CommandContext: ~Copyable {
    let invocation: Invocation
    let environment: ProcessEnvironment
    var output = Output()
    private var openedStore: DocumentStore?

    init(_ invocation: Invocation) throws(Report) {
        guard let environment = ProcessEnvironment.live() else {
            throw Report(.failure, "the clock of this machine is not set")
        }
        self.invocation = invocation
        self.environment = environment
    }

    /// The store of the documents directory that the command line and the environment name.
    ///
    /// - Parameter mayCreate: whether the command may create the directory; what is asked for first counts.
    mutating func store(mayCreate: Bool = false) throws(Report) -> DocumentStore {
        if let openedStore { return openedStore }
        let directory = try DocumentsDirectory.resolve(option: invocation.text(.documents), environment)
        let store = DocumentStore(directory: directory, layout: .regapp)
        if !mayCreate { try requirePresent(store) }
        openedStore = store
        return store
    }

    /// Makes sure that the directory is there, if the command line names it.
    func requirePresent(_ store: DocumentStore) throws(Report) {
        try DocumentsDirectory.requirePresent(store, option: invocation.text(.documents))
    }

    /// Tells that nobody is logged in.
    mutating func nobodyLoggedIn() throws(Report) -> Report {
        DocumentsDirectory.nobodyLoggedIn(try store(), environment)
    }

    /// The documents directory's rules and who is logged in.
    mutating func signIn() throws(Report) -> SignIn {
        let store = try store()
        return try reporting { () throws(AccountsError) in
            try SignIn(store: store, today: environment.today, now: environment.now)
        }
    }

    /// The documents directory's rules.
    ///
    /// - Parameter mayCreate: as with ``store(mayCreate:)``.
    mutating func policy(mayCreate: Bool = false) throws(Report) -> Policy {
        let store = try store(mayCreate: mayCreate)
        return try reporting { () throws(AccountsError) in try PolicyFile(of: store) }.policy
    }

    /// The local profile under its policy.
    mutating func profile(_ policy: Policy) throws(Report) -> LocalProfile {
        LocalProfile(store: try store(), policy: policy, today: environment.today)
    }

    /// The registry under its policy.
    mutating func registry(_ policy: Policy) throws(Report) -> Registry {
        guard policy.isRegistry else {
            throw Report(
                .usage, "the policy 'profile' keeps one profile and no registry",
                hint:
                    "type \(.regapp("policy", "use", "albums")), or \(.regapp("policy", "use", "authorisation"))"
            )
        }
        return Registry(store: try store(), policy: policy, today: environment.today, now: environment.now)
    }

    /// The person to ask; nil where nobody can be asked.
    func questions() -> Questions? {
        guard !invocation.has(.noInput), Terminal.isTerminal(.standardInput) else { return nil }
        return ControllingTerminal.open().map(Questions.init)
    }

    /// Tells what the store noticed.
    func tellWarnings() {
        for warning in openedStore?.takeWarnings() ?? [] { Diagnostics.tell(warning) }
    }
}

/// Runs work on accounts whose errors end the command.
func reporting<Result>(_ work: () throws(AccountsError) -> Result) throws(Report) -> Result {
    do throws(AccountsError) { return try work() } catch { throw Report(error) }
}

extension Invocation {
    /// The value of an option that never needs to be asked for.
    func text(_ option: OptionID) -> String? {
        if case .given(let text) = value(option) { text } else { nil }
    }
}
