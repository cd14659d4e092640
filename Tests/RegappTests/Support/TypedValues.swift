import RegappTerminal

@testable import RegappScreens
@testable import regapp

/// What is typed on a screen at one moment, to be found again after the next event.
struct TypedValues {
    private let form: Form?
    private let isEdit: Bool
    private let actions: Int

    init(_ driver: ScreenDriver) {
        form = driver.screens.isAsking ? nil : Self.form(driver.screens.screens[0])
        isEdit = driver.screens.screens[0] is UserEditScreen
        actions = driver.actions
    }

    private static func form(_ screen: any Screen) -> Form? {
        (screen as? any LoggedOutScreen)?.form ?? (screen as? UserEditScreen)?.form
    }

    /// Whether everything that was typed is still there, was saved, or given up by the answer to an alert, or, in an edit,
    /// by Cancel. The field that has the focus is what keys are for.
    func isKept(by event: Event, _ driver: ScreenDriver) -> Bool {
        guard let form, form.isTouched else { return true }
        if isEdit, event == .key(.escape) || form.focusedID == UserEditScreen.Action.cancel.id {
            return true
        }
        guard !driver.isOver else { return false }
        if driver.actions > actions { return true }
        let screen = driver.screens.screens[0]
        let forms = [Self.form(screen), (screen as? RegistrationScreen)?.login.form].compactMap { $0 }
        if case .paste(let text) = event, text.contains("\n") { return forms.contains { $0.isTouched } }
        let focused = form.focusedID
        let typed = form.fields.filter { $0.id != focused }.map { (id: $0.id, text: $0.input.text) }
        return forms.contains { form in
            typed.allSatisfy { $0.text.isEmpty || form.text(of: $0.id) == $0.text }
        }
    }
}
