internal import DocumentStore
internal import PlainValues
public import StrictJSON

/// The known values of one account, as they travel between files.
///
/// An absent field is nil; formats differ in whether they can tell that from an empty one.
public struct AccountRecord: Hashable, Sendable {
    /// The fields that are exported, in the order of an account's file: all known ones but a plain password.
    public static let exportedFields = Field.allCases.filter { $0 != .password }

    /// The values by field.
    public private(set) var values: [Field: String]

    /// Gathers the values of an account.
    public init(_ values: [Field: String] = [:]) {
        self.values = values
    }

    /// The value of a field, nil where the account has none.
    public subscript(field: Field) -> String? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// The fields that the account has, in the order of its file.
    public var fields: [Field] { Field.allCases.filter { values[$0] != nil } }

    /// The account as a JSON object of its fields in their order, a plain password included or not.
    ///
    /// `json(withPassword: true).fileBytes` is a new account file, to the byte.
    public func json(withPassword: Bool) -> JSONText {
        let members = fields.compactMap { field -> JSONText.Member? in
            guard let value = values[field], withPassword || field != .password else { return nil }
            return JSONText.Member(field.rawValue, .string(value))
        }
        return .object(members)
    }

    /// Compares by Unicode scalars, since account files do.
    public static func == (left: Self, right: Self) -> Bool {
        left.fields == right.fields
            && left.fields.allSatisfy { field in
                (left.values[field] ?? "").hasSameScalars(as: right.values[field] ?? "")
            }
    }
}
