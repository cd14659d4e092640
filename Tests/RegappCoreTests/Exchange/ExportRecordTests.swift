@testable import RegappCore
import RegappJSON
import Testing

@Suite struct `Writing accounts` {
    static let hash = "$2b$04$5OLjMlegWpTE9wsDy.g/PuLdKlONRwIRI7LO9drMB6Ba5ghIkz.Fq"

    static let ann: AccountRecord = [
        .email: "Ann+x@Host.name", .firstName: "Ann", .lastName: "O'Neil",
        .birthday: "1990-01-31", .phone: "+79161234567", .passwordHash: hash,
        .registered: "2026-01-31T12:00:00Z",
    ]

    func written(_ records: [AccountRecord], _ format: ExchangeFormat) throws -> String {
        String(decoding: try format.definition.writer().file(of: records, format), as: UTF8.self)
    }

    /// Rows: what stands in `passwordHash` beside a plain password, and what of it leaves the registry.
    static let besidePlain: [(stored: String?, exported: String?)] = [
        (hash, nil), ("!" + hash, "!"), ("!", "!"), (nil, nil),
    ]

    @Test(arguments: besidePlain)
    func `a plain password never leaves, nor a hash it replaced`(stored: String?, exported: String?) throws {
        var record = Self.ann
        record[.password] = "plain"
        record[.passwordHash] = stored
        var without = Self.ann
        without[.passwordHash] = exported
        for format in ExchangeFormat.allCases {
            let (one, other) = (try? written([record], format), try? written([without], format))
            #expect(one == other && one?.contains("plain") != true, "\(format)")
            switch format.definition.use {
            case .wholeAccounts: #expect(one != nil)
            case .logins: #expect(one == nil || exported == "!", "\(format)")
            }
        }
    }

    @Test func `for spreadsheets an apostrophe stands before what begins like a formula`() throws {
        let starts = ["=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"]
        let harmless = ["Ann", "'=1", "O'Neil", " =1", "1+1", "$y$"]
        let records: [AccountRecord] = (starts.map { $0 + "1" } + harmless).map {
            [.email: "a@b.cd", .firstName: $0]
        }
        let file = try CSVAccountWriter(.safe).file(of: records, .csv)
        var reader = ExchangeFormat.csv.reader()
        let read = reader.read(file) + reader.finish()
        #expect(try read.map { try $0.result.get()[.firstName] } == starts.map { "'\($0)1" } + harmless)
        #expect(try written([Self.ann], .csv).contains(",+79161234567,"))
        let ann = String(
            decoding: try CSVAccountWriter(.safe).file(of: [Self.ann], .csv),
            as: UTF8.self)
        #expect(ann.contains(",\"'+79161234567\","))
    }

    /// The first characters of the cells of a line, as a reader that is no stricter than it must be splits it.
    private static func starts(of line: String, separator: Character) -> [Character?] {
        var cells = [""]
        var (isQuoted, wasQuote) = (false, false)
        for character in line {
            switch character {
            case "\"" where isQuoted:
                (isQuoted, wasQuote) = (false, true)
            case "\"" where wasQuote || cells[cells.count - 1].isEmpty:
                if wasQuote { cells[cells.count - 1].append(character) }
                (isQuoted, wasQuote) = (true, false)
            case separator where !isQuoted:
                cells.append("")
                wasQuote = false
            default:
                cells[cells.count - 1].append(character)
                wasQuote = false
            }
        }
        return cells.map(\.first)
    }

    @Test func `no cell is a formula whatever separates cells where the file is opened`() throws {
        let pieces = ["a", "", "'", "\"", ";", "\t", "=1", "-1", ","]
        let names = pieces.flatMap { a in pieces.flatMap { b in pieces.map { a + b + $0 } } }
        for name in names {
            for other in ["x", name, ";", "x;\"", "=2"] {
                let record: AccountRecord = [.email: "a@b.cd", .firstName: name, .lastName: other]
                let file = try CSVAccountWriter(.safe).file(of: [record], .csv)
                let lines = String(decoding: file, as: UTF8.self).split(separator: "\r\n")
                #expect(lines.count == 2 && lines[1].hasPrefix("\"a@b.cd\",\""))
                for separator in [",", ";", "\t"] as [Character] {
                    let starts = Self.starts(of: String(lines[1]), separator: separator)
                    let isFormula = starts.contains { $0.map("=+-@\t".contains) ?? false }
                    #expect(!isFormula, "\(name.debugDescription), \(other.debugDescription): \(lines[1])")
                }
            }
        }
    }

