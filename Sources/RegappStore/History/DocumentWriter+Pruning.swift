extension DocumentWriter {
    /// How often records are counted: now and then is enough, and reading their heads takes time.
    private static let usualPause = 64

    /// Removes the oldest records beyond the limits, but never the newest. Recurring changes take no place from others:
    /// they go with the changes around them, or where those of owners, or the others, are too large by themselves.
    func prune(_ folder: Folder, after number: Int) throws(StoreError) {
        let kept = store.keptChanges
        let most = store.layout.keptHistorySize
        let pause = max(1, min(Self.usualPause, kept / 8))
        let newest = try files.status(folder[StoreLayout.record(number)])?.size ?? 0
        guard newest > most / kept || number.isMultiple(of: pause) else { return }
        for number in try reader.excessRecords(keeping: kept) {
            try files.remove(folder[StoreLayout.record(number)])
        }
    }
}

extension DocumentReader {
    /// The changes beyond a number of them, or beyond the history's size, from the newest to the oldest.
    package func excessRecords(keeping kept: Int) throws(StoreError) -> [Int] {
        let kept = max(1, kept)
        let most = store.layout.keptHistorySize
        let numbers = try changeNumbers()
        guard let folder = try historyFolder() else { return [] }
        let sizes = try numbers.map { number throws(StoreError) in
            try files.status(folder[StoreLayout.record(number)])?.size ?? 0
        }
        guard numbers.count > kept || sizes.reduce(0, +) > most / 4 else { return [] }
        var excess: [Int] = []
        var total = 0
        var ofOwners = 0
        var ofOthers = 0
        var isFull = false
        var places = 0
        for (index, number) in numbers.enumerated() {
            let head = try? changeHead(number)
            var isTooMuch = false
            if head?.standsFor == nil {
                places += 1
                total += sizes[index]
                isFull = isFull || places > kept || total > most
            } else if head?.author.by != nil {
                ofOwners += sizes[index]
                isTooMuch = ofOwners > most / 4
            } else {
                ofOthers += sizes[index]
                isTooMuch = ofOthers > most / 4
            }
            if index > 0, isFull || isTooMuch { excess.append(number) }
        }
        return excess
    }
}
