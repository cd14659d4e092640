/// A password hash that regapp writes; the raw value is what `hash` in `policy.json` says.
package enum HashMethod: String, CaseIterable, Hashable, Sendable {
    case yescrypt
    case sha512Crypt = "sha512-crypt"
    case bcrypt

    /// What libcrypt needs to know of it, and what it takes.
    package struct Form: Sendable {
        let prefix: String
        package let scheme: HashScheme
        /// Used if the policy names none; each takes some tens of milliseconds.
        package let defaultCost: Int
        /// In the unit of the scheme's own setting. yescrypt: libcrypt's cost, where each step doubles time and memory
        /// (1 MiB at 1; 1 GiB and some seconds at 11). sha512-crypt: the rounds. bcrypt: the logarithm of the rounds;
        /// 15 takes some seconds. Hashes above the upper bound are refused, not computed.
        package let costRange: ClosedRange<Int>
        /// In characters, as libcrypt writes it.
        let saltLength: Int
        /// bcrypt ignores all bytes after 72; crypt(3) refuses 512 or more.
        package let maximumPasswordBytes: Int
    }

    package var form: Form {
        switch self {
        case .yescrypt:
            Form(
                prefix: "$y$", scheme: .yescrypt, defaultCost: 6, costRange: 1...11, saltLength: 22,
                maximumPasswordBytes: 511)
        case .sha512Crypt:
            Form(
                prefix: "$6$", scheme: .sha512Crypt, defaultCost: 100_000, costRange: 1_000...5_000_000,
                saltLength: 16, maximumPasswordBytes: 511)
        case .bcrypt:
            Form(
                prefix: "$2b$", scheme: .bcrypt, defaultCost: 10, costRange: 4...15, saltLength: 22,
                maximumPasswordBytes: 72)
        }
    }
}

/// The schemes that regapp verifies, from the weakest to the strongest at a usual cost.
package enum HashScheme: String, CaseIterable, Comparable, Hashable, Sendable {
    /// SHA-1 without a salt, as in LDAP directories and `htpasswd -s`.
    case sha = "{SHA}"
    /// The traditional crypt(3), which reads eight characters only.
    case des = "DES crypt"
    /// SHA-1 with a salt, as in LDAP directories.
    case ssha = "{SSHA}"
    case bsdi = "BSDi crypt"
    case md5Crypt = "md5-crypt"
    /// Apache's md5-crypt, the default of `htpasswd`.
    case apr1
    case sha256Crypt = "sha256-crypt"
    case sha512Crypt = "sha512-crypt"
    case bcrypt
    case yescrypt

    package static func < (left: Self, right: Self) -> Bool {
        left != right && allCases.first { $0 == left || $0 == right } == left
    }

    /// Whether a leaked file reveals its passwords, so that the next login should replace the hash.
    package var isWeak: Bool { self < .sha256Crypt }

    /// Whether libcrypt computes it, and so every server that uses crypt(3).
    var isOfLibcrypt: Bool { ![.sha, .ssha, .apr1].contains(self) }

    /// A stored hash's scheme, if not every server that reads the format verifies it; nil otherwise.
    static func unknown(to format: ExchangeFormat, in stored: String?) -> HashScheme? {
        let unverified = format.definition.unverified
        guard !unverified.isEmpty, let stored, let scheme = (try? StoredHash(stored))?.hash?.scheme
        else { return nil }
        return unverified.contains(scheme) ? scheme : nil
    }

    /// Hashes above these costs are refused; in the unit of ``HashMethod/costRange``.
    var costRange: ClosedRange<Int> {
        switch self {
        // Their cost is fixed.
        case .sha, .des, .ssha, .md5Crypt, .apr1: 0...0
        // A round takes as long as one of sha512-crypt.
        case .bsdi: 1...HashMethod.sha512Crypt.form.costRange.upperBound
        case .sha256Crypt, .sha512Crypt: HashMethod.sha512Crypt.form.costRange
        case .bcrypt: HashMethod.bcrypt.form.costRange
        case .yescrypt: HashMethod.yescrypt.form.costRange
        }
    }

    /// How many bytes of a phrase affect the hash.
    var maximumPasswordBytes: Int {
        self == .bcrypt
            ? HashMethod.bcrypt.form.maximumPasswordBytes : HashMethod.yescrypt.form.maximumPasswordBytes
    }
}
