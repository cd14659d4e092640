import Testing

@testable import RegappStore

@Suite struct PipelineTests {
    /// The results for numbered parts, as a caller gets them who adds as many as fit.
    private static func results(_ count: Int, _ pipeline: inout Pipeline<Int>) -> [Int] {
        var (results, added) = ([Int](), 0)
        while true {
            while !pipeline.isFull, added < count {
                pipeline.add { [added] in added }
                added += 1
            }
            guard let result = pipeline.next() else { return results }
            results.append(result)
        }
    }

    @Test func `results come in order, and no part needs a thread of its own`() {
        let threads = CountedThreads()
        var pipeline = Pipeline<Int>(in: threads.pool())
        #expect(Self.results(1_000, &pipeline) == Array(0..<1_000))
        #expect((1...min(BackgroundThread.processors, 8)).contains(threads.count))
    }

    @Test func `threads that have nothing to do end, also if a pipeline goes before its parts are done`() {
        let threads = CountedThreads()
        do {
            var pipeline = Pipeline<Int>(in: threads.pool(mostIdle: 0))
            while !pipeline.isFull { pipeline.add { 1 } }
            #expect(pipeline.next() == 1)
        }
        #expect(threads.count > 0)
        threads.waitForTheirEnd()
    }

    @Test func `as many parts are kept whatever the number of threads`() {
        for mayStart in [true, false] {
            let held = Locked<[@Sendable () -> Void]>([])
            let pool = ThreadPool { body in
                if mayStart { held.withLock { $0.append(body) } }
                return mayStart
            }
            var pipeline = Pipeline<Int>(in: pool)
            var added = 0
            while !pipeline.isFull {
                pipeline.add { [added] in added }
                added += 1
            }
            #expect(added == 16)
            let threads = held.withLock { $0 }
            for thread in threads { #expect(BackgroundThread.start(thread)) }
            for number in 0..<added { #expect(pipeline.next() == number) }
            #expect(pipeline.isEmpty && pipeline.next() == nil)
        }
    }

    @Test func `without a thread the caller does each part when it adds it`() {
        let done = Locked<[Int]>([])
        var pipeline = Pipeline<Int>(in: ThreadPool { _ in false })
        for number in 0..<3 {
            pipeline.add {
                done.withLock { $0.append(number) }
                return number
            }
        }
        #expect(done.withLock { $0 } == [0, 1, 2])
        #expect(Self.results(1_000, &pipeline) == [0, 1, 2] + Array(0..<1_000))
    }

    @Test func `if only one thread can start, it and the caller do all the work`() {
        let threads = CountedThreads { $0 == 1 }
        var pipeline = Pipeline<Int>(in: threads.pool())
        #expect(Self.results(1_000, &pipeline) == Array(0..<1_000))
    }

    @Test func `a copy has the same results`() {
        var pipeline = Pipeline<Int>()
        for number in 0..<10 { pipeline.add { number } }
        var copy = pipeline
        #expect(Self.results(0, &pipeline) == Array(0..<10))
        #expect(Self.results(0, &copy) == Array(0..<10))
    }
}

@Suite struct FileNamesTests {
    @Test func `names are sorted by their bytes, however much of them is alike`() {
        let names = [
            "user0001@x.example", "user0000@x.example", "é", "e", "", "user", "user0000@x.exampleA",
            "user0000@x", "user00000000000000000002", "user00000000000000000001",
        ]
        for names in [
            names, names.filter { $0.hasPrefix("user") }, names.filter { $0.hasPrefix("user0") }, [],
        ] {
            var sorted = FileNames(names)
            sorted.sortByBytes()
            #expect(Array(sorted) == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
            for (index, name) in sorted.enumerated() { #expect(sorted.index(ofSorted: name) == index) }
            #expect(sorted.index(ofSorted: "user0000@x.exampl") == nil && sorted.index(ofSorted: "~") == nil)
            // Shorter and longer than all, before and after each, and nothing at all.
            let absent = ["", "\u{1}"] + sorted.flatMap { [$0 + "\u{1}", String($0.dropLast())] }
            for name in absent where !sorted.contains(name) { #expect(sorted.index(ofSorted: name) == nil) }
        }
    }

    @Test func `names are removed by their bytes, and the others stay in order`() {
        var names: FileNames = ["a", "bb", "c", "dd", "e"]
        names.removeAll { $0.count == 2 }
        #expect(names == ["a", "c", "e"])
        names.removeAll { _ in true }
        #expect(names.isEmpty)
    }
}
