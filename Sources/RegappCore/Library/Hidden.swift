/// A stored value that no log shows: it prints as nothing, whatever prints the value that it is part of.
struct Hidden<Value> {
    var value: Value
}

extension Hidden: Sendable where Value: Sendable {}
extension Hidden: Equatable where Value: Equatable {}
extension Hidden: Hashable where Value: Hashable {}

extension Hidden: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension Hidden: CustomStringConvertible, CustomReflectable {
    var description: String { "hidden" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
