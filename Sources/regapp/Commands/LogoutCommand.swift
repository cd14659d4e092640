import RegappCore
import RegappCommandLine
import RegappWording

struct LogoutCommand: RegappCommand {
    static let words = ["logout"]

    static let page = CommandPage(
        "Log out; removes the profile (undo brings it back)", section: .account,
        discussion: [
            "Under 'profile' this removes profile.json. 'regapp undo' brings it back, or a login with "
                + "the same email and password."
        ],
        examples: [
            "Log out": "regapp logout",
            "Log out for good": "regapp logout --forget",
        ],
        nicknames: ["signout", "logoff", "exit", "quit", Nickname("forget", options: ["--forget"])])

    private let forget: Bool

    init(_ line: inout CommandLineReader) {
        forget = line.flag("forget", "also delete the history of the profile and saved editor drafts")
    }

    func run(_ context: inout CommandContext) throws {
        if forget {
            let store = try context.store()
            let open = try store.forgetEverybody()
            for path in open { Diagnostics.report(.textStillOpen(path: path)) }
            guard open.isEmpty else {
                throw Report(
                    .inputOutput, "logged out, but edited texts are left",
                    hint: "close the editor and run \(.regapp("logout", "--forget")) again")
            }
            return Diagnostics.report(.done("logged out for good"))
        }
        // Not `signIn`: a user can log out even if the account cannot be accepted.
        let directory = try context.directory()
        try directory.logout()
        Diagnostics.report(.loggedOut(directory.policy))
    }
}
