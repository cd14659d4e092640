import RegappCore
import RegappStore
import RegappWording

extension EditorSession {
    mutating func adoptKeptCopies(of file: String) throws {
        guard try store.reading({ try !WorkingCopy.all($0).isEmpty }) else { return }
        keptCopies = try store.writing { writer in
            var adopted: [WorkingCopy] = []
            for copy in try WorkingCopy.all(writer.reader) where !copy.isInUse {
                if copy.origin == nil { _ = try WorkingCopy.remove(copy, writer) }
                if copy.origin?.file == file, let copy = try WorkingCopy.adopt(copy, writer) {
                    adopted.append(copy)
                }
            }
            return adopted
        }
    }

    /// The path of the next copy to decide about; nil if one is chosen or none is left.
    mutating func undecidedCopy() throws -> String? {
        var untold = true
        while let copy = keptCopies.first {
            let content = try copy.content()
            if content == .absent || isUntouched(content, copy) {
                _ = try? copy.remove()
            } else if canAsk, chosenCopy == nil {
                return copy.path
            } else {
                if chosenCopy == nil, untold { report(.textIsKept(path: copy.path, subject)) }
                untold = false
                copy.keep()
            }
            keptCopies.removeFirst()
        }
        return nil
    }

    mutating func decideOnCopy(_ answer: EditorDecision.Answer) {
        guard !keptCopies.isEmpty else { return }
        let copy = keptCopies.removeFirst()
        switch answer {
        case .edit: chosenCopy = copy
        case .discard: _ = try? copy.remove()
        case .keep, .mine, .theirs, .accept: copy.keep()
        }
    }

    /// Whether the regapp that made a copy was killed before anything was changed.
    private func isUntouched(_ content: WorkingCopy.Content, _ copy: WorkingCopy) -> Bool {
        guard case .text(let text) = content, let found else { return false }
        return WorkingCopy.Origin(of: found.file, holding: text) == copy.origin
            || copy.origin == found.origin && text == found.text
    }
}
