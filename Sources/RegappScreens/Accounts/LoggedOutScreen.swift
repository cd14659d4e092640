import RegappCore
import RegappWording
import RegappTerminal

/// A form for a person who is not logged in. Typed text is kept when files change.
protocol LoggedOutScreen: FormScreen {
    /// The files as they were last seen.
    var state: DirectoryState { get set }

    /// Whether it was opened to replace an account that cannot be accepted.
    var isReplacement: Bool { get }

    /// The page for these files, on which nothing is typed.
    func newPage(_ state: DirectoryState) -> FormPage<Action>
}

extension LoggedOutScreen {
    var traits: ScreenTraits { ScreenTraits(policy: state.policy, isTyping: form.isTyping) }
    var isReplacement: Bool { false }

    /// Begins a task that ends the form, after a question if something is typed.
    mutating func leave(for task: AccountTask) -> ScreenEffect? {
        isTouched ? .ask(.losesForm(leave: .work(task))) : .work(task)
    }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? { follow(files) }

    mutating func follow(_ files: DirectoryState.Reading) -> ScreenEffect? {
        guard case .success(let new) = files, new.policy.isRegistry == state.policy.isRegistry else {
            return keep(files)
        }
        let isLoggedIn = new.account != nil
        let isUnusable = if case .unusable = new.user { true } else { false }
        guard isTouched || !isLoggedIn && isUnusable == isReplacement else { return .outdated }
        var fresh = newPage(new)
        fresh.wrongDocument = new.wrongDocument
        let hasOtherRules = !new.hasRules(of: state)
        if hasOtherRules || fresh.form.buttons != page.form.buttons {
            // Every typed text needs a field in the new form.
            let isKept = page.form.texts.allSatisfy { id, text in
                text.isEmpty || fresh.form.fields.contains { $0.id == id }
            }
            guard isKept else { return keep(files) }
            page.replaceForm(fresh.form, mayMoveFocus: hasOtherRules && !page.form.isTyping)
        }
        let isPromiseOver = state.undoOffer == .logOut && new.undoOffer != .logOut
        // That the rules have changed stays true.
        if isPromiseOver || hasOtherRules && page.notice != .rulesChanged { page.withdrawNews() }
        if isLoggedIn {
            page.offerFiles("an account is logged in now")
        } else {
            page.setNotice(fresh.notice)
        }
        page.guidance = fresh.guidance
        page.wrongDocument = new.wrongDocument
        state = new
        return nil
    }

    /// Keeps typed text although the files require another screen, with a notice about that.
    private mutating func keep(_ files: DirectoryState.Reading) -> ScreenEffect? {
        guard isTouched else { return .outdated }
        page.wrongDocument = files.error?.wrongDocument
        if case .failure(let error) = files {
            page.setNotice(.problem(error, advice: .correct))
        } else {
            page.offerFiles(.rulesChanged)
        }
        return nil
    }
}
