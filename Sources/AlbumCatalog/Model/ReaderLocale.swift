internal import PlainValues

/// The reader's language and country, as the environment names them.
public struct ReaderLocale: Sendable, Hashable {
    /// The identifier that ICU takes, such as `ru_RU`; empty for the order that suits no language in particular.
    public let identifier: String

    /// Takes the first of the values that is set and not empty: those of `LC_ALL`, `LC_COLLATE` and `LANG`.
    ///
    /// The form is POSIX's (XBD 8.2): `language[_territory][.codeset][@modifier]`. `C` and `POSIX`, and what is
    /// not of that form, mean no language in particular.
    public init(allCategories: String?, collation: String?, language: String?) {
        let named = [allCategories, collation, language].compactMap(\.self).first { !$0.isEmpty } ?? ""
        let name = named.prefix { $0 != "." && $0 != "@" }
        let fits =
            name.utf8.count <= 32
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        identifier = !fits || name == "C" || name == "POSIX" ? "" : String(name)
    }

    /// The store of the reader's country, where the locale names one.
    public var storefront: Storefront? {
        identifier.split(separator: "_").dropFirst().lazy.compactMap { Storefront($0) }.first
    }
}
