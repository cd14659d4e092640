internal import RegappStore

/// The files that the fake catalogue reads: the project's fixtures, and recorded answers beside the checkout.
package enum FakeCatalogueFiles {
    private static let package = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

    /// Where recorded answers of the service lie, in one of the folders around the checkout; nil where there are
    /// none, and tests that read them are left out.
    package static let recordings: String? = {
        let places = ["../shared/itunes", "../../shared/itunes"].map { "\(package)/\($0)" }
        return places.first { !names(in: $0).isEmpty }
    }()

    package static var recordedNames: [String] {
        let names = recordings.map(names) ?? []
        return names.filter { !$0.hasSuffix(".md") }.sorted()
    }

    package static func recorded(_ name: String) -> [UInt8]? {
        guard recordedNames.contains(name), let folder = recordings else { return nil }
        return content(of: "\(folder)/\(name)")
    }

    /// A fixture's bytes, by its name without `.json`.
    package static func fixture(_ name: String) -> [UInt8]? {
        guard !name.contains("/") else { return nil }
        return content(of: "\(package)/Fixtures/catalogue/\(name).json")
    }

    private static func names(in folder: String) -> FileNames {
        let system = POSIXFileSystem()
        guard let open = try? system.open(folder, .directory) else { return [] }
        defer { system.close(open) }
        return (try? system.names(in: open, upTo: .max)) ?? []
    }

    private static func content(of path: String) -> [UInt8]? {
        let system = POSIXFileSystem()
        guard let file = try? system.open(path, .reading) else { return nil }
        defer { system.close(file) }
        var bytes: [UInt8] = []
        while let piece = try? system.read(file, upTo: 1 << 20) {
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        return nil
    }
}
