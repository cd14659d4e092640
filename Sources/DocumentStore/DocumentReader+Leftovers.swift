extension DocumentReader {
    /// Whether the next writer removes a leftover; others only look like temporary files of the store.
    ///
    /// - Parameter leftover: a path below the directory, as `leftovers()` lists it.
    public func isRemovedByNextWriter(_ leftover: String) -> Bool {
        TemporaryName.isOwn(leftover.split(separator: "/").last.map(String.init) ?? leftover)
    }
}
