internal import RegappJSON

/// The values of an object's known keys; for arrays and objects, only their presence is recorded. If a key occurs
/// twice, the first value wins. One instance serves any number of objects in turn, to save allocations.
///
/// A value of the wrong type throws `unexpectedShape`.
struct KnownValues<Key: CaseIterable & RawRepresentable & Equatable> where Key.RawValue == String {
    private let keys = Array(Key.allCases)
    private let names = Key.allCases.map { Array($0.rawValue.utf8) }
    private var values = [JSONValue.Content?](repeating: nil, count: Key.allCases.count)

    /// Scans an object, replacing the last one's values; unknown keys are skipped.
    mutating func scan(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
        try enter(&scanner)
        while try nextOther(&scanner) != nil { try scanner.skipValue() }
    }

    mutating func enter(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
        for index in values.indices { values[index] = nil }
        try scanner.enterObject()
    }

    /// Scans up to the next unknown key, before its value; nil at the end of the object.
    mutating func nextOther(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> JSONToken? {
        while let key = try scanner.nextKey() {
            guard let index = index(of: key, in: scanner) else { return key }
            let value = try scanner.scanScalar()
            if values[index] == nil { values[index] = value }
        }
        return nil
    }

    private func index(of key: JSONToken, in scanner: JSONScanner) -> Int? {
        if key.isEscaped {
            let name = scanner.text(of: key)
            return keys.firstIndex { $0.rawValue == name }
        }
        let name = scanner.bytes[key.content]
        return names.firstIndex { $0.count == name.count && $0.elementsEqual(name) }
    }

    func string(_ key: Key) throws(CatalogError) -> String? {
        try value(key) { if case .string(let text) = $0 { text } else { nil } }
    }

    func boolean(_ key: Key) throws(CatalogError) -> Bool? {
        try value(key) { if case .boolean(let value) = $0 { value } else { nil } }
    }

    /// A finite number; nil if missing or null.
    func number(_ key: Key) throws(CatalogError) -> Double? {
        try value(key) { scalar in
            guard case .number(let text) = scalar, let number = Double(text) else { return nil }
            return number.isFinite ? number : nil
        }
    }

    /// A whole number; nil if missing or null. Up to 2^53 it may be written with an exponent or a fraction of zero;
    /// beyond that, such a number is ambiguous.
    func integer(_ key: Key) throws(CatalogError) -> Int64? {
        try value(key) { scalar in
            guard case .number(let text) = scalar else { return nil }
            if let integer = Int64(text) { return integer }
            guard let number = Double(text), number.magnitude < 0x1p53 else { return nil }
            return Int64(exactly: number)
        }
    }

    /// The value of a key; nil if missing or null. `convert` returns nil if it has the wrong type.
    private func value<Value>(
        _ key: Key, _ convert: (JSONValue.Content) -> Value?
    ) throws(CatalogError) -> Value? {
        switch keys.firstIndex(of: key).flatMap({ values[$0] }) {
        case nil, .null: return nil
        case let scalar?: return try required(convert(scalar))
        }
    }

    func required<Value>(_ value: Value?) throws(CatalogError) -> Value {
        guard let value else { throw .unexpectedShape }
        return value
    }
}
