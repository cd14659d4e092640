/// The part of Vapor 4 that an example uses, so that the example compiles without it: as in Vapor, each kind of
/// authenticator has a `respond` of its own, so that no type can be of two kinds.
public protocol Authenticatable: Sendable {}

public protocol SessionAuthenticatable: Authenticatable {
    associatedtype SessionID: LosslessStringConvertible
    var sessionID: SessionID { get }
}

public protocol AsyncResponder: Sendable {
    func respond(to request: Request) async throws -> Response
}

public protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}

public protocol AsyncRequestAuthenticator: AsyncMiddleware {
    func authenticate(request: Request) async throws
}

extension AsyncRequestAuthenticator {
    public func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
        try await authenticate(request: request)
        return try await next.respond(to: request)
    }
}

public protocol AsyncBasicAuthenticator: AsyncRequestAuthenticator {
    func authenticate(basic: BasicAuthorization, for request: Request) async throws
}

extension AsyncBasicAuthenticator {
    public func authenticate(request: Request) async throws {}
}

public protocol AsyncSessionAuthenticator: AsyncMiddleware {
    associatedtype User: SessionAuthenticatable
    func authenticate(sessionID: User.SessionID, for request: Request) async throws
}

extension AsyncSessionAuthenticator {
    public func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
        try await next.respond(to: request)
    }
}

public struct BasicAuthorization: Sendable {
    public let username: String
    public let password: String
}

public final class Response: Sendable {}

public final class Request: Sendable {
    public struct Authentication: Sendable {
        public func login<Instance: Authenticatable>(_ instance: Instance) {}
    }

    public var auth: Authentication { Authentication() }
}
