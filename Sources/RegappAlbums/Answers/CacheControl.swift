internal import RegappValues

enum CacheControl {
    /// The validity if the service states none, in seconds: a day, as its documentation asks.
    static let unstated: Int64 = 86_400
    /// The longest validity that is accepted, in seconds: a week.
    static let longest: Int64 = 7 * 86_400

    /// Returns the seconds given by `cache-control` (RFC 9111, 5.2.2), 0 … `longest`; also 0 for `no-store` and
    /// `no-cache`.
    static func seconds(_ field: String?) -> Int64 {
        guard let field else { return unstated }
        let directives = field.lowercased().split(separator: ",").map {
            $0.filter { $0 != " " && $0 != "\t" }
        }
        if directives.contains(where: { $0 == "no-store" || $0 == "no-cache" }) { return 0 }
        for directive in directives where directive.hasPrefix("max-age=") {
            let digits = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
            guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { continue }
            return min(Int64(digits) ?? longest, longest)
        }
        return unstated
    }
}

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
