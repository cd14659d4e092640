@testable import RegappCore
import Testing

/// What the columns of a table and the keys of objects are taken for.
extension `Reading accounts` {
    private static func map(
        _ columns: KeyValuePairs<String, String>, _ others: ImportColumns.Others = .refused,
        present: [String] = []
    ) -> ReadingOptions {
        let mapped = columns.compactMap { name, key in ColumnMap.Target(key).map { (name: name, target: $0) }
        }
        return ReadingOptions(ColumnMap(mapped, others: others, present: present))
    }

    @Test(arguments: [
        (
            #"[{"manager":{"email":"c@x.de"},"emails":[{"type":"work","value":"a@x.de"},{"value":"b@x.de"}]}]"#,
            "emails.work"
        ),
        (#"[{"emails":[{"address":"a@x.de","verified":true}]}]"#, "emails.address"),
    ])
    func `an email inside a list or an object is pointed at`(text: String, name: String) throws {
        let problem = "1! email format: the email seems to stand in \"\(name)\""
        try check(Array(text.utf8), .json, [problem], Self.map([:], .ignored))
    }

    @Test(arguments: [
        #"[{"emails":["a@x.de"]}]"#, #"[{"mailPrefs":{"from":"news@x.de"}}]"#,
        #"[{"emails":{"note":"Mail me @ noon"}}]"#,
    ])
    func `what is inside and is not the email is not pointed at`(text: String) throws {
        try check(Array(text.utf8), .json, ["1: "], Self.map([:], .ignored))
    }

    @Test func `of several emails under one name the first is taken`() throws {
        let text = #"[{"emails":[{"value":"a@x.de","type":"work"},{"value":"b@x.de","type":"work"}]}]"#
        try check(Array(text.utf8), .json, ["1: email=a@x.de"], Self.map(["emails.work": "email"], .ignored))
    }

    @Test func `columns of any name are mapped, kept or left out`() throws {
        let table = "Mail;Abteilung;Name;Notes\nann@b.cd;red;Ann Mary Lee;x\nbob@b.cd;;Bob;\n"
        let columns: KeyValuePairs = [
            "mail": "email", "ABTEILUNG": "team", "Name": "firstName+lastName", "Notes": "",
        ]
        let both = [
            "2: email=ann@b.cd firstName=Ann Mary lastName=Lee team=\"red\"",
            "3: email=bob@b.cd firstName=Bob",
        ]
        try check(Array(table.utf8), .csv, both, Self.map(columns))
        let names: KeyValuePairs = ["Name": "firstName"]
        try check(
            Array("email,Name,Team\na@b.cd,A,red\n".utf8), .csv, ["2: email=a@b.cd firstName=A Team=\"red\""],
            Self.map(names, .kept))
        try check(
            Array("email,Name,Team\na@b.cd,A,red\n".utf8), .csv, ["2: email=a@b.cd firstName=A"],
            Self.map(names, .ignored))
        try check(
            Array("email,Team\na@b.cd,red\n".utf8), .csv,
            ["1! format: unknown column \"Team\"", "1! format: no column is called \"Name\""], Self.map(names)
        )
        try check(
            Array("email,Team,team\na@b.cd,red,x\n".utf8), .csv,
            ["1! format: more than one column maps to t"],
            Self.map(["Team": "t", "team": "t"], .kept))
        // What may hold a password is never kept.
        try check(
            Array("email,old password\na@b.cd,x\n".utf8), .csv,
            ["1! format: no account can keep a column called \"old password\""],
            Self.map([:], .kept))
        let json = #"[{"email":"a@b.cd","lastName":null,"tags":["x",1],"Team":"red","phone":null}]"#
        try check(
            Array(json.utf8), .json, [#"1: email=a@b.cd tags=["x",1] Team="red""#], Self.map([:], .kept))
        try check(Array(json.utf8), .json, ["1: email=a@b.cd"], Self.map([:], .ignored))
    }

    @Test func `a comma means that the last name comes first`() throws {
        let names =
            "Lee, Ann|2: firstName=Ann lastName=Lee;van der Berg,  Bob |2: firstName=Bob lastName=van der Berg;"
            + "Ann Mary Lee|2: firstName=Ann Mary lastName=Lee;Lee,|2: lastName=Lee;"
            + "Davis, Sammy, Jr.|2! \(Self.unsplit);Sammy Davis, Jr.|2! \(Self.unsplit)"
        for row in names.split(separator: ";").map({ $0.split(separator: "|").map(String.init) }) {
            let table = Array("Email;Name\n;\(row[0])\n".utf8)
            try check(table, .csv, [row[1]], Self.map(["Name": "firstName+lastName"]))
        }
        let columns: KeyValuePairs = ["Name, Vorname": "lastName+firstName", "name, vorname": "full"]
        try check(
            Array("Name, Vorname;Email\nLee, Ann;\nLee Ann Mary;\nLee;\n".utf8), .csv,
            [
                #"2: firstName=Ann lastName=Lee full="Lee, Ann""#,
                #"3: firstName=Ann Mary lastName=Lee full="Lee Ann Mary""#, #"4: lastName=Lee full="Lee""#,
            ], Self.map(columns))
    }

    static let unsplit = "format: a name with this comma cannot be split into first and last name"

    @Test func `a key that is spelt otherwise is asked about`() throws {
        let keep = Self.map([:], .kept, present: ["team", "cost centre"])
        try check(
            Array("email,Team,Cost_Centre,new,NEW\na,b,c,d,e\n".utf8), .csv,
            [
                #"1! format: column "Team" looks like the key "team""#,
                #"1! format: column "Cost_Centre" looks like the key "cost centre""#,
                #"1! format: column "NEW" looks like the key "new""#,
            ], keep)
        try check(
            Array(#"[{"TEAM":"x"},{"new":"x"},{"New":"x"}]"#.utf8), .json,
            [
                #"1! format: key "TEAM" looks like the key "team""#, #"1: new="x""#,
                #"1! format: key "New" looks like the key "new""#,
            ], keep)
        try check(
            Array("email,Team\na,b\n".utf8), .csv, [#"2: email=a Team="b""#],
            Self.map(["Team": "Team"], .kept, present: ["team"]))
    }

    @Test func `a file of regapp's own is read by exact names`() throws {
        let table =
            "email,registered,mobile,First Name,team,team[],n{}\na,,1,x,,b;c;;d,1.50\nb,,,,e,,\n"
            + "c,,,,e,f,\nd,,,,,,1x\n"
        try check(
            Array(table.utf8), .csv,
            [
                #"2: email=a mobile="1" First Name="x" team=["b","c;d"] n=1.50"#, #"3: email=b team="e""#,
                "4! format: more than one column maps to team", #"5! format: the cell in "n{}" is not JSON"#,
            ], Self.map([:], .kept))
        try check(
            Array(#"[{"email":"a","mustChange":false,"mobile":"1","team[]":null,"":2}]"#.utf8), .json,
            [#"1: email=a mustChange= mobile="1" team[]=null =2"#], Self.map([:], .kept))
        try check(
            Array("email,registered,mobile\na,,1\n".utf8), .csv,
            [#"1! format: unknown column "mobile"; did you mean "phone"?"#])
        // What regapp computes for a list says nothing to it.
        try check(
            Array("email,passwordSet,missing\na,true,\n".utf8), .csv, ["2: email=a"], Self.map([:], .kept))
        // But they may be own keys, which only an export has beside all fields.
        let fields = AccountRecord.exportedFields.map(\.rawValue).joined(separator: ",")
        let empty = String(repeating: ",", count: AccountRecord.exportedFields.count)
        try check(
            Array("\(fields),locked,missing\na\(empty)no,x\n".utf8), .csv,
            [#"2: email=a locked="no" missing="x""#], Self.map([:], .kept))
    }

    @Test func `spreadsheets repeat names and add totals, which are no accounts`() throws {
        let table =
            "First name,Email,n\nAnn,a@b.cd,1\n first NAME,email,n\nGrand total:,,1\n,Summe,1\nSumme,s@b.cd,1\n"
        try check(
            Array(table.utf8), .csv,
            [
                "2: email=a@b.cd firstName=Ann",
                "3! format: the line has the names of the columns again: remove it",
                "4! format: the line holds totals, not an account: remove it",
                "5! format: the line holds totals, not an account: remove it",
                "6: email=s@b.cd firstName=Summe",
            ], Self.map([:], .ignored))
    }

    @Test(arguments: [
        (
            "Google Workspace", ExchangeFormat.csv,
            "First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit\n"
                + "Ann,Lee,ann@x.example,password1,/\n",
            "2: email=ann@x.example password=password1 firstName=Ann lastName=Lee"
        ),
        (
            "Google Contacts", .csv,
            "First Name,Middle Name,Last Name,Birthday,E-mail 1 - Label,E-mail 1 - Value,Labels\n"
                + "Ann,,Lee,,* Work,ann@x.example,\"a, \"\"b\"\"\n::: c\"\n",
            "2: email=ann@x.example firstName=Ann lastName=Lee"
        ),
        (
            "a service's JSON", .json,
            #"[{"id": 7, "first_name": "Ann", "last_name": "Lee", "email": "ann@x.example"}]"#,
            "1: email=ann@x.example firstName=Ann lastName=Lee"
        ),
    ])
    func `the known columns of another program's file are read`(
        program: String, format: ExchangeFormat, text: String, account: String
    ) throws {
        try check(Array(text.utf8), format, [account], Self.map([:], .ignored))
    }

    /// A file for each of ``ExchangeFormat/forms``, in their order, with the account of ann@example.com.
    private static let examples: [ExchangeFormat: [String]] = [
        .csv: [
            "SEP=|\nemail|phone\nann@example.com|+4930901820\n", "email;phone\rann@example.com;\r",
            "First Name,E-Mail\nAnn,ann@example.com\n", "email, phone\n ann@example.com , +4930901820\n",
            "email,phone,firstName,\nann@example.com,\n", "email,mustChange\nann@example.com,TRUE\n",
            "email,team[]\nann@example.com,choir;board\n", "email,team{}\nann@example.com,1.50\n",
        ],
        .json: [
            #"[{"email":"ann@example.com"}]"#,
            "{\"Email\":\"ann@example.com\"}\n{\"Email\":\"bob@example.com\"}\n",
            #"{"email":"ann@example.com"}"#, #"[{"email":"ann@example.com","phone":null}]"#,
            #"[{"model":"auth.user","pk":1,"fields":{"email":"ann@example.com","password":""}}]"#,
        ],
        .htpasswd: [" ann@example.com:{SHA}x \n", "# users\n\nann@example.com:{SHA}x:Ann\n"],
        .passwdFile: [
            "ann@example.com:{SSHA}x::::::\n", "ann@example.com:{SSHA}x::::::nologin=y\n",
            "+@staff::::::\nann@example.com:x:1:1:Ann Lee:/home/ann:/bin/sh\n",
            "ann@example.com:!!:20000:0:99999:7:::\n",
            "ann@example.com:*:1:1:staff:0:1798761600:Ann Lee:/:/bin/sh\n",
        ],
        .ldif: [
            "dn: uid=ann\nmail: ann@example.com\nsn: Lee\n",
            "dn: uid=ann\nchangetype: add\nmail: ann@example.com\n",
            "dn: uid=ann\nmail: ann@example.com\nuserAccountControl: 514\n",
            "dn: uid=ann\nmail: ann@example.com\npwdLastSet: 0\n",
        ],
    ]

    @Test(arguments: ExchangeFormat.allCases)
    func `everything that help and guide say is read is read`(format: ExchangeFormat) throws {
        let examples = Self.examples[format] ?? []
        #expect(examples.count == format.forms.count)
        for (form, example) in zip(format.forms, examples) {
            let read = try read(Array(example.utf8), format, piece: 5, Self.map([:], .kept))
            #expect(read.first?.contains(": email=ann@example.com") == true, "\(form): \(read)")
        }
    }
}
