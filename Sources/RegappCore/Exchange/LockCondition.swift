/// A column's or key's value that locks the account, as `--locked-if` names it.
package struct LockCondition: Hashable, Sendable {
    package let name: String
    let isNegated: Bool
    private let text: String
    /// Whether the text stands for itself alone, not for other words of its meaning.
    private let isExact: Bool

    /// - Parameter text: compared without case; empty for no value; exact behind another `=`, as in `active==false`.
    package init(_ name: String, isNegated: Bool = false, _ text: String) {
        self.name = name
        self.isNegated = isNegated
        isExact = text.hasPrefix("=")
        self.text = String(text.dropFirst(isExact ? 1 : 0)).lowercased()
    }

    package var typed: String { "\(name)\(isNegated ? "!" : "")=\(value)" }

    private var value: String { (isExact ? "=" : "") + text }

    /// The same characters with a later `=` behind the name, which may have one, as in `Suspended (1=yes)=1`.
    var laterReadings: [LockCondition] {
        value.indices.filter { value[$0] == "=" }.map { equals in
            let before = value[..<equals]
            let isNegated = before.hasSuffix("!")
            let rest = isNegated ? before.dropLast() : before
            return LockCondition(
                "\(name)\(self.isNegated ? "!" : "")=\(rest)", isNegated: isNegated,
                String(value[value.index(after: equals)...]))
        }
    }

    /// - Parameter values: what a list or several keys hold; empty if there is none.
    func holds(for values: [String]) throws(ImportProblem.Reason) -> Bool {
        guard values.count > 1 else { return try holds(for: values.first ?? "") }
        var holdsForOne = false
        var holdsForAll = true
        for value in values {
            let holds = try holds(for: value)
            holdsForOne = holdsForOne || holds
            holdsForAll = holdsForAll && holds
        }
        return isNegated ? holdsForAll : holdsForOne
    }

    /// - Parameter value: empty if there is none; for a condition of true or false, a word for one of them.
    func holds(for value: String) throws(ImportProblem.Reason) -> Bool {
        let parts =
            LoginName.partsOfList(value) + LoginRemark.closingRemarks(in: value)
            + LoginRemark.closingWords(in: value)
        if parts.contains(where: { $0.lowercased() == text }) { return !isNegated }
        let value = NoValue.isMeant(by: value) ? "" : value.trimmed.lowercased()
        guard !isExact, value != text, !text.isEmpty, !Self.ambiguous.contains(text),
            let wanted = TruthWord.truth(of: text)
        else { return (value == text) != isNegated }
        let truth = TruthWord.truth(of: value)
        if truth == nil, ["true", "false"].contains(text) {
            throw .plain(
                "\(FormatProblem.shortened(name)) is compared with true or false, and is neither here")
        }
        return (truth == wanted) != isNegated
    }

    /// Words for yes that are codes of a status as well.
    private static let ambiguous: Set<String> = ["x", "s", "o", "j", "ok", "-1"]
}
