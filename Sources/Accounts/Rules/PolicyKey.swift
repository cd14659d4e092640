/// A key of `policy.json`; the raw value is the key.
public enum PolicyKey: String, CaseIterable, Hashable, Sendable {
    case policy, passwordLength, passwordLetters, passwordDigits, passwordRequires, passwordAlphabet
    case required, minimumAge, phoneMask, loginKey, hash, hashCost
}

/// A value of `policy.json`, as far as its keys take any.
public enum PolicyValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case strings([String])
    /// An array in which not everything is a string.
    case mixed([PolicyValue])
    case null
    /// A value that no key takes, such as a fraction or an object.
    case unsuitable
}

/// Why a value of `policy.json` cannot be taken.
public enum PolicyFault: Error, Hashable, Sendable {
    /// What a key takes.
    public enum Expectation: Hashable, Sendable {
        case string, integer, strings

        fileprivate var words: String {
            switch self {
            case .string: "a string"
            case .integer: "a whole number"
            case .strings: "an array of strings"
            }
        }
    }

    /// The value is not of the JSON type that the key takes.
    case wrongType(PolicyKey, expected: Expectation, isNull: Bool = false)
    /// The element at this index of an array is not a string.
    case wrongElement(PolicyKey, index: Int, isNull: Bool)
    /// The number is outside the key's range.
    case outOfRange(PolicyKey, allowed: ClosedRange<Int>)
    /// The word, or the element at this index of an array, is none that the key takes.
    case unknownWord(PolicyKey, index: Int?, allowed: [String])
    /// The element at this index of an array stands there twice.
    case duplicate(PolicyKey, index: Int)
    /// No password can pass: the rules ask for more than the hash takes bytes.
    case impossiblePassword(PolicyKey, maximumBytes: Int)

    /// The key whose value is at fault.
    public var key: PolicyKey {
        switch self {
        case .wrongType(let key, _, _), .wrongElement(let key, _, _), .outOfRange(let key, _),
            .unknownWord(let key, _, _), .duplicate(let key, _), .impossiblePassword(let key, _):
            key
        }
    }

    /// The index of the array element at fault, where it is one.
    public var index: Int? {
        switch self {
        case .unknownWord(_, let index, _): index
        case .duplicate(_, let index), .wrongElement(_, let index, _): index
        default: nil
        }
    }

    /// The fault as a sentence: lowercase, without a period.
    public var message: String {
        switch self {
        case .wrongType(let key, let expected, let isNull):
            "\(key.rawValue) must be \(expected.words)" + (isNull ? ", not null" : "")
        case .wrongElement(let key, _, let isNull):
            "\(key.rawValue) must be an array of strings" + (isNull ? ", without null" : "")
        case .outOfRange(let key, let allowed):
            "\(key.rawValue) must be from \(allowed.lowerBound) to \(allowed.upperBound)"
        case .unknownWord(let key, nil, let allowed):
            "\(key.rawValue) must be \(Self.alternatives(allowed))"
        case .unknownWord(let key, _?, let allowed):
            "\(key.rawValue) may only hold \(Self.alternatives(allowed))"
        case .duplicate(let key, _): "\(key.rawValue) holds this twice"
        case .impossiblePassword(let key, let maximum):
            "\(key.rawValue) asks for more than the \(maximum) bytes that the hash takes"
        }
    }

    private static func alternatives(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// Everything that is wrong with one value of `policy.json`, in the order of the text; at least one fault.
public struct PolicyFaults: Error, Hashable, Sendable {
    /// The faults; several only of an array.
    public let all: [PolicyFault]

    init(_ all: [PolicyFault]) { self.all = all }
}
