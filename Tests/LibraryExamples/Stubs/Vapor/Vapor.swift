/// The part of Vapor 4 that an example uses, so that the example compiles without it.
public protocol Authenticatable {}

public protocol SessionAuthenticatable: Authenticatable {
    associatedtype SessionID: LosslessStringConvertible
    var sessionID: SessionID { get }
}

public protocol AsyncBasicAuthenticator: Sendable {
    func authenticate(basic: BasicAuthorization, for request: Request) async throws
}

public protocol AsyncSessionAuthenticator: Sendable {
    associatedtype User: SessionAuthenticatable
    func authenticate(sessionID: User.SessionID, for request: Request) async throws
}

public struct BasicAuthorization: Sendable {
    public let username: String
    public let password: String
}

public final class Request: Sendable {
    public struct Authentication: Sendable {
        public func login<Instance: Authenticatable>(_ instance: Instance) {}
    }

    public var auth: Authentication { Authentication() }
    public var session: Session { Session() }
}

public final class Session: Sendable {
    public func authenticate<User: SessionAuthenticatable>(_ user: User) {}
}
