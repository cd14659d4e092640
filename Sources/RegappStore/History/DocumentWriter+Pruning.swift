extension DocumentWriter {
    /// How often records are counted: now and then is enough, and reading their heads takes time.
    private static let usualPause = 64

    /// Removes the oldest records beyond the limits, but never the newest. Recurring changes take no place from others:
    /// they go with the changes around them, or where they alone are too large.
    func prune(_ folder: Folder, after number: Int, _ size: Int?) throws(StoreError) {
        let (kept, most) = (store.keptChanges, store.layout.keptHistorySize)
        let pause = max(1, min(Self.usualPause, kept / 8))
        var newest = size ?? 0
        if newest == 0 { newest = try files.status(folder[StoreLayout.record(number)])?.size ?? 0 }
        guard newest > most / kept || number.isMultiple(of: pause) else { return }
        let numbers = try reader.changeNumbers()
        var (total, recurring) = (0, 0)
        var isFull = false
        var places = 0
        for (index, number) in numbers.enumerated() {
            let place = folder[StoreLayout.record(number)]
            let size = try files.status(place)?.size ?? 0
            // Without more records than places, it does not matter which are recurring.
            let isRecurring = numbers.count > kept && (try? reader.changeHead(number))?.standsFor != nil
            if isRecurring {
                recurring += size
            } else {
                places += 1
                total += size
                isFull = isFull || places > kept || total > most
            }
            if index > 0, isFull || isRecurring && recurring > most / 4 { try files.remove(place) }
        }
    }
}
