package enum FlagRule: String, RuleFamily {
    case isTrue = "true"

    package var name: String { rawValue }

    var listing: RuleListing { .never(because: "regapp writes it") }

    /// The text that stands for `true` in a record.
    static let text = "true"

    static func broken(by value: String, in draft: Draft) -> [FlagRule] {
        value == text ? [] : [.isTrue]
    }
}
