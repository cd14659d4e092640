/// What screens and their questions say in the same words.
enum Shown {
    static let registerOrLogIn = "Register or log in"
    static let account = "Your account"
    static let editAccount = "Edit your account"
    static let leaveThisForm = "Leave this form?"
    static let wouldBeLost = "What you typed would be lost"
    static let saved = Answer.wasSaved.onScreen
    static let logOut = "Log out?"
    static let registered = "Registered. \(Answer.canLogIn.onScreen)"
    static let accountLoggedIn = "An account \(Answer.loggedInNow)"
    static let rulesChanged = "The rules have changed"
    static let unusableFiles = "The files cannot be used"
    static let firstAccount = "Creates the first account in this registry"
    static let demoPeople = "Alex, Anton or Jane"
    static let typeWords = "Type a few words"
    static let newPassword = "Password (at least 5 characters)"
    static let repeatPassword = "Repeat the password"
    static let answersDiffer = "The two answers differ. Start again."
    static let inStore = "in this store"
    static let noSongs = "No songs of this album are \(inStore)."
    static func tracks(_ count: Int, of all: Int) -> String { "\(count) of \(all) tracks are \(inStore)." }
    static func albums(_ count: Int, for words: String) -> String { "\(count) albums for “\(words)”" }
    /// The question of a menu of commands alone.
    static let choose = "Choose a letter: "
    /// The question of a menu of rows and commands.
    static let chooseRow = "Choose a number or a letter: "
    static func choose(_ count: Int, _ usual: Int) -> String { "Choose 1-\(count) [\(usual)]: " }
}

extension String {
    /// A sentence of commands as screens show it.
    var onScreen: String { prefix(1).uppercased() + dropFirst() }
}
