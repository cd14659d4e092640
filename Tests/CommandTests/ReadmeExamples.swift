/// The fenced blocks of the README.
///
/// - In a `console` block each line after `$ ` is typed in the home directory of a user `ann`, whose documents are in
///   `Documents`; the lines below are all that it prints, standard output and standard error as they come. The blocks
///   are one session, in their order. `swift run -c release regapp` stands for the built program.
/// - In an `sh` block are commands that build, test or install. They are not run here.
struct ReadmeExamples {
    /// A typed line and what it prints.
    struct Example {
        let command: String
        var output = ""
    }

    /// The lines of the `console` blocks.
    private(set) var examples: [Example] = []
    /// The lines of the `sh` blocks.
    private(set) var builds: [String] = []

    init(_ text: String) {
        var language: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                language = language == nil ? line.dropFirst(3) : nil
            } else if language == "sh" {
                builds.append(String(line))
            } else if language == "console" {
                if line.hasPrefix("$ ") {
                    examples.append(Example(command: String(line.dropFirst(2))))
                } else if let last = examples.indices.last {
                    examples[last].output += line + "\n"
                }
            }
        }
    }
}
