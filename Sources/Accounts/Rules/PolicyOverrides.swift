/// What a `policy.json` changes of the policy that it names; nil keeps the built-in rule.
///
/// Set each key that the file has with ``set(_:to:)``, ask ``conflicts(with:)``, then ``applying(to:)``.
public struct PolicyOverrides: Hashable, Sendable {
    /// The numbers that `passwordLength`, `passwordLetters` and `passwordDigits` may have.
    public static let passwordCounts = 0...128
    /// The numbers that `minimumAge` may have, in years; the earliest birthday bounds what is of use.
    public static let ages = 0...120

    var passwordLength: Int?
    var passwordLetters: Int?
    var passwordDigits: Int?
    var passwordRequires: [CharacterKind]?
    var passwordAlphabet: Policy.PasswordAlphabet?
    var required: [Field]?
    var minimumAge: Int?
    var phoneMask: Policy.PhoneMask?
    var loginKey: Policy.LoginKey?
    var hash: HashMethod?
    var hashCost: Int?

    /// No changes.
    public init() {}

    /// Takes the value of a key, or throws all that is wrong with it.
    ///
    /// The value of `policy` is checked and not kept: see ``kind(from:)``. Whether a `hashCost` suits its `hash`
    /// shows only when all keys are there: see ``conflicts(with:)``.
    public mutating func set(_ key: PolicyKey, to value: PolicyValue) throws(PolicyFaults) {
        switch key {
        case .passwordRequires: passwordRequires = try value.words(for: key, among: CharacterKind.allCases)
        case .required: required = try value.words(for: key, among: Field.typed)
        default:
            do throws(PolicyFault) { try setSingle(key, to: value) } catch { throw PolicyFaults([error]) }
        }
    }

    private mutating func setSingle(_ key: PolicyKey, to value: PolicyValue) throws(PolicyFault) {
        switch key {
        case .policy: _ = try Self.kind(from: value)
        case .passwordLength:
            passwordLength = try value.number(for: key, in: 1...Self.passwordCounts.upperBound)
        case .passwordLetters: passwordLetters = try value.number(for: key, in: Self.passwordCounts)
        case .passwordDigits: passwordDigits = try value.number(for: key, in: Self.passwordCounts)
        case .passwordAlphabet: passwordAlphabet = try value.word(for: key)
        case .minimumAge: minimumAge = try value.number(for: key, in: Self.ages)
        case .phoneMask: phoneMask = try value.word(for: key)
        case .loginKey: loginKey = try value.word(for: key)
        case .hash: hash = try value.word(for: key)
        case .hashCost: hashCost = try value.number(for: key)
        case .passwordRequires, .required: break
        }
    }

    /// The kind that the value of `policy` names.
    public static func kind(from value: PolicyValue) throws(PolicyFault) -> Policy.Kind {
        try value.word(for: .policy)
    }

    /// What the overrides, each taken alone, do not show: a cost outside the range of its hash, and password
    /// rules that no password can pass.
    public func conflicts(with policy: Policy) -> [PolicyFault] {
        var faults: [PolicyFault] = []
        let changed = applying(to: policy)
        if let hashCost, !changed.hash.costRange.contains(hashCost) {
            faults.append(.outOfRange(.hashCost, allowed: changed.hash.costRange))
        }
        guard policy.isRegistry else { return faults }
        let maximum = changed.hash.maximumPasswordBytes
        if changed.passwordLength > maximum {
            let key: PolicyKey = passwordLength == nil ? .hash : .passwordLength
            faults.append(.impossiblePassword(key, maximumBytes: maximum))
        }
        if changed.fewestPasswordCharacters > maximum {
            faults.append(.impossiblePassword(keyOfCharacters, maximumBytes: maximum))
        }
        return faults
    }

    /// The key that is the first to ask for certain characters.
    private var keyOfCharacters: PolicyKey {
        [.passwordLetters, .passwordDigits, .passwordRequires].first(where: isSet) ?? .hash
    }

