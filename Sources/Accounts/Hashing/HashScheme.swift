/// A scheme of crypt(3) that regapp verifies, from the weakest to the strongest.
package enum HashScheme: String, CaseIterable, Comparable, Hashable, Sendable {
    case sha256Crypt = "sha256-crypt"
    case sha512Crypt = "sha512-crypt"
    case bcrypt
    case yescrypt

    /// Orders by strength at a usual cost: memory-hard over memory-bound over neither.
    package static func < (left: Self, right: Self) -> Bool { left.strength < right.strength }

    /// The costs that are computed, in the unit of ``HashMethod/costRange``; a hash above them is refused.
    var costRange: ClosedRange<Int> {
        switch self {
        case .sha256Crypt, .sha512Crypt: HashMethod.sha512Crypt.costRange
        case .bcrypt: HashMethod.bcrypt.costRange
        case .yescrypt: HashMethod.yescrypt.costRange
        }
    }

    /// The most bytes of a phrase that affect the hash.
    var maximumPasswordBytes: Int {
        self == .bcrypt ? HashMethod.bcrypt.maximumPasswordBytes : HashMethod.yescrypt.maximumPasswordBytes
    }

    private var strength: Int {
        switch self {
        case .sha256Crypt: 0
        case .sha512Crypt: 1
        case .bcrypt: 2
        case .yescrypt: 3
        }
    }
}

extension HashMethod {
    package var scheme: HashScheme {
        switch self {
        case .yescrypt: .yescrypt
        case .sha512Crypt: .sha512Crypt
        case .bcrypt: .bcrypt
        }
    }

    /// The prefix that names the method to libcrypt.
    var prefix: String {
        switch self {
        case .yescrypt: "$y$"
        case .sha512Crypt: "$6$"
        case .bcrypt: "$2b$"
        }
    }
}
