import RegappTestSupport
import Testing

/// What a second list does to accounts that exist: passwords, user names, and what they lack.
@Suite(.waiting) struct ImportedPeopleTests {
    private static let password = "rainy-night-7"

    private func session(with people: String...) throws -> RegistrySession {
        let session = try RegistrySession(policy: #"{"policy":"service","hash":"bcrypt","hashCost":4}"#)
        guard !people.isEmpty else { return session }
        let answer = try session.importing(
            "people.csv", "email,firstName,password,login\n" + people.joined(), "--allow-missing",
            "--keep-unknown")
        try #require(answer.status == 0, "\(answer)")
        return session
    }

    @Test func `only what an account lacks is taken, and a lock`() throws {
        let session = try session(
            with: "ann@x.example,Ann,\(Self.password),ann\n", "bob@x.example,,,bob\n",
            "eve@x.example,Eve,\(Self.password),eve\n")
        let more = """
            email,firstName,lastName,password,suspended
            ann@x.example,Anna,Lee,\(Self.password),no
            bob@x.example,Bob,Lee,other-night-8,no
            eve@x.example,Eva,Lee,other-night-8,yes

            """
        let dry = try session.importing(
            "more.csv", more, "--allow-missing", "--update", "--fill-missing", "--locked-if",
            "suspended=true",
            "--dry-run")
        #expect(dry.status == 0 && dry.err.contains("1 account has the same, 1 another"), "\(dry)")
        let answer = try session.importing(
            "more.csv", more, "--allow-missing", "--update", "--fill-missing", "--locked-if", "suspended=true"
        )
        let counts = "1 account has the same, 1 another, which they keep, 1 none"
        #expect(answer.status == 0 && answer.err.contains(counts), "\(answer)")
        let list = try session("accounts list --fields email,firstName,lastName,passwordSet,locked")
        #expect(
            list.out == """
                ann@x.example\tAnn\tLee\ttrue\tfalse
                bob@x.example\tBob\tLee\ttrue\tfalse
                eve@x.example\tEve\tLee\ttrue\ttrue

                """, "\(list)")
    }

