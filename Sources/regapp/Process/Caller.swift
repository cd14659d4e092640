import RegappStore
import RegappWording

/// Who runs this program: the system knows the Unix user, but another user's program may have started it.
enum Caller {
    // Each is read once, when it is first needed.

    /// Who logged in to the system, even if the process has changed users since; nil if the system does not know, as
    /// for services.
    static let loginUser = contents(of: "/proc/self/loginuid")
        .flatMap { UInt32($0.prefix(while: \.isNumber)) }
        .flatMap { $0 == .max ? nil : $0 }
    /// Who became this Unix user: SUDO_USER, which anyone can set, or else who started `runuser` or `su`.
    static let name =
        ProcessEnvironment.liveVariable("SUDO_USER").flatMap { $0.isEmpty ? nil : $0 } ?? starter

    /// Programs that start another one as another user, and wait for it.
    private static let switchers = ["runuser", "su", "doas", "sudo"]
    /// No chain of processes is longer.
    private static let mostAncestors = 64

    /// The user of the first ancestor that is not this user's, if that is one of ``switchers``; not looked for if this
    /// is root's program, which the system knows the login of and which would read each process up to the first.
    private static var starter: String? {
        guard !Invocation.ofProcess.isOfSuperuser, var process = Process(status: "/proc/self/status") else {
            return nil
        }
        let user = process.user
        for _ in 0..<mostAncestors {
            guard let parent = Process(status: "/proc/\(process.parent)/status") else { return nil }
            guard parent.user == user else {
                return switchers.contains(parent.name) ? name(of: parent.user) : nil
            }
            process = parent
        }
        return nil
    }

    private struct Process {
        let name: String
        let parent: Int
        /// The real one: a program that changes users has this of its caller.
        let user: UInt32
        /// How many lines come before and between the three.
        private static let most = 20

        init?(status path: String) {
            // By bytes, and not all of some sixty lines: each change waits for this.
            let lines = Caller.contents(of: path)?.utf8.split(
                separator: UInt8(ascii: "\n"), maxSplits: Self.most)
            func value(_ key: String) -> String? {
                guard let line = lines?.first(where: { $0.starts(with: key.utf8) }) else { return nil }
                return String(Substring(line.dropFirst(key.utf8.count).prefix { $0 != UInt8(ascii: "\t") }))
            }
            guard let name = value("Name:\t"), let parent = value("PPid:\t").flatMap({ Int($0) }), parent > 0,
                let user = value("Uid:\t").flatMap({ UInt32($0) })
            else { return nil }
            self.name = name
            self.parent = parent
            self.user = user
        }
    }

    private static func name(of user: UInt32) -> String {
        // name:password:uid:…
        let entries = contents(of: "/etc/passwd")?.split(separator: "\n") ?? []
        let fields = entries.lazy.map { $0.split(separator: ":", omittingEmptySubsequences: false) }
        return fields.first { $0.count > 2 && $0[2] == "\(user)" }.map { String($0[0]) } ?? "uid \(user)"
    }

    /// More than any of these files has.
    private static let maximumSize = 1 << 20

    private static func contents(of path: String) -> String? {
        let bytes = try? ExternalFiles().settings(in: path, limit: maximumSize)
        return bytes.flatMap(\.self).map { String(decoding: $0, as: UTF8.self) }
    }
}
