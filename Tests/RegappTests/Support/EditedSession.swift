import Foundation
import RegappTestSupport

/// A home with a profile, and what edits it in an editor.
struct EditedSession: CommandSession {
    static let text = "{ \"email\":\"ann@mail.example\",\n\t\"password\":\"12345\", \"firstName\":\"Ann\" }\n"
    let home: TemporaryHome

    init() throws { home = try Session(profile: Self.text).home }

    init(_ session: some CommandSession) { home = session.home }

    /// Runs a command with an editor, of whose words the last is the path.
    func edit(
        _ editor: String?, _ command: [String] = ["edit", "--editor"], environment: [String: String?] = [:]
    ) throws -> Answer {
        let variables = try self.environment(editor).merging(environment) { _, given in given }
        return try run(command, environment: variables)
    }

    /// Runs a command with an editor on a terminal.
    func terminal(
        _ editor: String, _ command: [String] = ["edit", "--editor"]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(.regapp, command, in: home, environment: try environment(editor))
    }

    private func environment(_ editor: String?) throws -> [String: String?] {
        ["EDITOR": try editor.map(command), "REGAPP": BuiltProgram.regapp.path]
    }

    /// An editor that runs these lines.
    static func script(_ lines: String) -> String { "#!" + lines }

    /// What `$EDITOR` is for an editor, whose lines get a file of their own.
    private func command(_ editor: String) throws -> String {
        guard editor.contains("#!") else { return editor }
        let parts = editor.components(separatedBy: "#!")
        let path = home.path + "/editor"
        try Data(parts[1].utf8).write(to: URL(fileURLWithPath: path))
        return parts[0] + "sh " + path
    }

    /// What stands in the documents directory besides the profile.
    var rest: [String] { home.paths().filter { $0 != "profile.json" } }

    /// The `number`th kept copy below the documents directory.
    func kept(_ number: Int = 1) -> String { ".regapp-edits/\(number)/profile.json" }
}
