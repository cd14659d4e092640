internal import RegappStore

/// Compares email addresses and derives account file names from them.
package enum EmailAddress {
    /// Without the `.json`; a file name can have at most 255 bytes.
    package static let maximumFileNameBytes = 240

    /// The account's file name without `.json`; nil if it is empty or longer than ``maximumFileNameBytes``. ASCII
    /// letters become lowercase; bytes outside `a-z 0-9 . _ + @ -` are percent-encoded in uppercase hex. Two addresses
    /// have the same name if and only if they differ in nothing but the case of ASCII letters.
    package static func fileName(of address: String) -> String? {
        let name = encodedName(of: address)
        guard !name.isEmpty, name.utf8.count <= maximumFileNameBytes else { return nil }
        return name
    }

    package static func isCorrect(_ address: String) -> Bool {
        EmailRule.brokenInRegistry(by: address).isEmpty
    }

    /// Ignores the case of ASCII letters only: the kelvin sign is no `k`, and composed and decomposed `é` differ.
    package static func matches(_ left: String, _ right: String) -> Bool {
        matches(left.utf8, right.utf8)
    }

    static func matches(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// Puts only ASCII letters into lowercase.
    static func folded(_ address: String) -> String {
        String(decoding: address.utf8.map { $0.lowercasedASCII }, as: UTF8.self)
    }

    /// The bytes that stand for themselves in a file name.
    private static let plain = ASCIISet("abcdefghijklmnopqrstuvwxyz0123456789._+@-")

    static func encodedName(of address: String) -> String {
        // Most addresses are their own names, and there may be 100,000 of them. A copy, since every use of the static set
        // costs a call.
        let plain = plain
        if !address.hasByte(where: { !plain.contains($0) }) { return address }
        return address.utf8.lazy.map { $0.lowercasedASCII }.percentEncoded(exceptWhere: plain.contains)
    }

    /// Whether a name in `accounts/` is some email's file name.
    static func isFile(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.first != UInt8(ascii: "."), name.contains(UInt8(ascii: "@")) else { return false }
        let plain = plain
        guard name.allSatisfy(plain.contains) else {
            return ofFile(String(decoding: name, as: UTF8.self)) != nil
        }
        return name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
            && (1...maximumFileNameBytes).contains(name.count - ending.utf8.count)
    }

    /// The account file name that a name resembles except for case, or for missing or needless escapes.
    static func file(like name: String) -> String? {
        guard name.lowercased().hasSuffix(ending),
            let address = name.utf8.dropLast(ending.utf8.count).percentDecoded(),
            let file = file(of: address), isFile(Array(file.utf8)[...])
        else { return nil }
        return file
    }

    static let ending = ".json"

    /// Nil if the email allows no file name.
    static func file(of email: String) -> String? { fileName(of: email).map { $0 + ending } }

    /// From the path of an account file below the directory; nil for other paths.
    static func ofPath(_ file: String) -> String? {
        let folder = StoreLayout.accounts + "/"
        return file.hasPrefix(folder) ? ofFile(String(file.dropFirst(folder.count))) : nil
    }

    /// The email in lowercase; nil for a name that no account file has.
    static func ofFile(_ name: String) -> String? {
        guard name.hasSuffix(ending) else { return nil }
        let encoded = name.utf8.dropLast(ending.utf8.count)
        // Most names need no decoding, and there may be 100,000 of them.
        if (1...maximumFileNameBytes).contains(encoded.count), !name.hasByte(where: { !plain.contains($0) }) {
            return String(Substring(encoded))
        }
        guard let address = encoded.percentDecoded(), let own = fileName(of: address) else { return nil }
        // Several names decode to an address, but only one is its own.
        return own.utf8.elementsEqual(encoded) ? address : nil
    }
}
