public import DocumentStore

extension DocumentStore {
    /// The e-mails of the accounts that begin with a text, as the names of their files tell; no file is opened.
    ///
    /// - Parameter limit: the most that are returned, the first by the bytes of their names.
    public func emails(beginningWith prefix: String, limit: Int) throws(AccountsError) -> [String] {
        let start = EmailAddress.encodedName(of: prefix)
        let names = try readingDirectory { reader throws(AccountsError) in
            try reader.names(in: StoreLayout.accounts)
        }
        var emails: [String] = []
        for name in names where name.utf8.starts(with: start.utf8) {
            guard emails.count < limit else { break }
            if let email = EmailAddress.ofFile(name) { emails.append(email) }
        }
        return emails
    }
}

extension EmailAddress {
    /// The address, in lowercase, whose account's file has this name; nil where it is that of none.
    static func ofFile(_ name: String) -> String? {
        let ending = ".json"
        guard name.hasSuffix(ending) else { return nil }
        let encoded = name.utf8.dropLast(ending.utf8.count)
        var bytes: [UInt8] = []
        var rest = encoded[...]
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
        guard let address = String(validating: bytes, as: UTF8.self), let own = fileName(of: address) else {
            return nil
        }
        // Many names decode to an address, and one is its own.
        return own.utf8.elementsEqual(encoded) ? address : nil
    }
}
