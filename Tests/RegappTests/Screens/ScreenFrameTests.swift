import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappWording
@testable import RegappScreens
@testable import regapp

/// A screen that was looked at and found good, as `Fixtures/screens/NAME.txt`, and the way there.
struct Scene: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What holds there, as ``ScreenStack/scene`` says it.
    let facts: String
    let files: [String: String]
    let sizes: [Size]
    /// The styles of texts, each where it shows last.
    let styles: [String: Style]
    let act: @Sendable (ScreenDriver) throws -> Void

    init(
        _ name: String, _ facts: String, _ files: [String: String] = [:], sizes: [Size] = [.usual],
        styles: [String: Style] = [:], _ act: @escaping @Sendable (ScreenDriver) throws -> Void = { _ in }
    ) {
        (testDescription, self.facts, self.files) = (name, facts, files)
        (self.sizes, self.styles, self.act) = (sizes, styles, act)
    }

    /// The name of the file with the frame of a size.
    func name(_ size: Size) -> String {
        testDescription + (size == .usual ? "" : "-\(size.columns)x\(size.rows)")
    }
}

extension Size {
    static let usual = Size(columns: 80, rows: 24)
    static let low = Size(columns: 40, rows: 12)
    static let large = Size(columns: 120, rows: 40)
}

/// What the screens look like: whole frames, compared with `Fixtures/screens`.
@Suite struct ScreenFrameTests {
    private static let both = [Size.usual, .low]
    private static let profile = ["profile.json": ScreenFiles.profile]
    private static let ann = "email ann@example.org, password 12345, firstName Ann, lastName Lee"
    private static let bob =
        "email bob@example.org, password Secret1, firstName Bob, lastName Stone, birthday 1990-05-17, "
        + "phone +7 (916) 123-45-67"
    private static let bobWithoutPassword = bob.replacing("password Secret1, ", with: "")
    private static let registered =
        "email BOB@example.org, password Secret1, firstName Ann, lastName Lee, birthday 1990-05-17, "
        + "phone +7 916 123-45-67"

    static let scenes = local + edits + registry + registration + overlays

    // MARK: The local profile

    private static let local = [
        Scene("login-empty", "Login at email", styles: ["[ Log in ]": .buttonDisabled]),
        Scene(
            "login-ready", "Login at password: email ann@example.org, password 12345",
            styles: ["[ Log in ]": .buttonDefault]
        ) { $0.type("ann@example.org", .to("password"), "12345") },
        Scene(
            "login-messages", "Login at email: email ab@de.g, password 1234", sizes: both,
            styles: ["[ Log in ]": .buttonDisabled]
        ) { $0.type("ab@de.g", .to("password"), "1234", .key(.enter)) },
        Scene("login-somebody-else", "Login at password: email bob@example.org, password 12345") { driver in
            driver.type("bob@")
            driver.put("profile.json", ScreenFiles.profile, then: .tick)
            driver.type("example.org", .to("password"), "12345")
        },
        Scene("problem-profile", "Problem at Fix in editor", wrongProfile, sizes: both),
        Scene("login-replace", "Login at email: email ann@", wrongProfile, sizes: both) {
            $0.type(.to("Replace it"), .key(.enter), "ann@")
        },
        Scene("user-new", "User at Edit: email ann@example.org, password 12345") {
            $0.type("ann@example.org", .to("password"), "12345", .key(.enter))
        },
        Scene("user", "User at Edit: \(ann)", profile, sizes: both),
        Scene("user-revealed", "User at Edit: \(ann)", profile) { $0.type(.key(.control("r"))) },
        Scene("user-log-out", "'Log out?' at Back, over User at Log out: \(ann)", profile, sizes: both) {
            $0.type(.to("Log out"), .key(.enter))
        },
        Scene(
            "login-logged-out", "Login at email", profile, sizes: both, styles: ["[ Undo log out ]": .button]
        ) { $0.type(.to("Log out"), .key(.enter), .to("Log out"), .key(.enter)) },
        Scene(
            "user-undo", "'Undo change 1?' at Back, over User at Edit: \(changed)", profile,
            sizes: both
        ) {
            $0.type(
                "e", .key(.end), "x", .to("password"), "54321", .to("firstName"), "a", .to("lastName"),
                .key(.control("u")), .key(.control("s")), "u")
        },
        Scene(
            "rules-invalid", "Problem at Fix in editor",
            ["policy.json": "{\"policy\": \"album\", \"colour\": 1}\n"]),
        Scene("editor-wrong", "'Not saved' at Edit again, over User at Edit: \(ann)", profile, sizes: both) {
            $0.receive(.editorNeeds(try ScreenProblemTests.mistakes()))
        },
        Scene("editor-kept", "'A text was kept' at Continue with it, over User at Edit: \(ann)", profile) {
            $0.receive(
                .editorNeeds(.keptCopy(path: "/home/ann/Documents/regapp/.regapp-edits/1/profile.json")))
        },
    ]

