import RegappJSON
import RegappAlbums
import RegappCore
import RegappStore
import RegappTestSupport
import RegappValues
import Testing

@testable import RegappScreens
@testable import RegappTerminal
@testable import RegappWording
@testable import regapp

/// Screens name keys of the screen, commands name commands.
@Suite struct ScreenWordsTests {
    private static func errors() throws -> [AccountsError] {
        let date = try #require(CalendarDate(iso: "2008-11-20"))
        return [
            .noRegistry(directory: "/d"), .nobodyLoggedIn, .noMatch([]), .nobodyRegistered, .accountExists,
            .fileInTheWay, .emailTaken, .noAccount("a@b.cd"), .nothingToUnlock(email: "a@b.cd"),
            .hashing(.notComputed(.yescrypt)), .hashing(.unsuitable), .hashing(.tooLong(maximumBytes: 72)),
            .rulesChanged(path: "/d/policy.json"), .changedSince(path: "/d/profile.json"),
            .store(.changedMeanwhile(path: "/d/profile.json")),
            .store(.changedMeanwhile(path: "/d/session.json")),
            .violations([Violation(field: .birthday, rule: .birthday(.minimumAge(18, latest: date)))]),
        ]
    }

    /// The words of a page in a window in which every one of them stands in its line.
    private static func words(_ notice: Message?, _ dialog: Dialog? = nil)
        -> String
    {
        let page = FormPage<UserScreen.Action>(
            "", Form(fields: [], isReadOnly: true), [], leaving: .program, notice: notice)
        let frame = page.render(Size(columns: 90, rows: 40), question: dialog?.alert)
        return frame.lines
            .map { $0.filter { !"│╭╮╰╯─".contains($0) } }
            .flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    private static func expectNoCommand(
        _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(!words.contains("'regapp "), "\(words)", sourceLocation: sourceLocation)
        #expect(!words.contains("type '"), "\(words)", sourceLocation: sourceLocation)
    }

    /// The words of each fact that commands and screens show: what both say, what a command line adds, what a screen adds.
    static let facts: [(message: Message, fact: String, command: String?, screen: String?)] = [
        (.saved(true), Answer.wasSaved, "'regapp undo' undoes it", nil),
        (.saved(false), Answer.nothingChanged, nil, nil),
        (.undone([]), "undone", nil, nil),
        (.undone([.profile(.spoiled)]), "undone", Answer.seeIt("show"), nil),
        (.nothingToUndo, Answer.nothingToUndo, nil, nil),
        (.loggedOut(.albums), "logged out", "\(Answer.logIn) to come back", nil),
        (
            .loggedOut(.profile), "logged out", "\(Answer.undoBrings) the profile back",
            "'Undo log out' brings the profile back"
        ),
        (.registered(isLoggedIn: true), "registered and logged in", nil, nil),
        (.registered(isLoggedIn: false), "registered", Answer.canLogIn, Answer.canLogIn),
        (.nobodyRegistered(.button("Register")), Answer.nobodyYet, Answer.register, "begin with 'Register'"),
        (.nobodyRegistered(.key("n")), Answer.nobodyYet, Answer.register, "begin with n"),
        (
            .noAccountMatches(.key("Esc")), "no account matches", "see all with 'regapp accounts list'",
            "see all with Esc"
        ),
        (.ambiguousFirstName(2), "\(Answer.sameName(2)): which email is yours?", nil, nil),
        (.passwordMustChange, "this password must be changed now; choose another one", nil, nil),
        (Message(.data, .passwordIsOld), "\(Answer.passwordIsOld); choose another one", nil, nil),
        (
            .kept(.loggedOut(other: nil)),
            "this account is not logged in any more; \(Answer.typedIsKept)", nil, nil
        ),
        (.textIsKept(path: "/d/x"), "your unsaved text is kept in /d/x", nil, nil),
        (
            .demoIsReady, "log in as \(Shown.demoPeople) with a new password, such as password1",
            "try 'regapp login --first-name Alex'", nil
        ),
        (
            .loggedInToRegistry(email: "a@b.cd", setsFirstPassword: true),
            "logged in; this is the password of a@b.cd from now on", nil, nil
        ),
        (.missing([.phone, .lastName]), "missing: phone, last name", nil, nil),
        (Message.mergedMeanwhile("phone"), "\(Answer.merged)phone", nil, nil),
        (
            .mayTakeFirstPassword(by: .email),
            "\(Answer.noPassword): anyone who knows the email can set it by logging in", nil, nil
        ),
    ]

    @Test(arguments: facts.indices)
    func `a fact has one wording; a command line adds a command, a screen a button`(index: Int) {
        let (message, fact, command, screen) = Self.facts[index]
        #expect(message.facts.map(\.text) == [[fact, command].compactMap(\.self).joined(separator: "; ")])
        #expect(
            message.facts.map(\.screenText) == [
                screen.map { "\(fact.sentenceCased). \($0.sentenceCased)" } ?? fact.sentenceCased
            ])
    }

