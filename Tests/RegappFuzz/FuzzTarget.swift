/// A part of the program that gets input from outside, together with what must hold for any input.
///
/// `check` is the same for libFuzzer (`.ci/fuzz`), which looks for breaking inputs, and for tests, which try the seeds.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// JSON text and its edits.
    case json
    /// `policy.json`, and account and profile files under its rules.
    case accounts
    /// The formats that `import` reads, fed in pieces.
    case imports
    /// What a terminal sends.
    case keys
    /// Covers.
    case png
    /// What the catalogue answers.
    case catalogue
    /// Single values, and hashes of passwords.
    case rules

    /// Feeds the input to the part and checks its properties.
    package func check(_ input: [UInt8]) throws(BrokenProperty) {
        switch self {
        case .json: try JSONProperties(input).check()
        case .accounts: try AccountProperties(input).check()
        case .imports: try ImportProperties(input).check()
        case .keys: try KeyProperties(input).check()
        case .png: try PNGProperties(input).check()
        case .catalogue: try CatalogueProperties(input).check()
        case .rules: try RuleProperties(input).check()
        }
    }
}

/// A property that an input breaks, in words.
package struct BrokenProperty: Error, CustomStringConvertible {
    /// What should hold.
    package let description: String
}

/// Throws unless a property holds.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws(BrokenProperty) {
    guard holds else { throw BrokenProperty(description: property()) }
}
