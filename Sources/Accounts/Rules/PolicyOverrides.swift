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

    /// Takes the value of a key, or throws what is wrong with it.
    ///
    /// The value of `policy` is checked and not kept: see ``kind(from:)``. Whether a `hashCost` suits its `hash`
    /// shows only when all keys are there: see ``conflicts(with:)``.
    public mutating func set(_ key: PolicyKey, to value: PolicyValue) throws(PolicyFault) {
        switch key {
        case .policy: _ = try Self.kind(from: value)
        case .passwordLength:
            passwordLength = try value.number(for: key, in: 1...Self.passwordCounts.upperBound)
        case .passwordLetters: passwordLetters = try value.number(for: key, in: Self.passwordCounts)
        case .passwordDigits: passwordDigits = try value.number(for: key, in: Self.passwordCounts)
        case .passwordRequires: passwordRequires = try value.words(for: key, among: CharacterKind.allCases)
        case .passwordAlphabet: passwordAlphabet = try value.word(for: key)
        case .required: required = try value.words(for: key, among: Field.typed)
        case .minimumAge: minimumAge = try value.number(for: key, in: Self.ages)
        case .phoneMask: phoneMask = try value.word(for: key)
        case .loginKey: loginKey = try value.word(for: key)
        case .hash: hash = try value.word(for: key)
        case .hashCost: hashCost = try value.number(for: key, in: 1...Int(Int32.max))
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
        if changed.passwordLetters + changed.passwordDigits > maximum {
            let key: PolicyKey = passwordLetters == nil ? .passwordDigits : .passwordLetters
            faults.append(.impossiblePassword(key, maximumBytes: maximum))
        }
        return faults
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
    fileprivate func number(for key: PolicyKey, in range: ClosedRange<Int>) throws(PolicyFault) -> Int {
        guard case .integer(let number) = self else { throw .wrongType(key, expected: .integer) }
        guard range.contains(number) else { throw .outOfRange(key, allowed: range) }
        return number
    }

    fileprivate func word<Word: RawRepresentable<String> & CaseIterable>(
        for key: PolicyKey
    ) throws(PolicyFault) -> Word {
        guard case .string(let text) = self else { throw .wrongType(key, expected: .string) }
        guard let word = Word(rawValue: text) else {
            throw .unknownWord(key, index: nil, allowed: Word.allCases.map(\.rawValue))
        }
        return word
    }

    fileprivate func words<Word: RawRepresentable<String> & Hashable>(
        for key: PolicyKey, among allowed: [Word]
    ) throws(PolicyFault) -> [Word] {
        guard case .strings(let texts) = self else { throw .wrongType(key, expected: .strings) }
        var words: [Word] = []
        for (index, text) in texts.enumerated() {
            guard let word = Word(rawValue: text), allowed.contains(word) else {
                throw .unknownWord(key, index: index, allowed: allowed.map(\.rawValue))
            }
            guard !words.contains(word) else { throw .duplicate(key, index: index) }
            words.append(word)
        }
        return words
    }
}
