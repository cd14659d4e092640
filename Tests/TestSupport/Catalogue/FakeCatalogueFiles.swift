public import Foundation

/// The files that the fake catalogue reads: the project's fixtures, and recorded answers beside the checkout.
public enum FakeCatalogueFiles {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Where recorded answers of the service lie, in one of the folders around the checkout; nil where there are
    /// none, and tests that read them are left out.
    public static let recordings: URL? = {
        let places = ["../shared/itunes", "../../shared/itunes"].map {
            package.appending(path: $0).standardized
        }
        return places.first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The names of the recorded answers.
    public static var recordedNames: [String] {
        let names = recordings.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.filter { !$0.hasSuffix(".md") }.sorted()
    }

    /// A recorded answer's bytes.
    public static func recorded(_ name: String) -> [UInt8]? {
        guard recordedNames.contains(name), let folder = recordings else { return nil }
        return (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
    }

    /// A fixture's bytes, by its name without `.json`.
    public static func fixture(_ name: String) -> [UInt8]? {
        guard !name.contains("/") else { return nil }
        let file = package.appending(path: "Fixtures/catalogue/\(name).json")
        return (try? Data(contentsOf: file)).map { Array($0) }
    }
}
