import RegappTestSupport
import Testing

/// What people and services do again and again, and what is left of it in the history.
@Suite struct RecurringChangesTests {
    private static let ann = "ann@x.example"
    private static let policy = #"{"policy":"service","hash":"bcrypt","hashCost":4,"history":5}"#

    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(policy: Self.policy)
        try session.put(Self.ann, hash: RegistrySession.hash)
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
    }

    private func run(_ lines: String...) throws {
        for line in lines {
            let answer = try session(line)
            #expect(answer.status == 0, "\(line): \(answer)")
        }
    }

    private func see(_ names: String..., on day: String) throws {
        let lines = names.map { name in
            "\(day)T10:11:12Z host regapp[7]: login account=\(name)@x.example directory=\(session.home.documents)\n"
        }
        try run("accounts seen \(session.file("log", lines.joined()))")
    }

    private func changePassword(from old: String, to new: String) throws {
        let words = ["accounts", "change-password", Self.ann]
        let answer = try session.run(words, input: .text("\(old)\n\(new)\n\(new)\n"))
        #expect(answer.status == 0, "\(answer)")
    }

    /// As if a change had been made then.
    private func date(_ change: Int, _ time: String, key: String = "time") throws {
        let file = "history/0000000\(change).json"
        let record = try #require(session.home.text(file))
        let pattern = try Regex("\"\(key)\":\"[^\"]*\"")
        try session.home.write(file, record.replacing(pattern, with: "\"\(key)\":\"\(time)\""))
    }

    @Test func `each night stays known, takes no place, and can be taken back`() throws {
        try run("accounts edit \(Self.ann) --last-name A")
        try see("ann", "bob", on: "2026-11-01")
        try see("ann", on: "2026-11-02")
        for (change, day) in [(1, "01"), (2, "02"), (3, "03")] {
            try date(change, "2026-11-\(day)T11:00:00Z")
        }
        let then = try session.run(
            ["accounts", "list", "--fields", "email,lastSeen", "--as-of", "2026-11-02 23:00"])
        #expect(then.out == "ann@x.example\t2026-11-01\nbob@x.example\t2026-11-01\n")
        let rows = try session("history").out.split(separator: "\n")
        #expect(rows.count == 2 && rows[0].hasSuffix("2026-11-01 → 2026-11-02 (and 1 more)"), "\(rows)")
        #expect(try session("history --json").out.contains("\"change\": 2"))
        try run("undo 3", "undo 2")
        #expect(session.text(of: "ann")?.contains("lastSeen") == false)
        #expect(session.text(of: "bob")?.contains("lastSeen") == false)
        for night in 1...20 { try see("bob", on: "2026-10-\(night + 10)") }
        #expect(session.home.text("history/00000001.json") != nil)
    }

    @Test func `what the first own change of a password did is known from then on`() throws {
        let first = try session.setPassword(of: Self.ann, to: "password-1", "--must-change")
        #expect(first.status == 0, "\(first)")
        try changePassword(from: "password-1", to: "password-2")
        try changePassword(from: "password-2", to: "password-3")
        try date(1, "2026-11-01T11:00:00Z")
        try date(3, "2026-11-09T11:00:00Z")
        try date(3, "2026-11-03T11:00:00Z", key: "sinceTime")
        func mustChange(on day: String) throws -> String {
            try session.run([
                "accounts", "list", "--must-change", "--count", "--as-of", "2026-11-\(day) 12:30",
            ]).out
        }
        #expect(try mustChange(on: "02") == "1\n", "by the change before")
        #expect(try mustChange(on: "05") == "0\n")
        #expect(try mustChange(on: "10") == "0\n")
    }

    @Test func `own changes share a line, whatever is noted in between`() throws {
        try changePassword(from: "password1", to: "password-2")
        try see("ann", on: "2026-11-01")
        try changePassword(from: "password-2", to: "password-3")
        try see("ann", on: "2026-11-02")
        try changePassword(from: "password-3", to: "password-4")
        let rows = try session("history").out.split(separator: "\n")
        #expect(rows.count == 2 && rows[0].hasSuffix("(and 2 more)") && rows[1].hasSuffix("(and 1 more)"))
        try run("undo 5")
        #expect(try session.verify("password-3").status == 0)
        #expect(session.text(of: "ann")?.contains("2026-11-02") == true)
    }

    @Test func `a lock between two changes of a password is no edit by hand`() throws {
        try changePassword(from: "password1", to: "rainy day 9")
        try run("accounts lock \(Self.ann)", "accounts unlock \(Self.ann)")
        try changePassword(from: "rainy day 9", to: "sunny day 8")
        let told = try session("history").out
        #expect(!told.contains("edited by hand"), "\(told)")
        #expect(told.split(separator: "\n").count == 4)
        #expect(try session("undo --yes").status == 0)
        #expect(try session.verify("rainy day 9").status == 0)
    }

    @Test func `a history is read while a person changes the password again and again`() throws {
        try session.home.write(
            "policy.json", #"{"policy":"service","hash":"sha512-crypt","hashCost":1000}"#)
        let script = try session.file(
            "script",
            """
            change() { printf '%s\\n' "$1" "$2" "$2" | "$REGAPP" accounts change-password ann@x.example --quiet; }
            (while [ ! -e stop ]; do change password1 'rainy day 9'; change 'rainy day 9' password1; done) &
            for n in 1 2 3 4 5 6 7 8 9 10; do
                "$REGAPP" accounts edit bob@x.example --set n=$n --quiet >/dev/null || echo "edit $?"
                number=$("$REGAPP" history bob@x.example | head -n 1 | cut -f 1)
                "$REGAPP" history >/dev/null || echo "history $?"
                "$REGAPP" undo $number --yes --quiet >/dev/null || echo "undo $?"
            done
            touch stop
            wait
            """)
        let answer = try session.shell("sh \(script)")
        #expect(answer.out.isEmpty, "\(answer)")
    }
}