    @Test func `json is an array of the known keys in file order`() throws {
        let bob: AccountRecord = [.email: "bob@host.name"]
        #expect(
            try written([Self.ann, bob], .json) == """
                [
                  {
                    "email": "Ann+x@Host.name",
                    "firstName": "Ann",
                    "lastName": "O'Neil",
                    "birthday": "1990-01-31",
                    "phone": "+79161234567",
                    "passwordHash": "\(Self.hash)",
                    "registered": "2026-01-31T12:00:00Z"
                  },
                  {
                    "email": "bob@host.name"
                  }
                ]

                """)
        #expect(try written([], .json) == "[]\n")
    }

    @Test func `csv has the keys as columns and quotes what it must`() throws {
        let odd: AccountRecord = [
            .email: "a@b.cd", .firstName: "x,\"y\"", .lastName: "a\r\nb", .phone: " 1 ",
        ]
        let quoted: [Field: String] = [
            .email: "a@b.cd", .firstName: "\"x,\"\"y\"\"\"", .lastName: "\"a\r\nb\"", .phone: "\" 1 \"",
        ]
        let columns = AccountRecord.exportedFields
        let rows = [
            columns.map(\.rawValue), columns.map { Self.ann[$0] ?? "" }, columns.map { quoted[$0] ?? "" },
        ]
        #expect(
            try written([Self.ann, odd], .csv)
                == rows.map { $0.joined(separator: ",") + "\r\n" }.joined())
    }

    @Test func `htpasswd and passwd-file are lines of email and hash`() throws {
        #expect(try written([Self.ann], .htpasswd) == "ann+x@host.name:\(Self.hash)\n")
        #expect(try written([Self.ann], .passwdFile) == "ann+x@host.name:{CRYPT}\(Self.hash)::::::\n")
        #expect(try written([], .htpasswd) == "")
    }

    @Test func `ldif has both parents and an inetOrgPerson for each account`() throws {
        #expect(
            try written([Self.ann], .ldif) == """
                dn: dc=regapp
                objectClass: dcObject
                objectClass: organization
                dc: regapp
                o: regapp

                dn: ou=accounts,dc=regapp
                objectClass: organizationalUnit
                ou: accounts

                dn: mail=ann\\+x@host.name,ou=accounts,dc=regapp
                objectClass: inetOrgPerson
                mail: ann+x@host.name
                cn: Ann O'Neil
                sn: O'Neil
                givenName: Ann
                telephoneNumber: +79161234567
                userPassword: {CRYPT}$2b$04$5OLjMlegWpTE9wsDy.g/PuLdKlONRwIRI7LO9drMB6Ba5ghI
                 kz.Fq


                """)
    }

    func entry(_ values: AccountRecord) throws -> [String] {
        let writer = ExchangeFormat.ldif.definition.writer()
        let bytes = try writer.bytes(for: values.exported(as: .ldif))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `ldif encodes in base64 what is no safe string`() throws {
        let lines = try entry([
            .email: "#a=b@c.de", .firstName: " Жук", .lastName: "x ", .phone: "  ", .passwordHash: Self.hash,
        ])
        #expect(lines[0] == "dn: mail=\\#a\\=b@c.de,ou=accounts,dc=regapp")
        #expect(lines[3] == "cn:: INCW0YPQuiB4IA==")
        #expect(lines[4] == "sn:: eCA=")
        #expect(lines[5] == "givenName:: INCW0YPQug==")
        #expect(!lines.contains { $0.hasPrefix("telephoneNumber") })
    }

    @Test(
        arguments: [
            ([.firstName: "Ann"], "cn: Ann", "sn: Ann"), ([.lastName: "Lee"], "cn: Lee", "sn: Lee"),
            ([:], "cn: a@b.cd", "sn: a@b.cd"), ([.lastName: " "], "cn: a@b.cd", "sn: a@b.cd"),
        ] as [(AccountRecord, String, String)])
    func `the names that ldif demands give way to each other`(names: AccountRecord, cn: String, sn: String)
        throws
    {
        var values = names
        (values[.email], values[.passwordHash]) = ("a@b.cd", Self.hash)
        let lines = try entry(values)
        #expect(Array(lines[3...4]) == [cn, sn])
    }

    @Test func `no line of ldif is longer than 76 bytes and unfolding gives the value back`() throws {
        let name = String(repeating: "Ж", count: 200)
        let email = String(repeating: "a", count: 64) + "@" + String(repeating: "b", count: 60) + ".cd"
        let lines = try entry([.email: email, .firstName: name, .passwordHash: Self.hash])
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.joined(separator: "\n").split(separator: "\n ").joined().contains("\nmail: \(email)\n"))
    }

    @Test(
        arguments: [
            ([.email: "a@b.cd"], [.htpasswd, .passwdFile, .ldif], "has no password hash"),
            ([.passwordHash: hash], [.htpasswd, .passwdFile, .ldif], "has no email"),
            (
                [.email: "a:b@c.de", .passwordHash: hash], [.htpasswd],
                "email holds a character that htpasswd cannot represent"
            ),
            (
                [.email: "#a@c.de", .passwordHash: hash], [.passwdFile],
                "email holds a character that passwd-file cannot represent"
            ),
            (
                [.email: "a@c.de", .passwordHash: "x\ny"], [.passwdFile],
                "password hash holds a character that passwd-file cannot represent"
            ),
            (
                [.email: "a@c.de", .passwordHash: hash, .phone: "1\u{E9}"], [.ldif],
                "phone holds a character that ldif cannot represent"
            ),
            (
                [.email: "é@c.de", .passwordHash: hash], [.ldif],
                "email holds a character that ldif cannot represent"
            ),
        ] as [(AccountRecord, [ExchangeFormat], String)])
    func `what a format cannot hold is refused by name and writes nothing`(
        values: AccountRecord, formats: [ExchangeFormat], message: String
    ) throws {
        for format in formats {
            let writer = format.definition.writer()
            let error = #expect(throws: ExportError.self) {
                try writer.bytes(for: values.exported(as: format))
            }
            #expect(error?.message == message)
        }
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `a format writes each field that it says it holds, and no other`(format: ExchangeFormat) throws {
        let text = try written([.complete], format)
        for field in AccountRecord.exportedFields {
            let value = try #require(AccountRecord.complete[field])
            for part in [nil, value.dropFirst(), value.dropLast()] {
                var other = AccountRecord.complete
                other[field] = part.map(String.init)
                // Without a field that it needs, a format writes nothing.
                let changed = try? written([other], format)
                #expect((changed != text) == format.definition.fields.contains(field), "\(field)")
            }
        }
    }

    /// A file's lines of accounts that have these values of two fields, which end or begin with a separator.
    private func lines(
        _ fields: (Field, Field), separator: String, _ format: ExchangeFormat
    ) -> [(values: [String], lines: [Substring])] {
        let ends = ["", "\\", separator, separator + "\\", "\\" + separator]
        return ends.flatMap { first in ends.map { ["x" + first, $0 + "y"] } }.compactMap { values in
            var record = AccountRecord.complete
            (record[fields.0], record[fields.1]) = (values[0], values[1])
            // Values that a format cannot hold are refused.
            guard let text = try? written([record], format) else { return nil }
            return (values, text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))
        }
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `the separators of a format do not split its values`(format: ExchangeFormat) throws {
        // A space separates the parts of a full name.
        let separators = Set(
            try written([.complete, .complete], format).filter { $0 != " " }.map(String.init)
        )
        .union(["\n", "\r"]).filter { $0.allSatisfy { !$0.isLetter && !$0.isNumber } }
        for (field, separator) in format.definition.fields.flatMap({ field in separators.map { (field, $0) } }
        ) {
            // Only neighbours can run into each other, the end of the first into the beginning of the second.
            for other in format.definition.fields.drop(while: { $0 != field }).dropFirst().prefix(1) {
                let files = lines((field, other), separator: separator, format)
                let place = Comment(rawValue: "\(field), \(other), \(separator.debugDescription)")
                #expect(Set(files.map(\.lines)).count == files.count, place)
                // A line that depends on both values is another one for each pair.
                let same = files.filter { $0.lines.count == files.first?.lines.count }
                for row in same.first?.lines.indices ?? 0..<0 {
                    let texts = same.map { ($0.values, $0.lines[row]) }
                    let depends = (0...1).map { side in
                        Dictionary(grouping: texts) { $0.0[1 - side] }.values.contains {
                            Set($0.map(\.1)).count > 1
                        }
                    }
                    guard depends == [true, true] else { continue }
                    #expect(Set(texts.map(\.1)).count == texts.count, place)
                }
            }
            var record = AccountRecord.complete
            record[field] = "x\(separator)zz:y"
            var isQuoted = false
            for line in (try? written([record], format))?.split(whereSeparator: \.isNewline) ?? [] {
                #expect(isQuoted || !line.hasPrefix("zz:y"), "\(field)")
                if !line.count(where: { $0 == "\"" }).isMultiple(of: 2) { isQuoted.toggle() }
            }
        }
    }

    @Test func `formats know what they are for and their endings`() {
        func isPhrase(_ text: String) -> Bool { text.last.map { $0.isLetter || $0.isNumber } ?? false }
        for format in ExchangeFormat.allCases {
            #expect(!format.definition.endings.isEmpty && !format.definition.fields.isEmpty, "\(format)")
            for ending in format.definition.endings {
                #expect(ExchangeFormat(fileName: "x." + ending.uppercased()) == format, "\(ending)")
            }
            switch format.definition.use {
            case .wholeAccounts:
                #expect(format.definition.fields == AccountRecord.exportedFields, "\(format)")
            case .logins(let servers):
                #expect(format.definition.fields.contains(.passwordHash) && isPhrase(servers))
            }
        }
        let names = [
            "a.json", "b.CSV", ".htpasswd", "x.passwd", "y.passwd-file", "z.ldif", "csv", "a.json/b",
        ]
        #expect(
            names.map(ExchangeFormat.init(fileName:)) == [
                .json, .csv, .htpasswd, .passwdFile, .passwdFile, .ldif, .csv, nil,
            ])
    }
}

