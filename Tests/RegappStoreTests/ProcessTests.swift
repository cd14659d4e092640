import RegappJSON
import RegappStore
import Foundation
import RegappTestSupport
import Testing

/// Several processes on one real directory.
@Suite(.waiting) struct ProcessTests {
    private static let writer = BuiltProgram(named: "regapp-store-writer")
    private static let document = "counters.json"
    private static let patience = Duration.seconds(300)

    private func document(in home: TemporaryHome) throws -> JSONDocument {
        try JSONDocument(parsing: try #require(home.read(Self.document)))
    }

    @Test func `16 processes with many edits each lose none, and readers see whole files`() throws {
        let home = try TemporaryHome()
        let edits = "\(Campaign.rounds(100, usually: 20))"
        let ends = [try NamedPipe("one", in: home), try NamedPipe("two", in: home)]
        let readers = try ends.map { end in
            try Self.writer.start(["--read", home.documents], in: home, input: .path(end.path))
        }
        let writers = try (0..<16).map { number in
            try Self.writer.start([home.documents, "key \(number)", edits], in: home)
        }
        for writer in writers {
            let result = try writer.result(within: Self.patience)
            #expect(result.status == 0, "\(result.stdout)")
        }
        for end in ends { end.close() }
        for reader in readers {
            let result = try reader.result(within: Self.patience)
            #expect(result.status == 0, "\(result.stdout)")
        }
        let document = try document(in: home)
        #expect(document.root.members.count == 16)
        for number in 0..<16 {
            guard case .string(edits)? = document.root["key \(number)"]?.content else {
                Issue.record("key \(number) has lost edits")
                continue
            }
        }
        #expect(home.paths() == [".lock", Self.document, "history"])
        #expect(home.mode(Self.document) == 0o600 && home.mode("") == 0o700)
    }

    @Test func `processes whose directories link to one document lose nothing either`() throws {
        let home = try TemporaryHome()
        let edits = "\(Campaign.rounds(50, usually: 15))"
        try home.write("shared/\(Self.document)", "{}")
        let directories = ["one", "two", "three"].map { home.documents + "/" + $0 }
        for directory in directories {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: directory + "/" + Self.document, withDestinationPath: "../shared/" + Self.document)
        }
        let writers = try (0..<9).map { number in
            try Self.writer.start([directories[number % 3], "key \(number)", edits], in: home)
        }
        for writer in writers {
            let result = try writer.result(within: Self.patience)
            #expect(result.status == 0, "\(result.stdout)")
        }
        let document = try JSONDocument(parsing: try #require(home.read("shared/" + Self.document)))
        for number in 0..<9 {
            guard case .string(edits)? = document.root["key \(number)"]?.content else {
                Issue.record("key \(number) has lost edits")
                continue
            }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.document("shared")) == [Self.document])
    }

    @Test func `what stops a process waits until it has released the lock`() throws {
        let home = try TemporaryHome()
        // A job of its own, since the system stops no process without a shell that could continue it.
        let script = #"""
            set -m
            "$WRITER" --stop "$DIRECTORY" &
            until grep -q 'State:.T' /proc/$!/status; do sleep 0.02; done
            flock -n "$DIRECTORY/.lock" echo 'the lock is free'
            kill -CONT $!
            wait -f $! || true
            """#
        let result = try BuiltProgram(path: "/bin/bash").run(
            ["-c", script], in: home,
            environment: ["WRITER": Self.writer.path, "DIRECTORY": home.documents])
        #expect(result.status == 0 && result.stdout == "the lock is free\nit went on\n", "\(result)")
    }

    @Test func `exactly one of many processes that create a document wins`() throws {
        for _ in 0..<3 {
            let home = try TemporaryHome()
            let racers = try (0..<12).map { number in
                try Self.writer.start(["--create", home.documents + "/a/b", "\(number)"], in: home)
            }
            let statuses = try racers.map { try $0.result(within: Self.patience).status }
            #expect(statuses.filter { $0 == 0 }.count == 1 && statuses.filter { $0 == 73 }.count == 11)
            let winner = statuses.firstIndex(of: 0).map(String.init) ?? "nobody"
            let bytes = try #require(home.read("a/b/" + Self.document))
            guard case .string(winner)? = try JSONDocument(parsing: bytes).root["creator"]?.content
            else {
                Issue.record("the file is not the winner's")
                return
            }
        }
    }
}
