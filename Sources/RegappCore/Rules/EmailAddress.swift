internal import RegappValues

/// How email addresses compare, and the file name of a registered one.
package enum EmailAddress {
    /// The most bytes of an account's file name without its `.json` (a file name has at most 255).
    package static let maximumFileNameBytes = 240

    /// The name of the account's file without `.json`; nil if it is over ``maximumFileNameBytes`` or empty.
    ///
    /// ASCII letters become lowercase; bytes outside `a-z 0-9 . _ + @ -` are percent-encoded in uppercase hex. Two
    /// addresses have the same name exactly if they differ at most in the case of ASCII letters.
    package static func fileName(of address: String) -> String? {
        let name = encodedName(of: address)
        guard !name.isEmpty, name.utf8.count <= maximumFileNameBytes else { return nil }
        return name
    }

    static func hasFileName(_ address: String) -> Bool {
        // An encoded byte takes three, and most addresses are far from the bound.
        address.utf8.count <= maximumFileNameBytes / 3
            || encodedName(of: address).utf8.count <= maximumFileNameBytes
    }

    package static func isCorrect(_ address: String) -> Bool {
        EmailRule.brokenInRegistry(by: address).isEmpty
    }

    /// Whether two addresses are the same except for the case of ASCII letters, byte by byte: the kelvin sign is no
    /// `k`, and an `é` is not an `e` with an accent.
    package static func matches(_ left: String, _ right: String) -> Bool {
        matches(left.utf8, right.utf8)
    }

    static func matches(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { folded($0) == folded($1) }
    }

    /// An address with its ASCII letters in lowercase.
    static func folded(_ address: String) -> String {
        String(decoding: address.utf8.map(folded), as: UTF8.self)
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether a byte stands for itself in a file's name.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "@"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    static func encodedName(of address: String) -> String {
        // Most addresses are their own names, and there may be 100,000 of them.
        if !address.hasByte(where: { !isPlain($0) }) { return address }
        var name: [UInt8] = []
        name.reserveCapacity(address.utf8.count)
        for byte in address.utf8 {
            switch byte {
            case 0x41...0x5A: name.append(byte | 0x20)
            case _ where isPlain(byte): name.append(byte)
            default: name += "%\(byte.zeroPadded(to: 2, radix: 16).uppercased())".utf8
            }
        }
        return String(decoding: name, as: UTF8.self)
    }
}
