import Foundation
import Testing
import RegappFuzz
import RegappTestSupport

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
            for count in stride(
                from: 0, to: bytes.count, by: max(1, bytes.count / Campaign.rounds(20, usually: 4)))
            {
                #expect(throws: Never.self, "\(seed.lastPathComponent), \(count) bytes") {
                    try target.check(Array(bytes.prefix(count)))
                }
            }
        }
    }

    /// `KeptOutProperties` takes its words from the input, which libFuzzer seldom has time to vary.
    @Test func `whoever a file keeps out is not let in, in many words`() throws {
        for count in 0..<Campaign.rounds(400, usually: 40) {
            let bytes = (0..<24).map { UInt8(truncatingIfNeeded: (count + 1) * ($0 + 3) * 40_503 >> 7) }
            let input = [UInt8(ascii: "h"), UInt8(count % 256)] + bytes
            #expect(throws: Never.self, "\(input)") { try FuzzTarget.imports.check(input) }
        }
    }
}
