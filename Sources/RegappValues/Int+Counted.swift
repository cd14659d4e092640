extension Int {
    /// The number with its noun, such as `1 account` or `2 accounts`.
    ///
    /// - Parameter plural: the plural that is more than the noun with an `s`.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
