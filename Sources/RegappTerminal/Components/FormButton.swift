/// What the buttons of a page do: an enum of the page's own. The raw value identifies a button to its form.
package protocol FormAction: RawRepresentable<String>, Hashable, Sendable {}

/// A button of a form, and the action that it stands for.
package struct FormButton<Action: FormAction>: Hashable, Sendable {
    /// The button without the type of its action, as a form has it.
    package let button: Form.Button

    /// - Parameters:
    ///   - menuTitle: the title in a menu, which has more room.
    ///   - key: the keys that press it wherever the focus is, with their meaning for tables of keys; those that type text
    ///     do so only while no field has the focus.
    ///   - isOffer: whether it is in the faint line below the others, where only its keys press it. Such buttons come
    ///     last.
    package init(
        _ action: Action, title: String, menuTitle: String? = nil, needsValidFields: Bool = false,
        key: KeyBinding? = nil, isOffer: Bool = false
    ) {
        button = Form.Button(
            action.rawValue, title: title, menuTitle: menuTitle, needsValidFields: needsValidFields, key: key,
            isOffer: isOffer)
    }
}

extension Form {
    package struct Button: Hashable, Sendable {
        package let id: String
        package let title: String
        package let menuTitle: String
        package let needsValidFields: Bool
        /// The keys that press it, with what they do for a help line and for the tables of keys.
        package let key: KeyBinding
        let isOffer: Bool

        init(
            _ id: String, title: String, menuTitle: String? = nil, needsValidFields: Bool = false,
            key: KeyBinding? = nil, isOffer: Bool = false
        ) {
            self.id = id
            self.title = title
            self.menuTitle = menuTitle ?? title
            self.needsValidFields = needsValidFields
            self.key = key ?? KeyBinding([], title.lowercased(), meaning: title)
            self.isOffer = isOffer
        }
    }
}
