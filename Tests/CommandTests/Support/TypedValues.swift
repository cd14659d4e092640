import TerminalUI

@testable import regapp

/// What is typed on a screen at one moment, to be found again after the next event.
struct TypedValues {
    private let page: FormPage?
    private let isEdit: Bool
    private let deeds: Int

    init(_ driver: ScreenDriver) {
        page = driver.screens.alert == nil ? Self.page(driver.screens.screen) : nil
        isEdit = driver.screens.screen is UserEditScreen
        deeds = driver.deeds
    }

    private static func page(_ screen: any Screen) -> FormPage? {
        (screen as? any LoggedOutScreen)?.page ?? (screen as? UserEditScreen)?.page
    }

    /// Whether everything that was typed is still there, was saved, or given up by the answer to an alert, or, in an edit,
    /// by Cancel. The field that has the focus is what keys are for.
    func isKept(by event: Event, _ driver: ScreenDriver) -> Bool {
        guard let page, page.form.isTouched else { return true }
        if isEdit, event == .key(.escape) || page.form.focusedID == "cancel" { return true }
        guard !driver.isOver else { return false }
        if driver.deeds > deeds { return true }
        let screen = driver.screens.screen
        let pages = [Self.page(screen), (screen as? RegistrationScreen)?.login.page].compactMap { $0 }
        if case .paste(let text) = event, text.contains("\n") { return pages.contains { $0.form.isTouched } }
        let focused = page.form.focusedID
        let typed = page.form.fields.filter { $0.id != focused }.map { (id: $0.id, text: $0.input.text) }
        return pages.contains { page in
            typed.allSatisfy { $0.text.isEmpty || page.form.text(of: $0.id) == $0.text }
        }
    }
}
