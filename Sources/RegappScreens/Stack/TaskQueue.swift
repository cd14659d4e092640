import RegappTerminal

/// The tasks that run in the background, one after another, and the keys that wait for them.
struct TaskQueue {
    /// The most keys and pastes that wait; later ones are dropped.
    private static let maximumWaiting = 4_096

    private var running: [AccountTask] = []
    private var waiting: [Event] = []
    private var spinner = Spinner()
    private var ticks = 0

    var isBusy: Bool { !running.isEmpty }

    var words: String? { running.first?.doing }

    /// A line about it with a spinner; nil at first, since most tasks are over before it could be read.
    var line: String? { ticks > 1 ? words.map { "\(spinner.text) \($0.sentence)" } : nil }

    mutating func begin(_ task: AccountTask) { running.append(task) }

    mutating func end() {
        if isBusy { running.removeFirst() }
        if !isBusy { ticks = 0 }
    }

    mutating func tick() {
        ticks += 1
        spinner.tick()
    }

    mutating func wait(_ event: Event) {
        if waiting.count < Self.maximumWaiting { waiting.append(event) }
    }

    mutating func forgetWaiting() { waiting = [] }

    /// Removes and returns the event that has waited longest; nil while a task is running.
    mutating func next() -> Event? { isBusy || waiting.isEmpty ? nil : waiting.removeFirst() }
}
