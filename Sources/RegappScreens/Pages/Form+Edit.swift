import RegappCore
import RegappJSON
import RegappTerminal
import RegappWording

// A form over an edit into which changes of the file by others are merged.
extension Form {
    /// Gives the edit what was typed.
    ///
    /// - Parameter draft: the edit's account, under the rules in force.
    func write(to edit: inout Edit, _ draft: Draft) {
        var draft = draft
        if let account = edit.account { draft.set(changes(of: account, under: draft.policy)) }
        edit.write(draft)
    }

    /// Shows the values of the edit where others are shown.
    mutating func show(_ edit: Edit, _ policy: Policy) {
        for field in accountFields {
            let text = TextField(of: field, holding: edit.formText(of: field), under: policy).text
            let typed = self.text(of: field.rawValue)
            if !policy.normalized(typed, for: field).utf8.elementsEqual(
                policy.normalized(text, for: field).utf8)
            {
                setText(text, of: field.rawValue)
            }
        }
    }

    /// Remarks at each field what others changed in it.
    mutating func remark(on edit: Edit, _ policy: Policy) {
        for field in accountFields {
            let conflict = edit.conflicts.first { $0.field == field }
            let merged = edit.merged.last { $0.field == field }
            remark(
                conflict.map { .conflict($0, policy) }
                    ?? merged.map { .merged(field, from: $0.mine.displayText(for: $0.key, under: policy)) },
                about: field.rawValue)
        }
    }
}