    /// The policy with these changes; a cost outside the range of its hash counts as the nearest within.
    ///
    /// `email` stays required whatever `required` says, since it names the account, and so does the profile's
    /// password. A `hash` without a `hashCost` has its own default cost.
    public func applying(to policy: Policy) -> Policy {
        var changed = policy
        changed.passwordLength = passwordLength ?? policy.passwordLength
        changed.passwordLetters = passwordLetters ?? policy.passwordLetters
        changed.passwordDigits = passwordDigits ?? policy.passwordDigits
        changed.passwordRequires = passwordRequires ?? policy.passwordRequires
        changed.passwordAlphabet = passwordAlphabet ?? policy.passwordAlphabet
        changed.minimumAge = minimumAge ?? policy.minimumAge
        changed.phoneMask = phoneMask ?? policy.phoneMask
        changed.loginKey = loginKey ?? policy.loginKey
        changed.hash = hash ?? policy.hash
        let cost = hashCost ?? (hash == nil ? policy.hashCost : changed.hash.defaultCost)
        let range = changed.hash.costRange
        changed.hashCost = min(max(cost, range.lowerBound), range.upperBound)
        let wanted = Set(required ?? policy.required).union(
            policy.isRegistry ? [.email] : [.email, .password])
        changed.required = Field.typed.filter(wanted.contains)
        changed.overridden = PolicyKey.allCases.filter(isSet)
        return changed
    }

    private func isSet(_ key: PolicyKey) -> Bool {
        switch key {
        case .policy: false
        case .passwordLength: passwordLength != nil
        case .passwordLetters: passwordLetters != nil
        case .passwordDigits: passwordDigits != nil
        case .passwordRequires: passwordRequires != nil
        case .passwordAlphabet: passwordAlphabet != nil
        case .required: required != nil
        case .minimumAge: minimumAge != nil
        case .phoneMask: phoneMask != nil
        case .loginKey: loginKey != nil
        case .hash: hash != nil
        case .hashCost: hashCost != nil
        }
    }
}

extension PolicyValue {
    fileprivate func number(for key: PolicyKey) throws(PolicyFault) -> Int {
        guard case .integer(let number) = self else {
            throw .wrongType(key, expected: .integer, isNull: self == .null)
        }
        return number
    }

    fileprivate func number(for key: PolicyKey, in range: ClosedRange<Int>) throws(PolicyFault) -> Int {
        let number = try number(for: key)
        guard range.contains(number) else { throw .outOfRange(key, allowed: range) }
        return number
    }

    fileprivate func word<Word: RawRepresentable<String> & CaseIterable>(
        for key: PolicyKey
    ) throws(PolicyFault) -> Word {
        guard case .string(let text) = self else {
            throw .wrongType(key, expected: .string, isNull: self == .null)
        }
        guard let word = Word(rawValue: text) else {
            throw .unknownWord(key, index: nil, allowed: Word.allCases.map(\.rawValue))
        }
        return word
    }

    fileprivate func words<Word: RawRepresentable<String> & Hashable>(
        for key: PolicyKey, among allowed: [Word]
    ) throws(PolicyFaults) -> [Word] {
        guard let elements else {
            throw PolicyFaults([.wrongType(key, expected: .strings, isNull: self == .null)])
        }
        var words: [Word] = []
        var faults: [PolicyFault] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                faults.append(.wrongElement(key, index: index, isNull: element == .null))
                continue
            }
            guard let word = Word(rawValue: text), allowed.contains(word) else {
                faults.append(.unknownWord(key, index: index, allowed: allowed.map(\.rawValue)))
                continue
            }
            if words.contains(word) { faults.append(.duplicate(key, index: index)) }
            words.append(word)
        }
        guard faults.isEmpty else { throw PolicyFaults(faults) }
        return words
    }

    private var elements: [PolicyValue]? {
        switch self {
        case .strings(let texts): texts.map(PolicyValue.string)
        case .mixed(let elements): elements
        default: nil
        }
    }
}
