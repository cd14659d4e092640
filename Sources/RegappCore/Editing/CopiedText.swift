package import RegappStore
package import RegappJSON

/// An edit of a whole text.
package typealias TextEdit = Edit<CopiedText>

/// The text of an editor's copy.
package struct CopiedText: Proposal {
    fileprivate var bytes: [UInt8]
    /// The content that the copy was made from, or the last that is fully merged.
    package fileprivate(set) var origin: WorkingCopy.Origin
    /// The origin's content as the copy displayed it; nil if the copy was made from an older document.
    private var displayed: [UInt8]?

    fileprivate init(_ bytes: [UInt8], in copy: WorkingCopy, of document: LocatedDocument) {
        self.bytes = bytes
        origin = copy.origin
        displayed = copy.origin.document == document.digest ? document.text : nil
    }

    package var touched: [String] { [] }
    package func text(isRegistered: Bool) -> [UInt8] { bytes }
    package func isMade(from document: LocatedDocument) -> Bool { origin.document == document.digest }

    package func isUnchanged(_ text: [UInt8]) -> Bool {
        text == displayed || origin.document.map { $0 == ContentDigest(text) } ?? false
    }

    package func isSame(
        _ present: AccountFile, isInPlace: Bool, madeFrom base: JSONFingerprint, followsEmail: Bool
    ) -> Bool {
        isInPlace && !base.differs(from: present.document, at: Field.email.rawValue)
    }

    /// The whole text is judged, and has no new values beside it.
    package func require(in directory: AccountStore) {}
    package func rebase(onto present: AccountFile) {}
    package mutating func take(_ merge: JSONMerge) { bytes = merge.text() }

    package mutating func settle(
        on document: LocatedDocument, shownAs theirs: JSONDocument, madeFrom base: JSONFingerprint
    ) -> Bool {
        origin = WorkingCopy.Origin(of: document.file, holding: document.bytes, shownAs: theirs.bytes)
        displayed = theirs.bytes
        return true
    }

    package mutating func giveUp(_ conflict: EditConflict, in merge: JSONMerge) {
        let keys = conflict.members.map(\.key)
        bytes = merge.text(choosingTheirsOf: merge.conflicts.filter { $0 == keys })
    }
}

extension TextEdit {
    package init(
        _ subject: EditSubject, of document: LocatedDocument, in copy: WorkingCopy, holding text: [UInt8]
    ) {
        self.init(
            subject, of: document, CopiedText(text, in: copy, of: document), madeFrom: copy.origin.values,
            copyPath: copy.path)
    }

    package mutating func write(_ text: [UInt8]) {
        var new = mine
        new.bytes = text
        propose(new)
    }
}
