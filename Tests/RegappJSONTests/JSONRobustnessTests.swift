import RegappTestSupport
import Testing

@testable import RegappJSON

/// Damaged and random texts: never a trap, always a place in the text, never a word of what stands there.
@Suite struct JSONRobustnessTests {
    static let valid: [String] = [
        "{\n  \"email\": \"ann@mail.example\",\n  \"password\": \"12345\"\n}",
        "{\r\n  \"qqKey\": \"zzValue\",\r\n  \"xxOwn\": [\"vvOne\", 77777, {\"wwIn\": \"jjTwo\"}]\r\n}\r\n",
        "{\"qqKey\": \"zzValue, jjOne; vvTwo\", \"wwOwn\": \"C:\\\\xxDir\\\\77777\"}",
        "{\"é\\u00e9\":[1.5e-3,-0,true,null,false],\"\\ud83d\\ude00\":{\"x\":\"日本 🇩🇪\\\\\\/\\b\"}}",
        "[\r\n\t{},\r\n\t[[\"\"]],\r\n\t12.5E+10\r\n]",
        #""\uD83D\uDE00""#,
    ]

    @Test(arguments: valid)
    func `with any bit flipped it is accepted or refused with a place`(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                check(flipped)
            }
        }
    }

    @Test(arguments: valid)
    func `with any byte put in, taken out or doubled it is accepted or refused with a place`(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            check(bytes[..<index] + bytes[(index + 1)...])
            for byte in [0x00, 0x0A, 0x22, 0x2C, 0x5C, 0x7B, 0x80, 0xFF, bytes[index]] {
                check(bytes[..<index] + [byte] + bytes[index...])
            }
        }
    }

    @Test(arguments: 1...8)
    func `random bytes and random tokens are accepted or refused with a place`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\":", "1", "-", "0", ".", "e", "+", "true",
            "nul", "null", "\\", "\\u", "\\ud83d", "\\ude00", " ", "\n", "é", "\u{0}", "\u{FEFF}", "\u{202E}",
        ].map { Array($0.utf8) }
        for _ in 0..<1500 {
            let count = Int.random(in: 0...24, using: &random)
            check((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            check((0..<count).flatMap { _ in tokens.randomElement(using: &random) ?? [] })
        }
    }

    private func check(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let problems = Diagnosis(of: bytes, firstLine: 1).problems
        // The two readers agree: whatever the first refuses, the second finds something wrong with.
        let isTaken = stop(in: bytes, JSONScannerTests.makeTree) == .accepted
        #expect(isTaken == problems.isEmpty, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        #expect(problems.count <= 10)
        if problems.isEmpty {
            // What is accepted is text, and its edits are accepted as well.
            #expect(String(validating: bytes, as: UTF8.self) != nil)
            checkEdits(bytes)
        }
        #expect(problems.allSatisfy { (0...bytes.count).contains($0.offset) })
        #expect(problems.map(\.offset) == problems.map(\.offset).sorted())
        let messages = problems.map(\.reason.message).joined()
        for canary in ["qq", "zz", "xx", "vv", "ww", "jj", "77"] {
            #expect(!messages.contains(canary), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    private func checkEdits(_ bytes: [UInt8]) {
        guard let document = JSONDocument(taking: bytes) else { return }
        let edited = document.applying([.set(key: "a", "x"), .remove(key: "b")])
        #expect(outcome(of: edited) == .accepted, "\(String(decoding: bytes, as: UTF8.self))")
    }
}
