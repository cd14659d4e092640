internal import RegappStore

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
    static func isPlain(_ byte: UInt8) -> Bool { plain.contains(byte) }

    private static let plain = ASCIISet("abcdefghijklmnopqrstuvwxyz0123456789._+@-")

    static func encodedName(of address: String) -> String {
        // Most addresses are their own names, and there may be 100,000 of them.
        if !address.hasByte(where: { !isPlain($0) }) { return address }
        return address.utf8.lazy.map(folded).reduce(into: "") { name, byte in
            name += isPlain(byte) ? String(UnicodeScalar(byte)) : byte.percentEncoded
        }
    }
}

extension EmailAddress {
    /// Whether a file in `accounts/` may be an account's: its name is that of some email's file.
    static func isFile(_ name: ArraySlice<UInt8>) -> Bool {
        name.first != UInt8(ascii: ".") && name.contains(UInt8(ascii: "@"))
            && ofFile(String(decoding: name, as: UTF8.self)) != nil
    }

    /// The account file's name that a name resembles except for case, or for missing or needless escapes; nil if there
    /// is none.
    static func file(like name: String) -> String? {
        guard name.lowercased().hasSuffix(ending),
            let address = decoded(name.utf8.dropLast(ending.utf8.count)),
            let file = file(of: address), isFile(Array(file.utf8)[...])
        else { return nil }
        return file
    }

    static let ending = ".json"

    /// The name of an email's account file; nil if the email can have none.
    static func file(of email: String) -> String? { fileName(of: email).map { $0 + ending } }

    /// The email for the path of an account file below the directory; nil for other paths.
    static func ofPath(_ file: String) -> String? {
        let folder = StoreLayout.accounts + "/"
        return file.hasPrefix(folder) ? ofFile(String(file.dropFirst(folder.count))) : nil
    }

    /// The email, in lowercase, for the name of an account file; nil for other names.
    static func ofFile(_ name: String) -> String? {
        guard name.hasSuffix(ending) else { return nil }
        let encoded = name.utf8.dropLast(ending.utf8.count)
        // Most names have nothing to decode, and there may be 100,000 of them.
        if (1...maximumFileNameBytes).contains(encoded.count), !name.hasByte(where: { !isPlain($0) }) {
            return String(Substring(encoded))
        }
        guard let address = decoded(encoded), let own = fileName(of: address) else { return nil }
        // Many names decode to an address, but only one is its own.
        return own.utf8.elementsEqual(encoded) ? address : nil
    }

    /// Decodes percent-encoded bytes; nil if they are not text or the encoding is broken.
    private static func decoded(_ encoded: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = encoded
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
