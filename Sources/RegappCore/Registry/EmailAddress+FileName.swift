internal import RegappStore
internal import RegappValues

extension EmailAddress {
    /// Whether a file in `accounts/` may be an account's: its name is that of some email's file.
    static func isFile(_ name: ArraySlice<UInt8>) -> Bool {
        let at = UInt8(ascii: "@"), dot = UInt8(ascii: ".")
        guard name.first != dot, name.count > ending.utf8.count,
            ending.hasBytes(name.span.extracting(last: ending.utf8.count))
        else { return false }
        // One pass, since there may be 100,000 names.
        var (hasAt, isPlain) = (false, true)
        let bytes = name.span
        for index in bytes.indices {
            if bytes[index] == at { hasAt = true }
            if !Self.isPlain(bytes[index]) { isPlain = false }
        }
        guard hasAt else { return false }
        if isPlain, name.count - ending.utf8.count <= maximumFileNameBytes { return true }
        return ofFile(String(decoding: name, as: UTF8.self)) != nil
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
