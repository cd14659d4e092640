package enum ProcessGroup {
    /// The processes of a group, by /proc, that still run after 10 seconds; those that wait to be reaped do not.
    package static func left(of group: Int32) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(10)
        var left: [String]
        repeat { left = try running(in: group) } while !left.isEmpty && .now < deadline
        return left
    }

    private static func running(in group: Int32) throws -> [String] {
        let list = try BuiltProgram(path: "/bin/sh").run(
            ["-c", "cat /proc/[0-9]*/stat 2>/dev/null; :"], in: TemporaryHome())
        return list.stdout.split(separator: "\n").map(String.init).filter { line in
            // NUMBER (NAME) STATE PARENT GROUP …; a name may hold spaces.
            let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
            return fields.count > 3 && fields[3] == "\(group)" && fields[1] != "Z" && fields[1] != "X"
        }
    }
}
