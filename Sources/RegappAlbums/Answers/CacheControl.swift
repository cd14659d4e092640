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
