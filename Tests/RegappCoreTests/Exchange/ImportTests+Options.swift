@testable import RegappCore
import RegappJSON
import Testing

/// What options, and the form of a value, make of the accounts that are read.
@Suite struct ImportOptionsTests {
    private static func read(
        _ text: String, _ format: ExchangeFormat, _ columns: KeyValuePairs<String, String> = [:],
        keepsEmpty: Bool = false, locks: [LockCondition] = [], separator: Unicode.Scalar? = nil
    ) throws -> ForeignReading {
        var mapped: [(name: String, target: ColumnMap.Target)] = []
        for (name, key) in columns {
            let target: ColumnMap.Target = try #require(ColumnMap.Target(key))
            mapped.append((name: name, target: target))
        }
        var options = ReadingOptions(ColumnMap(mapped, locks: locks, listSeparator: separator))
        options.keepsEmpty = keepsEmpty
        return ForeignReading(text, format, options)
    }

    private static func texts(_ key: String, _ texts: String...) -> JSONText.Member {
        JSONText.Member(key, .array(texts.map { JSONText.string($0) }))
    }

    private static func text(_ key: String, _ text: String) -> JSONText.Member {
        JSONText.Member(key, .string(text))
    }

    // MARK: Own keys

    @Test func `a column adds texts to a list or removes them, with the sign that the option names`() throws {
        let table = "email,Joined,Left\na@x.example,choir| board,staff\nb@x.example,,\n"
        for keepsEmpty in [false, true] {
            let reading = try Self.read(
                table, .csv, ["Joined": "team+", "Left": "team-"], keepsEmpty: keepsEmpty, separator: "|")
            #expect(reading.problems == [])
            try #require(reading.records.count == 2)
            let changes: [OwnValue] = [
                OwnValue("team", "choir", .add), OwnValue("team", "board", .add),
                OwnValue("team", "staff", .remove),
            ]
            #expect(reading.records[0].ownChanges == changes && reading.records[0].own == [])
            // An empty cell neither adds nor removes anything.
            #expect(reading.records[1].ownChanges == [] && reading.records[1].own == [])
        }
    }

    @Test(arguments: ["email,Team,More\na@x.example,red,blue\n", "email,More,Team\na@x.example,blue,red\n"])
    func `a key cannot be set and changed by the same line`(table: String) throws {
        let reading = try Self.read(table, .csv, ["Team": "team", "More": "team+"])
        let problem = ImportProblem(line: 2, reason: .format(.twice(.column, "team")))
        #expect(reading.problems == [problem] && reading.records == [])
    }

    @Test(arguments: ["email,Team,More\na@x.example,,blue\n", "email,More,Team\na@x.example,blue,\n"])
    func `a key that is cleared can be added to by the same line`(table: String) throws {
        let reading = try Self.read(table, .csv, ["Team": "team", "More": "team+"], keepsEmpty: true)
        #expect(reading.problems == [])
        #expect(reading.records.map(\.own) == [[Self.text("team", "")]])
        #expect(reading.records.map(\.ownChanges) == [[OwnValue("team", "blue", .add)]])
    }

    @Test func `an empty cell clears the text, the list or both names of its column`() throws {
        let columns: KeyValuePairs<String, String> = [
            "Name": "firstName+lastName", "Note": "note", "Teams": "team[]",
        ]
        let table = "email,Name,Note,Teams\na@x.example,,,\nb@x.example,Bob Roe,x,red;blue\n"
        let cleared = try Self.read(table, .csv, columns, keepsEmpty: true)
        #expect(cleared.problems == [])
        try #require(cleared.records.count == 2)
        #expect(cleared.records[0][.firstName] == "" && cleared.records[0][.lastName] == "")
        #expect(cleared.records[0].own == [Self.text("note", ""), Self.texts("team")])
        #expect(cleared.records[1][.firstName] == "Bob" && cleared.records[1][.lastName] == "Roe")
        #expect(cleared.records[1].own == [Self.text("note", "x"), Self.texts("team", "red", "blue")])
        let kept = try Self.read(table, .csv, columns)
        #expect(kept.records.first?.fields == [.email] && kept.records.first?.own == [])
    }