extension AccountRecord {
    /// A value for every exported field.
    static let complete: AccountRecord = {
        var values: AccountRecord = [
            .passwordHash: `Writing accounts`.hash, .registered: "2026-01-31T12:00:00Z",
            .mustChange: "true", .lastSeen: "2026-02-28",
            .lockedUntil: "2020-01-31", .lockReason: "moved away",
        ]
        for field in exportedFields where values[field] == nil { values[field] = field.example }
        return values
    }()

    /// What leaves of a file with these values, whichever rules they break.
    func exported(as format: ExchangeFormat) throws -> ExportRecord {
        let file = try AccountFile(
            parsing: json(withPassword: true).fileBytes, path: "/d/accounts/x.json", policy: .service,
            now: ProfileDisk.now, replacing: Set(Field.allCases))
        return ExportRecord(file, as: format)
    }
}

extension AccountWriter {
    /// A whole file of accounts.
    func file(of records: [AccountRecord], _ format: ExchangeFormat) throws -> [UInt8] {
        var file = start()
        for (place, record) in records.enumerated() {
            if place > 0 { file += separator }
            file += try bytes(for: record.exported(as: format))
        }
        return file + end(isEmpty: records.isEmpty)
    }
}

extension CSVForm {
    fileprivate static var safe: CSVForm {
        var form = CSVForm()
        form.isSafeForSpreadsheets = true
        return form
    }
}
