/// The words of help and manual that no program declares.
enum HelpWords {
    // Headings of help pages.
    static let usage = "USAGE"
    static let arguments = "ARGUMENTS"
    static let options = "OPTIONS"
    static let everywhere = "EVERYWHERE"
    static let commands = "COMMANDS"
    static let topics = "TOPICS"
    static let examples = "EXAMPLES"
    static let learnMore = "LEARN MORE"

    // Sections of the manual, by the names that man-pages(7) gives.
    static let name = "NAME"
    static let synopsis = "SYNOPSIS"
    static let description = "DESCRIPTION"
    static let optionsOfEveryCommand = "OPTIONS OF EVERY COMMAND"

    static func manualHeader(_ program: String) -> String { "\(program) manual" }

    static let helpOption = "explain the command"

    static let syntax =
        "Options may stand anywhere, also before the command. '--option VALUE' and '--option=VALUE' are "
        + "the same; a separate value never starts with '--'. '--' alone ends the options."

    /// What any line looks like.
    static func usageOfEverything(_ program: String) -> Usage {
        Usage([program, "[COMMAND]", "[ARGUMENTS]", "[OPTIONS]"])
    }

    /// - Parameter help: how the group's help is asked for.
    static func learnMore(aboutGroup help: String) -> String { "'\(help) COMMAND' explains one of them." }
}
