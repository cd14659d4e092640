import RegappAlbums
import Dispatch
import RegappStore
import Glibc
import Synchronization
import RegappTestSupport

/// Many questions to a catalogue that misbehaves, two at a time as the transport allows.
struct Storm {
    let address: String
    let count: Int

    /// Milliseconds.
    private static let deadline = 200

    func run() {
        // A 503 is asked again at once: the pauses are longer than this deadline.
        let surroundings = Surroundings(
            now: { Int64(time(nil)) * 1000 }, pause: { _, _ in },
            deadline: Self.deadline)
        let transport = CurlTransport { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
        let behaviours = FakeCatalogueBehaviour.allCases
        let next = Atomic(0)
        let durations = Locked<[Double]>([])
        let outcomes = Locked<[String: Int]>([:])
        DispatchQueue.concurrentPerform(iterations: CurlTransport.greatestConcurrency) { _ in
            while true {
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < count else { return }
                let behaviour = behaviours[place % behaviours.count]
                let start = DispatchTime.now()
                let outcome = ask(behaviour, place, transport, surroundings)
                let milliseconds =
                    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e6
                // The others ended by themselves, some after reading a large answer.
                if outcome.hasPrefix("timeout") { durations.withLock { $0.append(milliseconds) } }
                outcomes.withLock { $0[outcome, default: 0] += 1 }
            }
        }
        report(durations.withLock { $0.sorted() }, outcomes.withLock { $0 })
    }

    private func ask(
        _ behaviour: FakeCatalogueBehaviour, _ place: Int, _ transport: CurlTransport,
        _ surroundings: Surroundings
    ) -> String {
        do {
            let catalogue = Catalogue(
                address: try CatalogAddress("\(address)/\(behaviour.rawValue)"), transport: transport,
                cache: nil, surroundings: surroundings)
            let reader = ReaderLocale(allCategories: nil, collation: nil, language: "ru_RU.UTF-8")
            let found = try catalogue.search(
                "night \(place)", in: .unitedStates, for: reader, cancellation: Cancellation())
            return found.value.isEmpty ? "no album" : "albums"
        } catch {
            return "\(error)"
        }
    }

    private func report(_ durations: [Double], _ outcomes: [String: Int]) {
        for (outcome, number) in outcomes.sorted(by: { $0.value > $1.value }) { print(number, outcome) }
        let longest = durations.last ?? 0
        let place = min(durations.count - 1, durations.count * 99 / 100)
        let percent = { (duration: Double) in max(0, (duration / Double(Self.deadline) - 1) * 100) }
        print("longest: \(Int(longest)) ms, an overrun of \(Int(percent(longest))) % of \(Self.deadline) ms")
        if place >= 0 {
            print("99 of 100 within \(Int(durations[place])) ms: \(Int(percent(durations[place]))) %")
        }
        print("most memory: \(Self.mostMemory) KiB")
    }

    /// The high-water mark of resident memory, in KiB, as the kernel gives it in `/proc/self/status`.
    private static var mostMemory: Int {
        let system = POSIXFileSystem()
        guard let file = try? system.open("/proc/self/status", .reading) else { return 0 }
        defer { system.close(file) }
        let status = String(decoding: (try? system.read(file, upTo: 1 << 16)) ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