    @Test func `a value of another form takes the place of an empty one under the same key`() throws {
        let columns: KeyValuePairs<String, String> = ["Team": "team", "Teams": "team[]"]
        let table = "email,Team,Teams\na@x.example,,red;blue\n"
        let list = try Self.read(table, .csv, columns, keepsEmpty: true)
        #expect(list.problems == [] && list.records.map(\.own) == [[Self.texts("team", "red", "blue")]])
        let swapped = "email,Teams,Team\na@x.example,,red\nb@x.example,red;blue,\n"
        let texts = try Self.read(swapped, .csv, columns, keepsEmpty: true)
        #expect(texts.problems == [])
        #expect(
            texts.records.map(\.own) == [[Self.text("team", "red")], [Self.texts("team", "red", "blue")]])
    }

    @Test func `a list that regapp printed says who is locked`() throws {
        let table =
            "email,passwordSet,locked\na@x.example,true,true\nb@x.example,true,false\n"
            + "c@x.example,true,perhaps\n"
        let reading = try Self.read(table, .csv)
        #expect(reading.records.map { $0[.email] } == ["a@x.example", "b@x.example"])
        #expect(reading.records.map(\.isLocked) == [true, false])
        #expect(reading.remarks.counts[.locked] == 1 && reading.remarks.computed == ["passwordSet"])
        let neither = "locked is compared with true or false, and is neither here"
        #expect(reading.problems == [ImportProblem(line: 4, reason: .plain(neither))])
    }

    // MARK: Dates

    @Test(
        arguments: [
            ("05/06/2026", nil, "05/06/2026"), ("05/06/2026", true, "2026-06-05"),
            ("05/06/2026", false, "2026-05-06"), ("13/06/2026", nil, "2026-06-13"),
            ("2026-01-31T10:00:00Z", nil, "2026-01-31"), ("31.01.2026 10:00", nil, "2026-01-31"),
            ("1767225600", nil, "2026-01-01"), ("soon", nil, "soon"), ("soon", true, "soon"),
        ] as [(String, Bool?, String)])
    func `the time of a login becomes its day`(text: String, dayFirst: Bool?, day: String) {
        #expect(Field.lastSeen.imported(text, dayFirst: dayFirst) == day)
    }

    @Test(
        arguments: [
            ("2020-05-31T14:30:15Z", nil, "2020-05-31T14:30:15Z"),
            ("31.05.2020 14:30:15", nil, "2020-05-31T14:30:15Z"),
            ("2020-05-31T14:30:15", nil, "2020-05-31T14:30:15Z"), ("31.05.2020", nil, "2020-05-31T00:00:00Z"),
            ("2020-05-31 25:00:00", nil, "2020-05-31T00:00:00Z"), ("05/06/2020", nil, "05/06/2020"),
            ("05/06/2020", true, "2020-06-05T00:00:00Z"),
            ("05/06/2020 14:30:15", false, "2020-05-06T14:30:15Z"), ("long ago", true, "long ago"),
        ] as [(String, Bool?, String)])
    func `a registration in any form becomes a time in UTC`(text: String, dayFirst: Bool?, time: String) {
        #expect(Field.registered.imported(text, dayFirst: dayFirst) == time)
    }

    @Test func `a date that can be read in two ways stays until the option decides`() {
        for field in [Field.birthday, .expires, .mustChange, .lockedUntil] {
            #expect(field.imported("05/06/1990", dayFirst: nil) == "05/06/1990")
            #expect(field.imported("05/06/1990", dayFirst: true) == "1990-06-05")
            #expect(field.imported("05/06/1990", dayFirst: false) == "1990-05-06")
        }
        #expect(Field.lastName.imported("05/06/1990", dayFirst: true) == "05/06/1990")
        #expect(CalendarDate.imported("tomorrow", dayFirst: true) == nil)
    }

    @Test func `a date under an own key is one only with signs between its numbers`() {
        let date = Self.text("joined", "05/06/1990")
        #expect(date.withDay(dayFirst: true) == Self.text("joined", "1990-06-05"))
        #expect(date.withDay(dayFirst: false) == Self.text("joined", "1990-05-06"))
        let others: [JSONText.Member] = [
            Self.text("joined", "31051990"), Self.text("joined", "May 31 1990"), Self.text("joined", "a-b"),
            Self.text("joined", ""), Self.texts("joined", "05/06/1990"),
            JSONText.Member("joined", .number("5.6")), JSONText.Member("joined", .null),
        ]
        for other in others { #expect(other.withDay(dayFirst: true) == other) }
    }

    @Test func `the time of day after a date stays where a key has it`() {
        let time = Self.text("joined", "05/06/1990 14:30:15")
        #expect(time.withDay(dayFirst: true) == Self.text("joined", "1990-06-05 14:30:15"))
        #expect(time.withDay(dayFirst: false) == Self.text("joined", "1990-05-06 14:30:15"))
    }

    @Test(arguments: [
        ("5/31/1990 12:00:00 AM", "1990-05-31T00:00:00Z"), ("31.05.1990 14:30", "1990-05-31T14:30:00Z"),
        ("31.05.1990 2:30 PM", "1990-05-31T14:30:00Z"), ("31.05.1990 25:00", "1990-05-31T00:00:00Z"),
        ("31.05.1990", "1990-05-31T00:00:00Z"),
    ])
    func `the time of a registration is read as clocks show it`(text: String, time: String) {
        #expect(Field.registered.imported(text, dayFirst: nil) == time)
    }

    @Test(arguments: [
        ("2040-05-31T12:00:00Z", 2_222_078_400), ("2040-05-31T12:00:00+05:00", 2_222_060_400),
        ("2040-05-31 12:00:00-01:30", 2_222_083_800), ("2222078400", 2_222_078_400),
        ("2222078400000", 2_222_078_400), ("2040-05-31", nil), ("2040-05-31 00:00:00", nil),
        ("2040-05-31T00:00:00Z", nil), ("soon", nil),
    ])
    func `an end within a day is a time`(text: String, seconds: Int?) {
        #expect(Timestamp.imported(text)?.secondsSince1970 == seconds)
    }

    @Test(arguments: [Field.expires, .mustChange])
    func `a last day may have a time after it`(field: Field) {
        #expect(field.imported("2040-05-31 23:59:59", dayFirst: nil) == "2040-05-31")
        #expect(field.imported("05/06/2040 08:00", dayFirst: true) == "2040-06-05")
    }

    @Test(arguments: [Field.lastSeen, .registered, .expires, .mustChange])
    func `a date that can be read in two ways is no clearer with a time of day`(field: Field) {
        for time in ["", " 14:30:15", "T14:30:15Z", " 2:30 PM"] {
            #expect(field.imported("05/06/1990" + time, dayFirst: nil) == "05/06/1990")
            #expect(field.imported("05/06/1990" + time, dayFirst: false).hasPrefix("1990-05-06"))
            #expect(field.imported("31/05/1990" + time, dayFirst: nil).hasPrefix("1990-05-31"))
        }
    }

    @Test func `an empty list beside a text under the same key clears nothing`() throws {
        for table in ["email,team,team[]\na@x.example,red,\n", "email,team[],team\na@x.example,,red\n"] {
            let reading = try Self.read(
                table, .csv, ["team": "team", "team[]": "team[]"], keepsEmpty: true)
            #expect(reading.problems == [])
            #expect(reading.records.map(\.own) == [[Self.text("team", "red")]])
        }
    }

    @Test func `the second of two columns of emails is kept under a key`() throws {
        let table = "email,email\na@x.example,b@x.example\n"
        let reading = try Self.read(table, .csv, ["email": "otherEmail"])
        #expect(reading.problems == [] && reading.records.map { $0[.email] } == ["a@x.example"])
        #expect(reading.records.map(\.own) == [[Self.text("otherEmail", "b@x.example")]])
        #expect(try Self.read(table, .csv).problems.count == 1)
    }

    // MARK: passwd

    @Test func `names come from the fifth field if it is mapped to them`() throws {
        let lines =
            "ann:$1$a$b:1:1:Ann Mary Lee,Room 1:/:/bin/sh\nbob:$1$a$b:2:2:& Roe:/:/bin/sh\n"
            + "eve:$1$a$b:3:3:Eve:/:/bin/sh\n"
        let reading = try Self.read(lines, .passwdFile, ["gecos": "firstName+lastName"])
        #expect(reading.problems == [] && reading.remarks.unusedNames == 0)
        #expect(reading.records.map { $0[.firstName] } == ["Ann", "Bob", "Eve"])
        #expect(reading.records.map { $0[.lastName] } == ["Mary Lee", "Roe", nil])
    }

    @Test func `the fields of passwd are kept under the keys that they are mapped to`() throws {
        let columns: KeyValuePairs<String, String> = [
            "user": "nick", "uid": "badge", "gecos": "firstName+lastName", "gecos": "remark",
            "home": "folder", "shell": "",
        ]
        let lines =
            "ann:$1$a$b:1001:100:Ann Lee,Room 1:/home/ann:/bin/sh\n"
            // master.passwd(5), and shadow(5), whose further fields are days.
            + "bob:$1$a$b:1002:100:staff:0:0:Bob Roe:/home/bob:/bin/sh\neve:$1$a$b:20000:0:99999:7:::\n"
        let reading = try Self.read(lines, .passwdFile, columns)
        #expect(reading.problems == [])
        try #require(reading.records.count == 3)
        let ann: [JSONText.Member] = [
            Self.text("nick", "ann"), Self.text("badge", "1001"), Self.text("remark", "Ann Lee,Room 1"),
            Self.text("folder", "/home/ann"),
        ]
        let bob: [JSONText.Member] = [
            Self.text("nick", "bob"), Self.text("badge", "1002"), Self.text("remark", "Bob Roe"),
            Self.text("folder", "/home/bob"),
        ]
        #expect(reading.records[0].own == ann && reading.records[0][.lastName] == "Lee")
        #expect(reading.records[1].own == bob && reading.records[1][.firstName] == "Bob")
        #expect(reading.records[2].own == [Self.text("nick", "eve")])
    }

    @Test func `a field of Dovecot that keeps some clients out is remarked on`() throws {
        let lines = "a@x.example:{SHA}x::::::allow_nets=10.0.0.0/8 delay_until=1767225600\n"
        let reading = try Self.read(lines, .passwdFile)
        #expect(reading.problems == [] && reading.records.map(\.isLocked) == [false])
        #expect(reading.remarks.counts[.limits] == 2)
    }

    // MARK: Conditions

    @Test func `a condition about a field that no line has is refused`() throws {
        let locks: [LockCondition] = [LockCondition("userdb_disabled", "yes")]
        let missing = try Self.read("a@x.example:{SHA}x::::::\n", .passwdFile, locks: locks)
        let reason = ImportProblem.Reason.plain("nothing has the field \"userdb_disabled\"")
        #expect(missing.problems == [ImportProblem(line: 1, reason: reason)])
        let line = "a@x.example:{SHA}x::::::userdb_disabled=yes\n"
        let present = try Self.read(line, .passwdFile, locks: locks)
        #expect(present.problems == [] && present.records.map(\.isLocked) == [true])
    }

    @Test func `a condition about an attribute that no entry has is refused`() throws {
        let locks: [LockCondition] = [LockCondition("employeeType", "left")]
        let entry = "dn: uid=ann,dc=x\nobjectClass: person\nmail: ann@x.example\n"
        let missing = try Self.read(entry, .ldif, locks: locks)
        let reason = ImportProblem.Reason.plain("nothing has the attribute \"employeeType\"")
        #expect(missing.problems == [ImportProblem(line: 1, reason: reason)])
        #expect(missing.records.map(\.isLocked) == [false])
        let present = try Self.read(entry + "employeeType: left\n", .ldif, locks: locks)
        #expect(present.problems == [] && present.records.map(\.isLocked) == [true])
    }

    @Test func `several values of an attribute make a list under its key, or change one`() throws {
        let entry =
            "dn: uid=ann,dc=x\nobjectClass: person\nmail: ann@x.example\ndepartmentNumber: red\n"
            + "departmentNumber: blue\nou: choir\nou: board\nroomNumber: 7\ntitle: boss\n"
        let columns: KeyValuePairs<String, String> = [
            "departmentNumber": "unit", "ou": "team+", "roomNumber": "room", "title": "rank[]",
        ]
        let reading = try Self.read(entry, .ldif, columns)
        #expect(reading.problems == [])
        let own: [JSONText.Member] = [
            Self.texts("unit", "red", "blue"), Self.text("room", "7"), Self.texts("rank", "boss"),
        ]
        #expect(reading.records.map(\.own) == [own])
        let changes: [OwnValue] = [OwnValue("team", "choir", .add), OwnValue("team", "board", .add)]
        #expect(reading.records.map(\.ownChanges) == [changes])
    }
}
