/// A password hash that regapp writes; the raw value is what `hash` in `policy.json` says.
package enum HashMethod: String, CaseIterable, Hashable, Sendable {
    case yescrypt
    case sha512Crypt = "sha512-crypt"
    case bcrypt

    /// The cost if the policy names none: each takes some tens of milliseconds.
    package var defaultCost: Int {
        switch self {
        case .yescrypt: 6
        case .sha512Crypt: 100_000
        case .bcrypt: 10
        }
    }

    /// The costs that regapp computes, in the unit of the scheme's own setting.
    ///
    /// For yescrypt libcrypt's cost, each step of which doubles time and memory (1 MiB at 1, 1 GiB and some seconds at
    /// 11); for sha512-crypt the number of rounds; for bcrypt the logarithm of the rounds, where 15 takes some
    /// seconds. Hashes above the upper bound are refused, not computed.
    package var costRange: ClosedRange<Int> {
        switch self {
        case .yescrypt: 1...11
        case .sha512Crypt: 1_000...5_000_000
        case .bcrypt: 4...15
        }
    }

    /// The most bytes that a password may have: bcrypt ignores what follows 72, crypt(3) refuses 512 and more.
    package var maximumPasswordBytes: Int {
        switch self {
        case .yescrypt, .sha512Crypt: 511
        case .bcrypt: 72
        }
    }
}
