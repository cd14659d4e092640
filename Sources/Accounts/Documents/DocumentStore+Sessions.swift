public import DocumentStore

// What both systems do with the store as a whole.
extension DocumentStore {
    /// Whether there is an undo record; asked without a lock, so that a directory that does not exist stays so.
    func mayTakeBack() throws(AccountsError) -> Bool {
        try reading { reader throws(AccountsError) in
            try documents { () throws(StoreError) in try reader.exists(StoreLayout.regapp.undo) }
        }
    }

    /// Throws `nobodyLoggedIn` where a document does not exist; asked without a lock, like `mayTakeBack`.
    func requireDocument(_ file: String) throws(AccountsError) {
        let isThere = try reading { reader throws(AccountsError) in
            try documents { () throws(StoreError) in try reader.contents(of: file) != nil }
        }
        guard isThere else { throw .nobodyLoggedIn }
    }

    /// Leaves no profile, session or undo record behind.
    ///
    /// - Throws: `nobodyLoggedIn` where there was none of them.
    public func forgetEverybody() throws(AccountsError) {
        let traces = [StoreLayout.regapp.undo, StoreLayout.profile, StoreLayout.session]
        let isAnything = try reading { reader throws(AccountsError) in
            try documents { () throws(StoreError) in
                for file in traces where try reader.exists(file) { return true }
                return false
            }
        }
        guard isAnything else { throw .nobodyLoggedIn }
        try writing(completing: false) { writer throws(AccountsError) in
            try documents { () throws(StoreError) in try writer.forget(traces) }
        }
    }
}

extension DocumentWriter {
    /// `takeBack`, with a document that was changed since told from one that is changed at this moment.
    func takingBack(account: String?) throws(AccountsError) -> [String]? {
        do throws(StoreError) { return try takeBack(account: account) } catch {
            guard case .changedMeanwhile(let path) = error else { throw AccountsError(error) }
            throw .changedSince(path: path)
        }
    }
}
