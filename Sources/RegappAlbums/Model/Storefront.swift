internal import RegappValues

/// A store of the catalogue, named by its country (ISO 3166-1 alpha-2), in capitals.
package struct Storefront: Sendable, Hashable {
    package let code: String

    /// The service's own default.
    package static let unitedStates = Storefront(code: "US")
    /// The store with Russian titles and names: the store decides the language, not a parameter.
    static let russia = Storefront(code: "RU")
}

extension Storefront {
    /// Two ASCII letters in either case; nil for anything else. Only the service knows whether the store exists.
    package init?(_ code: some StringProtocol) {
        guard code.utf8.count == 2, code.utf8.allSatisfy(\.isLetter) else { return nil }
        self.code = String(decoding: code.utf8.map { $0 & 0xDF }, as: UTF8.self)
    }

    /// The default: Russia for a term in Cyrillic letters, else the reader's country, else the United States.
    package static func preferred(forTerm term: String, reader: ReaderLocale) -> Storefront {
        // The Unicode blocks Cyrillic with its Supplement, and Extended-C, -A and -B.
        let cyrillic = [0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F]
        let isCyrillic = term.unicodeScalars.contains { scalar in
            cyrillic.contains { $0.contains(Int(scalar.value)) }
        }
        return isCyrillic ? .russia : reader.storefront ?? .unitedStates
    }
}

/// The reader's language and country, as the environment names them.
package struct ReaderLocale: Sendable, Hashable {
    /// The identifier for ICU, such as `ru_RU`; empty for the order of no particular language.
    package let identifier: String

    /// Uses the first of `LC_ALL`, `LC_COLLATE` and `LANG` that is set and not empty, in POSIX's form (XBD 8.2):
    /// `language[_territory][.codeset][@modifier]`. `C`, `POSIX` and anything malformed mean no language.
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