    private static let wrongProfile = ["profile.json": "{\n  \"email\": \"ab@de.g\",\n  \"password\": 5\n}\n"]
    private static let changed = "email ann@example.orgx, password 54321, firstName Anna"

    // MARK: Editing

    private static let edits = [
        Scene("user-edit", "UserEdit at email: email ann@example.org, firstName Ann, lastName Lee", profile) {
            $0.type("e")
        },
        Scene(
            "user-edit-invalid", "UserEdit at password: email ann@example, firstName Ann, lastName Lee",
            profile, styles: ["[ Save ]": .buttonDisabled, "Cancel": .button]
        ) { $0.type("e", .key(.backspace, times: 4), .to("password")) },
        Scene(
            "user-changed-meanwhile",
            "'Changed meanwhile' at Edit again, over UserEdit at Save: email ann@example.orgx, firstName Ann, lastName Lee",
            profile, sizes: both
        ) { driver in
            driver.type("e", .key(.end), "x")
            driver.put("profile.json", ScreenFiles.profile.replacing("ann@", with: "anna@"))
            driver.type(.to("Save"), .key(.enter))
        },
        Scene(
            "user-edit-taken", "UserEdit at lastName: email eve@example.org, firstName Eve, lastName Leex",
            profile, sizes: both
        ) { driver in
            driver.type("e", .to("lastName"), "x")
            let theirs = ScreenFiles.profile.replacing("ann@", with: "eve@").replacing("Ann", with: "Eve")
            driver.put("profile.json", theirs, then: .tick)
        },
        Scene(
            "user-edit-conflict",
            "UserEdit at lastName: email ann@example.org, firstName Ann, lastName Leex", profile
        ) { driver in
            driver.type("e", .to("lastName"), "x")
            driver.put("profile.json", ScreenFiles.profile.replacing("Lee", with: "Lemon"), then: .tick)
        },
        Scene(
            "user-edit-logged-out",
            "'Not saved' at Back, over UserEdit at lastName: email ann@example.org, firstName Ann, lastName Leex",
            profile, sizes: both
        ) { driver in
            driver.type("e", .to("lastName"), "x")
            driver.remove("profile.json")
            for _ in 1...2 { driver.send(.tick) }
            driver.type(.key(.control("s")))
        },
    ]

    // MARK: A registry

    private static let registry = [
        Scene(
            "registry-login-nobody", "RegistryLogin at email", ["policy.json": ScreenFiles.albumsPolicy],
            styles: ["[ Log in ]": .buttonDisabled]
        ) { $0.type(.key(.escape)) },
        Scene(
            "registry-login-failed",
            "'Not logged in' at OK, over RegistryLogin at password: email bob@example.org, password Secret2",
            ScreenFiles.albums
        ) { $0.type("bob@example.org", .to("password"), "Secret2", .key(.enter)) },
        Scene(
            "registry-login-registered", "RegistryLogin at password: email ann@example.org",
            ["policy.json": ScreenFiles.albumsPolicy], sizes: both
        ) { $0.register(email: "ann@example.org") },
        Scene(
            "registry-login-busy", "RegistryLogin at password: email bob@example.org, password Secret1",
            ScreenFiles.albums
        ) { driver in
            driver.holdsTasks = true
            driver.type("bob@example.org", .to("password"), "Secret1", .key(.enter))
            for _ in 1...2 { driver.send(.tick) }
        },
        Scene(
            "registry-first-password", "NewPassword at password",
            ScreenFiles.alexes(1)
        ) {
            $0.type("Alex", .to("password"), "password1", .key(.enter))
        },
        Scene(
            "registry-ambiguous-first-name",
            "RegistryLogin at email: firstName Alex, password password1", ScreenFiles.alexes(5)
        ) { $0.type("Alex", .to("password"), "password1", .key(.enter)) },
        Scene(
            "problem-account", "Problem at Fix in editor: \(bobWithoutPassword)", ScreenFiles.bobLoggedIn,
            sizes: both,
            styles: ["bob@example.org": .faint]
        ) { driver in
            driver.put("accounts/bob@example.org.json", ScreenFiles.bob.replacing("1990", with: "199"))
            driver.send(.focusGained)
        },
        Scene("user-albums", "User at Edit: \(bob)", ScreenFiles.bobLoggedIn),
        Scene(
            "user-albums-edit", "UserEdit at email: \(bobWithoutPassword)",
            ScreenFiles.bobLoggedIn, sizes: both
        ) { $0.type("e") },
    ]