    @Test func `a screen leaves out sentences that only a command needs`() {
        let advice = Message.hint(.kept("/d/x", .currentUser))
        #expect(advice.texts == ["\(Answer.textIsKept.onScreen)/d/x; continue with 'Open in editor'"])
    }

    @Test func `no alert about an error names a command`() throws {
        for error in try Self.errors() {
            let words = Self.words(nil, .failure("saved", Message(of: error)))
            #expect(words.contains("Not saved") && words.contains("[ OK ]"))
            Self.expectNoCommand(words)
        }
    }

    @Test func `a notice names a command only where no key does what the command does`() throws {
        let logins: [LocalProfile.Login] = [
            .created, .unchanged, .passwordChanged, .replaced, .replacedInvalid,
        ]
        let notices: [Message] =
            [
                .saved(true), .saved(false), .loggedOut(.profile), .loggedOut(.albums),
                .registered(isLoggedIn: false),
            ] + logins.map { .loggedIn($0, path: "/d/profile.json") }
        let others: [Message] = [
            .undone([.profile(.added(email: "ann@example.org"))]),
            .nothingToUndo, .kept(.loggedOut(other: nil)),
            .kept(.loggedOut(other: "ann@example.org")), .lost(.emailTaken, keeping: true),
            .rulesChanged, .kept("an account is logged in now: Esc can show it"),
            .notEdited(.noEditor, kept: "/d/.regapp-edits/1/profile.json", and: []),
        ]
        for notice in notices + others {
            let words = Self.words(notice)
            #expect(words.count > 10)
            Self.expectNoCommand(words)
        }
    }

    @Test func `what a screen says beside a field is capitalised and no longer than needed`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(
            .to("Register"), .key(.enter), .to("firstName"), "Анна", .to("birthday"), "1990-02-31",
            .to("phone"), "+1 212")
        driver.type(.to("email"), "ab", .to("password"), "Secret", .key(.control("s")), .to("firstName"))
        for text in [
            "✗ Use English letters, with single spaces, - or ' between", " Last name is required",
            " February 1990 has 28 days", " Needs exactly one @", " Needs a digit",
        ] { #expect(driver.shows(text), "\(text)") }
        driver.type(.to("birthday"), .key(.control("u")), "2010-01-01", .key(.tab))
        #expect(driver.shows(" You must be 18"))
        driver.type(.to("birthday"), .key(.control("u")), "05/06/1990", .key(.tab))
        #expect(driver.shows(" 5 June or 6 May"))
        driver.type(.to("birthday"), .key(.control("u")), "May 31 1990", .key(.tab))
        #expect(driver.shows("Birthday    1990-05-31") && !driver.shows("✗ 5 June"))
    }

    @Test(arguments: [
        CatalogError.unknownHost("itunes.apple.com"), .unreachable(host: "itunes.apple.com"),
    ])
    func `a store that cannot be reached brings up the network`(error: CatalogError) {
        #expect(error.sentence == "Cannot reach iTunes. Are you online?")
    }

    @Test func `the screens of a whole visit name no command`() throws {
        let files: [[String: String]] = [
            [:], ["profile.json": ScreenFiles.profile], ["profile.json": "{"], ["policy.json": "["],
            ["policy.json": ScreenFiles.albumsPolicy], ScreenFiles.albums, ScreenFiles.bobLoggedIn,
            ScreenFiles.albums.merging(["session.json": "{"]) { $1 }, ScreenFiles.alexes(2),
        ]
        for files in files {
            func look(after strokes: [Stroke] = []) throws -> ScreenDriver {
                let driver = try ScreenDriver(files)
                driver.type(strokes)
                Self.expectNoCommand(driver.frame(columns: 120, rows: 40).text)
                return driver
            }
            let form = try look().screens.screen.form
            let names =
                (form.isReadOnly ? [] : form.fields.map { "\($0.id.name)" }) + form.ownButtons.map(\.title)
            let keys = form.buttons.filter(\.isOffer).flatMap(\.key.keys)
            let presses = names.map { [Stroke.to($0), .key(.enter)] } + keys.map { [.key($0)] }
            for press in presses {
                for answer in try look(after: press).screens.page.alert?.buttons ?? [] {
                    _ = try look(after: press + [.to(answer), .key(.enter)])
                }
            }
        }
    }

    @Test func `an email is an email everywhere`() {
        for field in Field.allCases {
            for word in [field.label, field.noun, field.column, field.optionHelp()] {
                #expect(!word.lowercased().contains("e-mail"), "\(word)")
            }
        }
        #expect(Field.email.label == "Email" && Field.email.column == "Email")
        #expect(Field.email.optionName == "email")
    }
}
