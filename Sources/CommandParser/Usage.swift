/// The shape of a command line, in parts that are not broken over two lines.
struct Usage: Equatable {
    let parts: [String]

    /// The command with its arguments and all of its own options.
    init(of command: CommandDeclaration) {
        parts = [command.typed] + command.arguments.map(\.label) + Usage.options(of: command)
    }

    /// What any command line looks like.
    static let ofEverything = Usage(["regapp", "[COMMAND]", "[ARGUMENTS]", "[OPTIONS]"])

    init(_ parts: [String]) {
        self.parts = parts
    }

    /// The command's own options, those that exclude each other between two brackets.
    static func options(of command: CommandDeclaration) -> [String] {
        var parts: [String] = []
        var isShown: Set<OptionID> = []
        for option in command.options where !isShown.contains(option.id) {
            let alternatives = OptionDeclaration.exclusive.first { $0.contains(option.id) } ?? [option.id]
            let together = command.options.filter { alternatives.contains($0.id) }
            isShown.formUnion(together.map(\.id))
            let label = together.map(\.label).joined(separator: " | ")
            parts.append(command.required.contains(option.id) ? label : "[\(label)]")
        }
        return parts
    }
}
