import RegappTestSupport

@testable import RegappTerminal

extension TerminalPair {
    /// The programs' end as the code under test gets it.
    var device: TerminalDevice { TerminalDevice(descriptor: slave) }

    /// Whether what is typed shows.
    var echoes: Bool? { try? attributes.echo }

    /// Types text; where it cannot be typed, the program sees none of it.
    func type(_ text: String) { _ = try? type(Array(text.utf8)) }

    /// Everything that was written and not read yet.
    func shown() -> String { String(decoding: readAvailable(), as: UTF8.self) }
}
