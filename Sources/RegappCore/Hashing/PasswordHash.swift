/// A password hash that regapp can verify. Reading one computes nothing; ``matches(_:)`` and
/// ``init(hashing:method:cost:)`` compute one hash, which takes as long as its cost says (``HashMethod/costRange``) and
/// must not happen under the store's lock.
package struct PasswordHash: Hashable, Sendable {
    package let text: String
    package let scheme: HashScheme
    /// In the unit of ``HashMethod/costRange``; 0 for a yescrypt below 1 MiB.
    package let cost: Int

    /// Throws for other schemes, fragments, and costs above the limit.
    package init(_ text: String) throws(HashRule) {
        let parameters = try HashFormat.parse(text)
        scheme = parameters.scheme
        cost = parameters.cost
        self.text = text
    }

    private init(text: String, method: HashMethod, cost: Int) {
        self.text = text
        self.scheme = method.form.scheme
        self.cost = cost
    }

    /// Hashes a password in composed form (RFC 8265, 4.2.2) with a fresh salt; the cost is clamped to the range.
    package init(hashing password: String, method: HashMethod, cost: Int) throws(HashingError) {
        let password = password.composed
        guard !password.isEmpty, !password.utf8.contains(0) else { throw .unsuitable }
        let maximum = method.form.maximumPasswordBytes
        guard password.utf8.count <= maximum else { throw .tooLong(maximumBytes: maximum) }
        let cost = min(max(cost, method.form.costRange.lowerBound), method.form.costRange.upperBound)
        guard let setting = Crypt.setting(prefix: method.form.prefix, cost: cost),
            let text = Crypt.hash(password, setting: setting)
        else { throw .notComputed(method.form.scheme) }
        self.init(text: text, method: method, cost: cost)
    }

    /// Whether this is the hash of the password as given or as composed; computes one hash, or two if these differ.
    ///
    /// An empty phrase, one with a NUL and one over 511 bytes (72 for bcrypt, which would cut it) never match, and
    /// nothing is computed for them. The comparison takes constant time.
    ///
    /// - Throws: `notComputed` if the system cannot compute the hash.
    package func matches(_ password: String) throws(HashingError) -> Bool {
        try matches(password, computing: { Crypt.hash($0, setting: $1) })
    }

    func matches(_ password: String, computing hash: Crypt.Computation) throws(HashingError) -> Bool {
        if try matches(exactly: password, computing: hash) { return true }
        let composed = password.composed
        return composed.hasSameScalars(as: password) ? false : try matches(exactly: composed, computing: hash)
    }

    private func matches(
        exactly password: String, computing hash: Crypt.Computation
    ) throws(HashingError) -> Bool {
        guard !password.isEmpty, !password.utf8.contains(0),
            password.utf8.count <= HashMethod.yescrypt.form.maximumPasswordBytes
        else { return false }
        // `HashFormat` has checked the form, so nil means no memory; libcrypt's errno is EINVAL in any case.
        let computed =
            scheme.isOfLibcrypt ? hash(password, text) : ForeignHash.hash(password, like: text, scheme)
        guard let computed else { throw .notComputed(scheme) }
        let isSame =
            computed.utf8.count == text.utf8.count
            && zip(computed.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        return isSame && password.utf8.count <= scheme.maximumPasswordBytes
    }

    /// Whether a login should replace it: a weaker scheme, a lower cost, or a shorter salt at the same cost.
    package func isWeaker(than policy: Policy) -> Bool {
        guard scheme == policy.hash.form.scheme else { return scheme < policy.hash.form.scheme }
        return cost < policy.hashCost || (cost == policy.hashCost && !hasWholeSalt)
    }

    /// Whether a sha512-crypt salt has its full length. Each round hashes it too: 12 bytes take two thirds of the time.
    private var hasWholeSalt: Bool {
        scheme != .sha512Crypt || saltLength == HashMethod.sha512Crypt.form.saltLength
    }

    private var saltLength: Int {
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        return parts.dropLast().last?.count ?? 0
    }

    /// Whether verifying takes at least as long as the policy's hash; false for another scheme, where that is unknown.
    func costsAtLeast(as policy: Policy) -> Bool {
        guard scheme == policy.hash.form.scheme, hasWholeSalt else { return false }
        return cost > policy.hashCost || cost == policy.hashCost && hasUsualParameters
    }

    /// Whether the cost tells the time: a yescrypt with other parameters than libcrypt's has a rounded-up cost.
    private var hasUsualParameters: Bool {
        scheme != .yescrypt || text.hasPrefix("$y$\(Self.yescryptParameters(cost))$")
    }

    /// The decoys to compute after a cheaper hash, so that the total time is that of the policy's hash.
    func complements(under policy: Policy, of password: String) -> [PasswordHash] {
        guard scheme == policy.hash.form.scheme, hasUsualParameters, cost > 0 else {
            return [.decoy(for: policy)]
        }
        var rest = policy
        guard scheme == .sha512Crypt else {
            // Each cost takes twice as long as the one below.
            return (cost..<max(cost, policy.hashCost)).map { cost in
                rest.hashCost = cost
                return .decoy(for: rest)
            }
        }
        let blocks = { Self.sha512Blocks(password: password.utf8.count, salt: $0) }
        rest.hashCost -= cost * blocks(saltLength) / blocks(HashMethod.sha512Crypt.form.saltLength)
        let least = HashMethod.sha512Crypt.form.costRange.lowerBound
        guard rest.hashCost >= least / 2 else { return [] }
        rest.hashCost = max(rest.hashCost, least)
        return [.decoy(for: rest)]
    }

    /// SHA-512 blocks in 42 rounds of sha512-crypt; after 42 rounds, the pattern of password and salt repeats.
    private static func sha512Blocks(password: Int, salt: Int) -> Int {
        (0..<42).reduce(0) { sum, round in
            var bytes = 64 + password
            if round % 3 != 0 { bytes += salt }
            if round % 7 != 0 { bytes += password }
            // A block has 128 bytes; padding and length take at least 17.
            return sum + (bytes + 17 + 127) / 128
        }
    }

    /// A hash without a known password, as costly as the policy's, verified in place of a missing account.
    package static func decoy(for policy: Policy) -> PasswordHash {
        let filler = { (count: Int) in String(repeating: ".", count: count) }
        let text =
            switch policy.hash {
            case .yescrypt:
                "$y$\(yescryptParameters(policy.hashCost))$\(filler(policy.hash.form.saltLength))$\(filler(43))"
            case .sha512Crypt:
                "$6$rounds=\(policy.hashCost)$\(filler(policy.hash.form.saltLength))$\(filler(86))"
            case .bcrypt:
                "$2b$\(policy.hashCost.zeroPadded(to: 2))$\(filler(policy.hash.form.saltLength))\(filler(31))"
            }
        return PasswordHash(text: text, method: policy.hash, cost: policy.hashCost)
    }

    /// What libcrypt writes for a cost: r = 8 for the lowest two and 32 above; with N, each cost doubles the memory.
    private static func yescryptParameters(_ cost: Int) -> String {
        let digits = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let logN = cost <= 2 ? cost + 9 : cost + 7
        return "j\(digits[min(max(logN - 1, 0), digits.count - 1)])\(cost <= 2 ? "5" : "T")"
    }
}

package enum HashingError: Error, Hashable, Sendable {
    /// The password is empty or contains a NUL, which would cut it short.
    case unsuitable
    /// The hash would ignore or refuse further bytes.
    case tooLong(maximumBytes: Int)
    /// libcrypt lacked memory or random bytes.
    case notComputed(HashScheme)
}
