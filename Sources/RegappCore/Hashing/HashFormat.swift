/// What a stored hash must satisfy; each case is a way to fail.
package enum HashRule: Error, Hashable, Sendable {
    /// regapp does not verify the scheme, such as `scrypt`.
    case unsupported(scheme: String)
    /// The value is not a complete hash of its scheme, or is a failure token of libcrypt.
    case malformed
    /// The value is probably a plain password.
    case plain
    /// The cost exceeds what regapp computes, or a parameter is unbounded.
    case tooCostly(scheme: String)

    var facts: RuleFacts {
        let sentence =
            switch self {
            case .unsupported("unknown"): "must be of a kind that regapp knows"
            case .unsupported(let scheme): "must be of a kind that regapp verifies, not \(scheme)"
            case .malformed: "must be a whole hash: this one is cut short, or was changed"
            case .plain: "must be a hash, not a plain password"
            case .tooCostly(let scheme): "must have a lower cost than this \(scheme) hash"
            }
        return RuleFacts(
            name: "hash", sentence: sentence, listing: .never(because: "nobody types a hash"))
    }

    static func broken(by value: String) -> HashRule? {
        do throws(HashRule) { _ = try StoredHash(value) } catch { return error }
        return nil
    }
}

/// Scheme, cost and completeness of a stored hash, without computing it; the forms are those of crypt(5). A fragment,
/// which libcrypt would take for a setting, is refused, as is whatever libcrypt would not compute. So the hash is never
/// the reason for a later failure.
enum HashFormat {
    /// What tells how a hash is computed.
    struct Parameters {
        let scheme: HashScheme
        /// In the unit of ``HashMethod/costRange``.
        var cost = 0
    }

    static func parse(_ text: String) throws(HashRule) -> Parameters {
        let found = try parameters(of: text)
        guard found.cost <= found.scheme.costRange.upperBound else {
            throw .tooCostly(scheme: found.scheme.rawValue)
        }
        return found
    }

    private static func parameters(of text: String) throws(HashRule) -> Parameters {
        let bytes = text.utf8.span
        guard text.utf8.first == separator else {
            if let found = parametersWithoutPrefix(of: text) { return found }
            throw unknown(text)
        }
        // Mosquitto uses this prefix for its own scheme.
        if text.hasPrefix("$6$"), text.hasSuffix("==") { throw .unsupported(scheme: "Mosquitto SHA-512") }
        if text.hasPrefix("$6$") {
            return Parameters(scheme: .sha512Crypt, cost: try rounds(bytes, hashLength: 86))
        }
        if text.hasPrefix("$y$") { return Parameters(scheme: .yescrypt, cost: try yescryptCost(bytes)) }
        for prefix in bcryptPrefixes where text.hasPrefix(prefix) {
            return Parameters(scheme: .bcrypt, cost: try bcryptCost(bytes))
        }
        if text.hasPrefix("$5$") {
            return Parameters(scheme: .sha256Crypt, cost: try rounds(bytes, hashLength: 43))
        }
        if text.hasPrefix("$1$") { return Parameters(scheme: .md5Crypt, cost: try md5Cost(bytes)) }
        if text.hasPrefix("$apr1$") { return Parameters(scheme: .apr1, cost: try md5Cost(bytes)) }
        throw unknown(text)
    }

    private static let separator = UInt8(ascii: "$")

    private static let usualParts = 3

    /// The parts after the scheme, including empty ones.
    private static func parts(of text: Span<UInt8>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        parts.reserveCapacity(usualParts)
        var start = 1
        for index in 1..<text.count where text[index] == separator {
            if start > 1 { parts.append(start..<index) }
            start = index + 1
        }
        parts.append(start..<text.count)
        return parts
    }

    // MARK: {SHA}, {SSHA}, DES and BSDi, which do not begin with $

    private static func parametersWithoutPrefix(of text: String) -> Parameters? {
        let value = ForeignHash.braces(of: text)
        switch value.braces.uppercased() {
        case HashScheme.sha.rawValue:
            return ForeignHash.isSHA1(value.rest, isSalted: false) ? Parameters(scheme: .sha) : nil
        case HashScheme.ssha.rawValue:
            return ForeignHash.isSHA1(value.rest, isSalted: true) ? Parameters(scheme: .ssha) : nil
        default: break
        }
        if HashLikeness.isDES(text[...]) { return Parameters(scheme: .des) }
        guard HashLikeness.isBSDi(text[...]) else { return nil }
        // Four base 64 digits, the lowest first.
        let rounds = text.utf8.dropFirst().prefix(4).reversed().reduce(0) { $0 << 6 | (value64($1) ?? 0) }
        return rounds > 0 ? Parameters(scheme: .bsdi, cost: rounds) : nil
    }

    // MARK: md5-crypt and apr1: at most 8 of salt, then 22 of hash, of which the last holds two bits

    private static let maximumMD5Salt = 8

    private static func md5Cost(_ text: Span<UInt8>) throws(HashRule) -> Int {
        let parts = parts(of: text)
        guard parts.count == 2, isSalt(text.extracting(parts[0]), upTo: maximumMD5Salt),
            isHash64(text.extracting(parts[1]), count: 22),
            value64(text[text.count - 1]).map({ $0 < 4 }) == true
        else { throw .malformed }
        return 0
    }