    // MARK: Registration

    private static let registration = [
        Scene("registration-first", "Registration at email", ["policy.json": ScreenFiles.albumsPolicy]),
        Scene(
            "registration-empty", "Registration at email", ScreenFiles.albums, sizes: both,
            styles: ["Register": .buttonDisabled]
        ) { $0.type(.to("Register"), .key(.enter)) },
        Scene(
            "registration-messages",
            "Registration at email: firstName Анна, birthday 2010-01-01, phone 916",
            ScreenFiles.albums, sizes: [.usual, .large]
        ) {
            $0.type(.to("Register"), .key(.enter), .to("firstName"), "Анна", .to("birthday"), "2010-01-01")
            $0.type(.to("phone"), "916", .to("email"))
        },
        Scene(
            "registration-calendar", "Registration at birthday, its calendar at 2008-01-31",
            ScreenFiles.albums, sizes: [.usual, .large]
        ) { $0.type(.to("Register"), .key(.enter), .to("birthday"), " ") },
        Scene(
            "registration-calendar-refused", "Registration at birthday, its calendar at 2008-02-01",
            ScreenFiles.albums
        ) { $0.type(.to("Register"), .key(.enter), .to("birthday"), " ", .key(.right), .key(.enter)) },
        Scene(
            "registration-calendar-moved",
            "Registration at birthday, its calendar at 2006-12-31: birthday 2006-12-31", ScreenFiles.albums,
            sizes: [.usual]
        ) {
            $0.type(.to("Register"), .key(.enter), .to("birthday"), " ", .key(.right), .key(.enter))
            $0.type(.key(.pageUp), .key(KeyPress(.pageUp, .shift)), .key(.left))
        },
        Scene(
            "registration-calendar",
            "Registration at birthday, its calendar at 2006-12-31: birthday 2006-12-31", ScreenFiles.albums,
            sizes: [.low]
        ) {
            $0.type(.to("Register"), .key(.enter), .to("birthday"), " ", .key(.right), .key(.enter))
            $0.type(.key(.pageUp), .key(KeyPress(.pageUp, .shift)), .key(.left))
        },
        Scene(
            "registration-password", "Registration at password: password aB", ScreenFiles.albums,
            sizes: [.usual, .large]
        ) {
            $0.type(.to("Register"), .key(.enter), .to("password"), "aB")
        },
        Scene(
            "registration-taken", "'Not registered' at OK, over Registration at email: \(registered)",
            ScreenFiles.albums
        ) { $0.register(email: "BOB@example.org") },
        Scene("registration-filled", "Registration at email: \(registered)", ScreenFiles.albums) {
            $0.register(email: "BOB@example.org")
            $0.type(.key(.enter))
        },
        Scene(
            "registration-authorisation", "Registration at email",
            ["policy.json": ScreenFiles.authorisationPolicy]),
        Scene(
            "user-registered", "User at Edit: email ann@example.org, firstName Ann, lastName Lee",
            ["policy.json": ScreenFiles.authorisationPolicy], sizes: both,
            styles: ["Registered and logged in": .success, "! \(Answer.noPassword.onScreen)": .attention]
        ) {
            $0.type("ann@example.org", .to("firstName"), "Ann", .to("lastName"), "Lee", .key(.control("s")))
        },
    ]

    // MARK: Any screen

    private static let overlays = [
        Scene("keys-user", "keys of User at Edit: \(bob)", ScreenFiles.bobLoggedIn) { $0.type("?") },
        Scene(
            "keys-calendar",
            "keys of UserEdit at birthday, its calendar at 1990-05-17: " + bobWithoutPassword,
            ScreenFiles.bobLoggedIn, sizes: [.large, .low]
        ) { $0.type("e", .to("birthday"), " ", .key(KeyPress(.function(1)))) },
        Scene(
            "keys-alert", "keys of UserEdit at email: email ann@example.orgx, firstName Ann, lastName Lee",
            profile
        ) {
            $0.type("e", .key(.end), "x", .key(.escape), "?")
        },
    ]

    @Test(arguments: scenes)
    func `each screen is the recorded one`(scene: Scene) throws {
        let driver = try ScreenDriver(scene.files)
        try scene.act(driver)
        for size in scene.sizes {
            try ScreenGolden.expect(
                driver.frame(columns: size.columns, rows: size.rows), of: driver.screens, at: scene.facts,
                is: scene.name(size))
        }
        for (text, style) in scene.styles {
            #expect(driver.frame().style(ofLast: text) == style, "\(text)")
        }
    }
}
