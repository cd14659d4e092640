/// The texts of help and manual that no program declares.
enum HelpWords {
    // Headings of help pages.
    static let usage = "Usage"
    static let arguments = "Arguments"
    static let options = "Options"
    static let everywhere = "Everywhere"
    /// What stands for many options in a usage line.
    static let anyOptions = "[OPTIONS]"
    static let commands = "Commands"
    static let topics = "Topics"
    static let examples = "Examples"
    static let learnMore = "Learn more"

    // Sections of the manual, named as in man-pages(7).
    static let name = "Name"
    static let synopsis = "Synopsis"
    static let description = "Description"
    static let optionsOfEveryCommand = "Options of every command"

    static func manualHeader(_ program: String) -> String { "\(program) manual" }

    static let manualTitle = "Manual"

    /// The text below the title of the manual in Markdown.
    static func manualNote(_ program: String) -> String {
        "What '\(program) help' says, on one page; '\(program) manual' prints the same as a manual page."
    }

    static let helpOption = "explain the command"

    static let syntax =
        "Options may come anywhere, even before the command. '--option VALUE' and '--option=VALUE' are "
        + "the same; a separate value never starts with '--'. '--' alone ends the options."

    static func usageOfEverything(_ program: String) -> Usage {
        Usage([program, "[COMMAND]", "[ARGUMENTS]", "[OPTIONS]"])
    }

    /// What is typed for the list of topics.
    static let allTopics = "topics"
    static let parts = "Parts of them"

    static func explains(_ help: String) -> String { "What '\(help) TOPIC' explains." }

    static func explainsPart(_ help: String) -> String {
        "'\(help) WORD' prints only the parts with that word in their heading."
    }

    /// - Parameter help: the command that shows the whole topic.
    static func part(of help: String) -> String { "A part of '\(help)'." }

    /// - Parameter help: the command that shows the group's help.
    static func learnMore(aboutGroup help: String) -> String { "'\(help) COMMAND' explains one of them." }
}