    // MARK: bcrypt: two digits, then 22 characters of salt and 31 of hash

    private static let bcryptPrefixes = ["$2b$", "$2y$", "$2a$"]

    private static func bcryptCost(_ text: Span<UInt8>) throws(HashRule) -> Int {
        let parts = parts(of: text)
        guard parts.count == 2, parts[0].count == 2, let cost = Int(digits: text, parts[0]),
            cost >= HashMethod.bcrypt.form.costRange.lowerBound,
            isHash64(text.extracting(parts[1]), count: 53)
        else { throw .malformed }
        return cost
    }

    // MARK: sha256-crypt and sha512-crypt: perhaps rounds, then at most 16 of salt, then the hash

    private static let defaultRounds = 5_000
    private static let maximumSalt = 16

    private static func rounds(_ text: Span<UInt8>, hashLength: Int) throws(HashRule) -> Int {
        var parts = parts(of: text)[...]
        var rounds = defaultRounds
        let key = "rounds="
        if let first = parts.first, key.hasBytes(text.extracting(first).extracting(first: key.utf8.count)) {
            let digits = first.dropFirst(key.utf8.count)
            // libcrypt accepts at most nine digits and no leading zero.
            guard (1...9).contains(digits.count), text[digits.lowerBound] != UInt8(ascii: "0"),
                let number = Int(digits: text, digits),
                number >= HashMethod.sha512Crypt.form.costRange.lowerBound
            else { throw .malformed }
            rounds = number
            parts.removeFirst()
        }
        guard parts.count == 2, isSalt(text.extracting(parts[parts.startIndex]), upTo: maximumSalt),
            isHash64(text.extracting(parts[parts.startIndex + 1]), count: hashLength)
        else { throw .malformed }
        return rounds
    }

    /// Printable ASCII except the separators of passwd files and crypt(3).
    private static func isSalt(_ salt: Span<UInt8>, upTo limit: Int) -> Bool {
        let others = others
        for index in salt.indices where !(0x21...0x7E).contains(salt[index]) || others.contains(salt[index]) {
            return false
        }
        return salt.count <= limit
    }

    private static let others = ASCIISet(":;*!\\")

    // MARK: yescrypt: parameters, salt, 43 of hash

    private static let flavour = UInt8(ascii: "j")
    private static let maximumYescryptSalt = 86

    /// libcrypt's cost: 1 stands for 1 MiB, and each step doubles the memory, 128 · r · 2^N bytes.
    private static func yescryptCost(_ text: Span<UInt8>) throws(HashRule) -> Int {
        let parts = parts(of: text)
        guard parts.count == 3, isYescryptSalt(text.extracting(parts[1])),
            isHash64(text.extracting(parts[2]), count: 43)
        else { throw .malformed }
        // Further parameters multiply time or memory; libcrypt itself never writes them.
        let parameters = text.extracting(parts[0])
        guard parameters.count >= 3, parameters[0] == flavour else { throw .malformed }
        guard parameters.count == 3, let logN = value64(parameters[1]), let blocks = value64(parameters[2]),
            logN < longNumber, blocks < longNumber
        else { throw .tooCostly(scheme: HashScheme.yescrypt.rawValue) }
        guard logN >= leastLogN else { throw .malformed }
        let bytesPerBlock = 128
        let shift = logN + 1
        guard shift < 32 else { throw .tooCostly(scheme: HashScheme.yescrypt.rawValue) }
        let mebibytes = (((blocks + 1) * bytesPerBlock) << shift) >> 20
        // Rounded up, so that nothing with more memory than the limit has the limit's cost.
        return mebibytes == 0 ? 0 : Int.bitWidth - (mebibytes - 1).leadingZeroBitCount + 1
    }

    /// libcrypt accepts no N below 4, and the digit stands for the logarithm minus 1.
    private static let leastLogN = 1

    /// Four digits encode three bytes; the last digit must have no excess bit.
    private static func isYescryptSalt(_ digits: Span<UInt8>) -> Bool {
        guard digits.count <= maximumYescryptSalt, isHash64(digits, count: digits.count) else { return false }
        guard !digits.isEmpty, let last = value64(digits[digits.count - 1]) else { return true }
        return switch digits.count % 4 {
        case 0: true
        case 2: last < 1 << 2
        case 3: last < 1 << 4
        default: false
        }
    }

    /// From this value on, a character of yescrypt's parameters begins a longer number.
    private static let longNumber = 48

    /// A digit of crypt's base 64, `./0-9A-Za-z`.
    static func value64(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x2E...0x39: Int(byte) - 0x2E
        case 0x41...0x5A: Int(byte) - 0x41 + 12
        case 0x61...0x7A: Int(byte) - 0x61 + 38
        default: nil
        }
    }

    /// Whether the text is exactly `count` base 64 digits.
    private static func isHash64(_ digits: Span<UInt8>, count: Int) -> Bool {
        guard digits.count == count else { return false }
        for index in digits.indices where value64(digits[index]) == nil { return false }
        return true
    }
}
