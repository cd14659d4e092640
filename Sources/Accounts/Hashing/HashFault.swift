/// Why a stored password hash cannot be used.
public enum HashFault: Error, Hashable, Sendable {
    /// A scheme that regapp does not verify, by its name, such as `md5-crypt`.
    case unsupported(scheme: String)
    /// No scheme that regapp knows, or not a whole hash of its scheme; also libcrypt's failure tokens.
    case malformed
    /// The cost in the hash is above the limit that regapp computes, or uses parameters it does not bound.
    case tooCostly(scheme: String)
}
