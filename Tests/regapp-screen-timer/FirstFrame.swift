import RegappTestSupport

/// How long a screen takes from the start of its program to its first whole frame.
struct FirstFrame {
    private let home: TemporaryHome
    private let regapp: BuiltProgram

    init(directory: String) throws {
        home = try Program.home()
        regapp = BuiltProgram(path: directory + "/regapp")
    }

    /// Runs all in turn, so that they meet the same moments of the machine, and prints medians and the
    /// fastest runs: on a busy machine a program that waits for a terminal waits for others too.
    func measure(runs: Int) throws {
        var shows: [Double] = []
        var accounts: [Double] = []
        var lists: [Double] = []
        for _ in 0..<runs {
            shows.append(try milliseconds { _ = try regapp.run(["show"], in: home) })
            accounts.append(try firstFrame([]))
            lists.append(try firstFrame(["albums"]))
        }
        report("first frame of regapp / regapp show", accounts, shows)
        report("first frame of regapp albums / regapp show", lists, shows)
    }

    private func report(_ label: String, _ times: [Double], _ others: [Double]) {
        for (name, place) in [("median", times.count / 2), ("fastest", 0)] {
            let (time, other) = (times.sorted()[place], others.sorted()[place])
            let numbers = [time, other, time / other].map(Program.format)
            Program.say("\(label), \(name)", "\(numbers[0]) ms / \(numbers[1]) ms = \(numbers[2])")
        }
    }

    private func firstFrame(_ arguments: [String]) throws -> Double {
        var terminal: PseudoTerminal?
        let time = try milliseconds {
            terminal = try PseudoTerminal(regapp, arguments, in: home)
            try terminal?.expect(Program.endOfFrame)
        }
        // Escape leaves a list, `q` the user's screen where nothing is typed; Ctrl-C leaves everything.
        try terminal?.send("\u{3}")
        try terminal?.waitForExit()
        return time
    }

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(body)
        return duration / .milliseconds(1)
    }
}
