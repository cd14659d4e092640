extension DocumentReader {
    /// Whether the next writer removes a leftover; others only look like temporary files of the store.
    ///
    /// - Parameter leftover: a path below the directory, as `leftovers()` lists it.
    public func isRemovedByNextWriter(_ leftover: String) -> Bool {
        if leftover == FolderDraft.name { return true }
        let name = leftover.split(separator: "/").last.map(String.init) ?? leftover
        return (0..<TemporaryName.limit).contains { TemporaryName.name($0) == name }
    }
}
