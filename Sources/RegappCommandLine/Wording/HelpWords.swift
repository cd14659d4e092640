/// The texts of help and manual that no program declares.
enum HelpWords {
    // Headings of help pages.
    static let usage = "Usage"
    static let arguments = "Arguments"
    static let options = "Options"
    static let everywhere = "Everywhere"
    static let commands = "Commands"
    static let topics = "Topics"
    static let examples = "Examples"
    static let learnMore = "Learn more"

    // Sections of the manual, named as in man-pages(7).
    static let name = "Name"
    static let synopsis = "Synopsis"
    static let description = "Description"
    static let manualTitle = "Manual"

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

    /// - Parameter help: the command that shows the whole topic.
    static func part(of help: String) -> String { "A part of '\(help)'." }

    /// - Parameter help: the command that shows the group's help.
    static func learnMore(aboutGroup help: String) -> String { "'\(help) COMMAND' explains one of them." }
}
