import RegappCore
import RegappCommandLine
import RegappJSON
import RegappTerminal

struct PolicyListCommand: RegappCommand {
    static let words = ["policy", "list"]

    static let page = CommandPage(
        "List the available policies", examples: ["List the policies": "regapp policy list"],
        nicknames: ["policies", "policy ls", "policy all"])

    private let json: Bool

    init(_ line: inout CommandLineReader) { json = line.flag("json", "print a JSON array") }

    func run(_ context: inout CommandContext) throws {
        let policy = try context.directory().policy
        if json {
            let policies = Rules.System.allCases.map { kind in
                JSONText.object([
                    .init("name", .string(kind.rawValue)),
                    .init("summary", .string(Policy.builtIn(kind).summary)),
                    .init("inForce", .boolean(kind == policy.system)),
                ])
            }
            return try context.output.json(JSONText.array(policies).fileBytes)
        }
        let rows = Rules.System.allCases.map { kind in
            [(kind == policy.system ? "* " : "  ") + kind.rawValue, Policy.builtIn(kind).summary]
        }
        for line in TextTable.lines(rows) { try context.output.line(line) }
    }
}
