import RegappCore
import RegappStore
import RegappValues
import RegappWording
import RegappJSON
import RegappTerminal

/// An account as commands print it.
struct AccountText {
    let file: AccountFile
    let policy: Policy

    /// How the help describes ``adminJSON``.
    static let adminKeys =
        "With --json an account has its fields, then \"passwordSet\", \"locked\" and \"expired\" (true or false) and "
        + "\"missing\", the keys that the policy requires and the file lacks, and then the keys of your own in the file."

    /// One labelled line per field that the policy shows or the file has, the values aligned.
    ///
    /// - Parameter obstacle: why the account cannot be logged in to, for the administrator.
    func lines(reveal: Bool, obstacle: String? = nil) -> [String] {
        let fields = Field.administered.filter { policy.fields.contains($0) || file.values[$0] != nil }
        let width = fields.reduce(obstacle == nil ? 0 : AccountFile.canLogIn.displayWidth) {
            max($0, $1.label.displayWidth)
        }
        func line(_ label: String, _ value: String) -> String {
            TextTable.line(label + ":", value, labelWidth: width + 1)
        }
        let lines = fields.map { field in
            line(field.label, field == .password ? password(reveal: reveal) : shown(field))
        }
        return lines + (obstacle.map { [line(AccountFile.canLogIn, $0)] } ?? [])
    }

    var hasOnlyHash: Bool { file.value(.password) == nil && file.isPasswordSet }

    private func shown(_ field: Field) -> String {
        policy.displayed(file.value(field) ?? "", for: field)
    }

    private func password(reveal: Bool) -> String {
        // Most accounts have none, and `joined` builds types, which cost time at every start.
        let obstacles = file.loginObstacles.reduce("") { "\($0) (\($1.rawValue))" }
        let marks = obstacles + (file.values.mustChange ? " (must be changed)" : "")
        if let password = file.value(.password) { return (reveal ? password : String.stars) + marks }
        return (hasOnlyHash ? String.stars : .notSet) + marks
    }

    /// The same for an administrator: these columns, as far as the account has them; if nil, everything about it that
    /// is no secret.
    func adminJSON(_ columns: [AccountColumn]? = nil) -> JSONText {
        let wanted = columns ?? AccountColumn.known
        var members: [JSONText.Member] = []
        members.reserveCapacity(wanted.count)
        for column in wanted {
            if let value = column.value(of: file) { members.append(JSONText.Member(column.key, value)) }
        }
        if columns == nil { members += file.ownMembers(besides: Self.notOwn) }
        return .object(members)
    }

    private static let notOwn = Field.allCases.map(\.rawValue) + AccountStatus.allCases.map(\.rawValue)

    /// The known keys of the file and then those of its owner's own, without the hash, and without the password unless
    /// revealed.
    func json(reveal: Bool) -> JSONText {
        let fields = Field.printed.filter { policy.knownFields.contains($0) && (reveal || $0 != .password) }
        let members = fields.compactMap { field in
            file.values[field].map { JSONText.Member(field.rawValue, field.json($0)) }
        }
        return .object(members + file.ownMembers(besides: policy.knownFields.map(\.rawValue)))
    }
}
