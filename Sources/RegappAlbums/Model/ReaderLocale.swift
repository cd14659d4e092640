internal import RegappValues

/// The reader's language and country, as the environment names them.
package struct ReaderLocale: Sendable, Hashable {
    /// The identifier for ICU, such as `ru_RU`; empty for the order of no particular language.
    package let identifier: String

    /// Uses the first of these values that is set and not empty: `LC_ALL`, `LC_COLLATE`, `LANG`.
    ///
    /// The form is POSIX's (XBD 8.2): `language[_territory][.codeset][@modifier]`. `C`, `POSIX` and anything
    /// malformed mean no particular language.
    package init(allCategories: String?, collation: String?, language: String?) {
        let named = [allCategories, collation, language].compactMap(\.self).first { !$0.isEmpty } ?? ""
        let name = named.prefix { $0 != "." && $0 != "@" }
        let fits =
            name.utf8.count <= 32
            && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        identifier = !fits || name == "C" || name == "POSIX" ? "" : String(name)
    }

    package var storefront: Storefront? {
        identifier.split(separator: "_").dropFirst().lazy.compactMap { Storefront($0) }.first
    }
}
