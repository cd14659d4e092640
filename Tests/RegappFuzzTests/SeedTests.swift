import Foundation
import Testing
import RegappFuzz

/// The inputs that fuzzing starts from, and what must hold for each of them.
@Suite struct SeedTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/fuzz")

    @Test(arguments: FuzzTarget.allCases)
    func `every seed has the properties of its target`(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        let seeds = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!seeds.isEmpty)
        for seed in seeds {
            let bytes = [UInt8](try Data(contentsOf: seed))
            #expect(throws: Never.self, "\(seed.lastPathComponent)") { try target.check(bytes) }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `a seed cut short has them too`(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        for seed in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let bytes = [UInt8](try Data(contentsOf: seed))
            for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 20)) {
                #expect(throws: Never.self, "\(seed.lastPathComponent), \(count) bytes") {
                    try target.check(Array(bytes.prefix(count)))
                }
            }
        }
    }
}
