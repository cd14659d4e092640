/// A digest of bytes that a line of a file can hold.
package protocol ByteDigest: Hashable, Sendable {
    init(_ bytes: [UInt8])
    /// Parses ``text``; nil if it is malformed.
    init?(text: String)
    /// Hexadecimal.
    var text: String { get }
}
