internal import RegappValues

enum RetryTime {
    /// The time if the service states none, in seconds: its limit is counted by the minute.
    static let unstated = 60
    /// The longest time that is accepted, in seconds: a day. More would be a mistake of the service.
    static let longest = 86_400

    /// Returns the seconds to wait, 1 … `longest`, from a `retry-after` (RFC 9110, 10.2.3) in seconds; a date counts as
    /// none.
    static func seconds(_ field: String?) -> Int {
        let digits = field?.trimmed ?? ""
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return unstated }
        return min(max(Int(digits) ?? longest, 1), longest)
    }
}