    @Test(arguments: ["lastSeen", "registered", "birthday", "expires", "mustChange"])
    func `a date that can be read in two ways is refused, whatever time follows it`(column: String) throws {
        let session = try session()
        for time in ["", " 00:00:00", " 14:30:15", "T23:59"] {
            let text = "email,\(column)\nann@x.example,05/06/2040\(time)\n"
            let asked = try session.importing("d.csv", text, "--allow-missing", "--yes")
            let hint = "add '--dates dmy' if the day comes first"
            #expect(
                asked.status == 65
                    && asked.err.replacing("'", with: "").contains(hint.replacing("'", with: "")), "\(asked)")
        }
    }

    @Test func `an export of changes ends with an error if people are missing who can log in`() throws {
        let session = try session()
        try session.put(
            "ann@x.example", hash: "{SSHA}A4H+dH40qyozRrewxOx/PdCTzRxzYWx0", more: "\"team\": \"red\"")
        try session.put(
            "bob@x.example", hash: "$apr1$abcdefgh$U5VQePtwv420x543wFckZ/", more: "\"team\": \"red\"")
        let now = try session.file("now.ldif", "")
        let words = ["accounts", "export", "--format", "ldif", "--changes", now]
        let changes = try session.run(words)
        #expect(
            changes.status == 65 && changes.err.contains("1 account that can log in here is left out"),
            "\(changes)")
        #expect(changes.out.contains("mail=ann@x.example"))
        let all = try session.run(words + ["--any-hash"])
        #expect(all.status == 0 && all.out.contains("mail=bob@x.example"), "\(all)")
    }

    @Test func `the first field of htpasswd finds people by their old user names`() throws {
        let session = try session(with: "ann.lee@x.example,Ann,,ann\n")
        let answer = try session.importing(
            "users.htpasswd", "ann:$apr1$abcdefgh$U5VQePtwv420x543wFckZ/\n", "--update", "--match", "login",
            "--only-existing")
        #expect(answer.status == 0 && answer.out.contains("1 account updated"), "\(answer)")
        let list = try session("accounts list --fields email,passwordSet,login")
        #expect(list.out == "ann.lee@x.example\ttrue\tann\n", "\(list)")
    }

    @Test func `fields of passwd are kept under keys`() throws {
        let session = try session()
        let answer = try session.importing(
            "passwd", "ann:*:1001:1001:Ann Lee:/home/ann:/bin/sh\n", "--domain", "x.example",
            "--allow-missing",
            "--map", "home=home", "--map", "uid=id", "--map", "user=login")
        #expect(answer.status == 0, "\(answer)")
        let list = try session("accounts list --fields email,home,id,login")
        #expect(list.out == "ann@x.example\t/home/ann\t1001\tann\n", "\(list)")
    }

    @Test func `an update asks for nothing that the account lacks already`() throws {
        let session = try session(with: "ann@x.example,Ann,,ann\n")
        let answer = try session.importing(
            "more.csv", "email,team\nann@x.example,board\n", "--update", "--keep-unknown")
        #expect(answer.status == 0 && answer.out.contains("1 account updated"), "\(answer)")
        let strict = try RegistrySession(policy: #"{"policy":"authorisation","hash":"bcrypt","hashCost":4}"#)
        _ = try strict.importing("bob.csv", "email\nbob@x.example\n", "--allow-missing")
        let clearing = try strict.importing(
            "names.csv", "email,firstName,lastName\nbob@x.example,,Lee\n", "--update", "--clear-empty")
        #expect(clearing.status == 0 && clearing.out.contains("1 account updated"), "\(clearing)")
    }

    @Test(arguments: [
        "\"locked\": true", "\"Locked\": \"yes\"", "\"accountLocked\": true", "\"disabled\": 1",
        "\"passwordSet\": false", "\"expired\": true", "\"canLogIn\": false", "\"status\": \"Locked\"",
        "\"accountStatus\": \"disabled\"", "\"Kontostatus\": \"gesperrt\"",
        "\"access\": false", "\"lockedAt\": \"2026-01-31\"", "\"state\": \"locked\"",
        "\"userAccountControl\": 514", "\"noPassword\": true", "\"hasPassword\": false", "\"del\": 1",
        "\"lOCKED\": true", "\"dISABLED\": true", "\"LoCkEd\": true", "\"pASSWORDsET\": false",
        "\"locked\": [true]",
    ])
    func `a key that seems to lock an account is refused where it stands`(member: String) throws {
        let session = try session()
        try session.put("ann@x.example", hash: RegistrySession.hash, more: member)
        let check = try session("check")
        #expect(
            check.status == 65 && check.out.contains("ann@x.example.json:6:3: this key keeps nobody out"),
            "\(check)")
        #expect(try session.verify("password1").status != 0)
    }

    @Test func `a hash of Apache is never a plain password of a directory`() throws {
        let session = try session()
        try session.put("ann@x.example", hash: "!$apr1$abcdefgh$U5VQePtwv420x543wFckZ/")
        let entries = try session("accounts export --format ldif --any-hash")
        #expect(
            entries.out.contains("userPassword: {CRYPT}!$apr1$abcdefgh$U5VQePtwv420x543wFckZ/"), "\(entries)")
    }

    @Test func `what is no day under a key stays as it is`() throws {
        let session = try session()
        let answer = try session.importing(
            "days.csv",
            "email,case,joined\nann@x.example,12/34/5678,05/31/2019\nbob@x.example,1,31/05/2019\n",
            "--keep-unknown", "--allow-missing", "--dates", "mdy")
        #expect(answer.status == 0, "\(answer)")
        let list = try session("accounts list --fields email,case,joined")
        #expect(
            list.out == "ann@x.example\t12/34/5678\t2019-05-31\nbob@x.example\t1\t31/05/2019\n", "\(list)")
    }

    @Test(arguments: [
        "Altes Passwort", "Ancien mot de passe", "Contraseña anterior", "Parola d'ordine e password",
        "Stare hasło", "Старый пароль",
    ])
    func `a password in any language is no value of a custom key`(header: String) throws {
        let session = try session()
        let answer = try session.importing(
            "secrets.csv", "email,\(header)\nann@x.example,my-secret-1\n", "--keep-unknown", "--allow-missing"
        )
        #expect(
            answer.status == 65 && answer.err.contains("no account can keep a column called \"\(header)\""),
            "\(answer)")
    }

    @Test func `conditions compare numbers and dates`() throws {
        let session = try session()
        let people = """
            email,age,joined
            ann@x.example,9,2026-01-31
            bob@x.example,18,2026-02-01
            eve@x.example,100,

            """
        let answer = try session.importing("people.csv", people, "--allow-missing", "--keep-unknown")
        #expect(answer.status == 0, "\(answer)")
        func found(_ condition: String) throws -> String {
            try session("accounts list --fields email --where", condition).out.split(separator: "\n")
                .map { String($0.prefix(3)) }.joined(separator: " ")
        }
        #expect(try found("age<18") == "ann" && found("age<=18") == "ann bob" && found("age>18") == "eve")
        #expect(try found("joined>2026-01-31") == "bob" && found("joined<=2026-01-31") == "ann")
        #expect(try session("accounts list --where", "age<old").status == 64)
    }

    @Test func `a table for Excel comes back`() throws {
        let session = try session(with: "ann@x.example,\"Ann;a\",,ann\n")
        let table = try session("accounts export --format csv --separator", ";", "--bom")
        #expect(table.status == 0 && table.out.hasPrefix("\u{FEFF}email;firstName;"), "\(table)")
        let back = try session.importing("back.csv", table.out, "--update", "--allow-missing")
        #expect(back.out == "0 accounts registered, 1 account unchanged\n", "\(back)")
        // Whichever registry reads it, no option is needed for custom keys.
        let key = try session("accounts edit ann@x.example --set", "seat=B;12")
        let own = try session("accounts export --format csv --own-keys --separator", ";", "--bom")
        #expect(key.status == 0 && own.out.contains(";seat\r\n"), "\(key) \(own)")
        let other = try self.session()
        let copy = try other.importing("own.csv", own.out, "--allow-missing")
        #expect(copy.status == 0, "\(copy)")
        #expect(try other("accounts list --fields seat").out == "B;12\n")
    }

    @Test(arguments: [
        ("Nachname,Vorname,Geburtstag,Telefon", "Lee,Ann,31.05.1990,+491701234567"),
        ("Nom,Prénom,Date de naissance,Téléphone", "Lee,Ann,31/05/1990,+491701234567"),
        ("Apellidos,Nombre,Fecha de nacimiento,Móvil", "Lee,Ann,1990-05-31 00:00:00,+491701234567"),
        ("Cognome,Nome,Data di nascita,Cellulare", "Lee,Ann,1990-05-31T00:00:00Z,+491701234567"),
        ("Фамилия,Имя,Дата рождения,Телефон", "Lee,Ann,31 мая 1990,+491701234567"),
        ("Familienname,Rufname,Geb.-Datum,Tel.-Nr.", "Lee,Ann,31.05.1990,+491701234567"),
        ("NOM,PRENOM,Né(e) le,Tél.", "Lee,Ann,31/05/1990,+491701234567"),
        ("Achternaam,Voornaam,Geboren op,Mobiel nummer", "Lee,Ann,31-05-1990,+491701234567"),
        ("Nazwisko,Imię,Data urodzenia,Telefon komórkowy", "Lee,Ann,31.05.1990,+491701234567"),
        ("Nazwisko,Imię,Urodzona,Komórka", "Lee,Ann,31.05.1990,+491701234567"),
        ("Фамилия,Имя,Родилась,Мобильный", "Lee,Ann,31.05.1990,+491701234567"),
        ("Family name,Given name,DOB,Cell phone", "Lee,Ann,1990-05-31,+491701234567"),
        ("Sobrenome,Nome,Nascimento,Telefone celular", "Lee,Ann,31/05/1990,+491701234567"),
    ])
    func `headers in other languages are known`(header: String, row: String) throws {
        let session = try session()
        let answer = try session.importing(
            "people.csv", "E-Mail,\(header)\nann@x.example,\(row)\n", "--allow-missing")
        #expect(answer.status == 0, "\(answer)")
        let list = try session("accounts list --fields firstName,lastName,birthday,phone")
        #expect(list.out == "Ann\tLee\t1990-05-31\t+491701234567\n", "\(list)")
    }

    @Test(arguments: [
        "Passwort", "Kennwort", "Mot de passe", "Contraseña",
        "Senha",
        "Palavra-passe", "Wachtwoord", "Hasło", "Пароль",
    ])
    func `a column of passwords is known by its name in any of the languages`(header: String) throws {
        let session = try session()
        let answer = try session.importing("people.csv", "E-Mail;\(header)\nann@x.example;silver-FOX-7\n")
        #expect(answer.status == 0 && answer.err.contains("\(header) as password"), "\(answer)")
        let right = try session.verify("silver-FOX-7")
        #expect(right.status == 0, "\(right)")
    }

    @Test(arguments: [
        "email,password,Passwort\nann@x.example,silver-FOX-7,\n",
        "email,password,Passwort\nann@x.example,silver-FOX-7,ja\n",
        "email,password,Passwort (geändert am)\nann@x.example,silver-FOX-7,2023-01-01\n",
        "email,Kennwort,Passwort\nann@x.example,silver-FOX-7,ja\n",
    ])
    func `beside a password, a column called so in another language is as unknown as any`(table: String)
        throws
    {
        let session = try session()
        let answer = try session.importing("people.csv", table, "--ignore-unknown")
        #expect(answer.status == 0, "\(answer)")
        #expect(try session.verify("silver-FOX-7").status == 0)
    }

    @Test func `commas in lists are asked about`() throws {
        let session = try session()
        let text = "email,team[]\nann@x.example,\"choir,board\"\nbob@x.example,choir\n"
        let asked = try session.importing(
            "l.csv", "email,team[]\nann@x.example,\"choir,board\"\n", "--allow-missing", "--keep-unknown")
        #expect(asked.status == 65 && asked.err.contains("--list-separator ,"), "\(asked)")
        let file = try session.file("l.csv", text)
        let split = try session(
            "accounts import \(file) --allow-missing --keep-unknown --list-separator ,")
        #expect(split.status == 0, "\(split)")
        #expect(try session("accounts list --count-by team").out == "choir\t2\nboard\t1\n")
    }
}
