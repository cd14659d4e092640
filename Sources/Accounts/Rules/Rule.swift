public import PlainValues

/// What a value can be held to, with the numbers that the rule has under the policy in force.
///
/// A rule is a fact: ``name`` is for programs, ``requirement`` and ``Violation/message`` are for people.
public enum Rule: Hashable, Sendable {
    /// The field must be there and not be empty.
    case required
    /// No C0, DEL, C1, bidi controls, U+2028 or U+2029, in any field of any policy.
    case control
    /// None of the characters that nobody sees, in any field of any policy; these are the ones that were found.
    ///
    /// They are U+00AD, U+180E, U+200B, U+2060 and U+FEFF, in a registry's e-mail also ZWNJ, ZWJ and the variation
    /// selectors.
    case invisible([Unicode.Scalar])

    /// A password has at least this many characters, counted as a person sees them.
    case minimumLength(Int)
    /// A password has at least this many ASCII letters.
    case letters(Int)
    /// A password has at least this many ASCII digits.
    case digits(Int)
    /// A password has a character of this kind.
    case kind(CharacterKind)
    /// A password has ASCII letters and digits only.
    case alphanumeric
    /// A password that gets hashed has at most this many bytes of UTF-8 (bcrypt 72, crypt(3) 511).
    case maximumBytes(Int)

    /// An e-mail has exactly one `@`.
    case atSign
    /// An e-mail has no White_Space character.
    case space
    /// What stands before the `@` of an e-mail has at least this many characters.
    case localLength(Int)
    /// The host of an e-mail has a dot.
    case dot
    /// No label of an e-mail's host is empty.
    case emptyLabel
    /// The label right after the `@` has at least this many characters.
    case hostLength(Int)
    /// What follows the first dot of the host has at least this many characters.
    case endingLength(Int)

    /// A registry e-mail is ASCII.
    case ascii
    /// A registry e-mail's local part is a dot-atom (RFC 5322, 3.2.3): atext, with single dots inside.
    case localPart
    /// A registry e-mail's host has letters, digits and inner hyphens (RFC 5321, 4.1.2).
    case hostName
    /// A local part has at most this many octets (RFC 5321, 4.5.3.1.1).
    case maximumLocal(Int)
    /// A host label has at most this many octets (RFC 1035, 2.3.4).
    case maximumLabel(Int)
    /// An address has at most this many octets (RFC 5321, 4.5.3.1.3, less the angle brackets).
    case maximumAddress(Int)
    /// An e-mail's file name has at most this many bytes.
    case maximumFileName(Int)

    /// A name has English letters, with single spaces, hyphens or apostrophes between them.
    case english

    /// A date is written `YYYY-MM-DD`.
    case dateShape
    /// A date is in the calendar.
    case realDate
    /// A date is this day or later.
    case earliest(CalendarDate)
    /// A date is not after today.
    case future
    /// A birthday is at least this many years ago.
    case minimumAge(Int)

    /// A phone is a number with ten digits after `+7`.
    case phone
    /// A registration time is RFC 3339 in UTC.
    case timestamp
    /// A password hash is of a scheme that regapp verifies, and well formed; the payload says why it is not.
    case hash(HashFault)

    /// The stable machine name, the same whatever the numbers; all bounds of size are `length`.
    public var name: String {
        switch self {
        case .required: "required"
        case .control: "control"
        case .invisible: "invisible"
        case .minimumLength, .maximumLocal, .maximumLabel, .maximumAddress, .maximumFileName: "length"
        case .localLength, .hostLength, .endingLength: "length"
        case .letters: "letters"
        case .digits: "digits"
        case .kind(let kind): kind.rawValue
        case .alphanumeric: "alphabet"
        case .maximumBytes: "bytes"
        case .atSign: "at"
        case .space: "space"
        case .dot: "dot"
        case .emptyLabel: "label"
        case .ascii: "ascii"
        case .localPart: "local"
        case .hostName: "host"
        case .english: "english"
        case .dateShape, .realDate: "date"
        case .earliest: "earliest"
        case .future: "future"
        case .minimumAge: "age"
        case .phone: "phone"
        case .timestamp: "timestamp"
        case .hash: "hash"
        }
    }
}
