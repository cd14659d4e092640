import RegappCore
import RegappCommandLine
import RegappWording
import RegappTerminal

/// The accounts of a registry for its administrator: a list, and over it an account, a form or new passwords.
///
/// The list is a roster in memory, filtered and sorted in the background; only the rows that show are made. Every change
/// is a task, after which the roster is read again. The keys that change accounts act on the marked ones or, if none is
/// marked, on the selected one.
struct AccountsScreen: Screen {
    private(set) var roster: AccountRoster?
    /// What was read since, until it has been arranged.
    private var next: AccountRoster?
    /// The indices of the accounts that the list shows, in its order.
    private(set) var visible: [Int32] = []
    private(set) var list = ListView(columns: [])
    private(set) var marks = AccountMarks()
    private(set) var arrangement = AccountsWork.Arrangement()
    private(set) var field = TextField(limit: 200)
    private(set) var isTypingFilter = false
    private(set) var notice: Message?
    private(set) var dialog: Dialog<Answer>?
    private(set) var over: (any AccountsPage)?
    private(set) var passwords: NewPasswords?
    /// The selected account as last read, for the panel.
    private(set) var detail: (email: String, AccountDetail)?
    private var isDetailOld = false
    /// Why the account that shows could not be read the last time; it counts once it has been seen twice, since a
    /// program may replace a file in two steps.
    private var doubt: AccountsError?
    /// The notice that the accounts cannot be read.
    private var failure: Message?
    private var size = ScreenSession.minimumSize
    private(set) var progress: Int? = 0
    private var isPolling = false
    private(set) var isArranging = false
    /// Keys for a list that is being arranged: they mean the accounts that it will show.
    private var waiting: [Event] = []

    init() { field.placeholder = "words of an email, a name, a phone" }

    // MARK: Events

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        switch event {
        case .resize(let size):
            self.size = size
            list.setHeight(listRect(in: size).rows)
            passwords?.fit(size)
            return preview()
        case .tick, .resumed, .focusGained:
            return poll()
        case .focusLost: return nil
        case .key, .paste, .filled, .chosen, .opened, .answered, .click, .pointed, .wheel: break
        }
        if dialog != nil { return dialog.answer(event).flatMap { perform($0) } }
        if passwords != nil { return answerPasswords(event) }
        if over != nil { return answerPage(event) }
        let shown = list.indices(in: listRect(in: size).rows)
        notice = nil
        switch event {
        case .filled(_, let text):
            field.text = text
            return arrange()
        case .chosen(let id): return Action(rawValue: id).flatMap { act($0) }
        case .opened(let row):
            list.select(row)
            return open()
        case .pointed(.text(_, let column)):
            isTypingFilter = true
            field.moveCursor(toColumn: column)
            return nil
        case .pointed where isTypingFilter, .wheel where isTypingFilter:
            isTypingFilter = false
            // The row that is selected already is not opened by the first click.
            return event == .pointed(.row(list.selected)) ? nil : answerList(event, shown)
        default: return isTypingFilter ? answerFilter(event) : answerList(event, shown)
        }
    }

    private mutating func answerPasswords(_ event: Event) -> ScreenEffect? {
        notice = nil
        switch passwords?.update(event) {
        case .set: return passwords.map { .work(.set($0.generated)) }
        case .discard: dialog = .discardsPasswords(discard: .discard)
        case nil: break
        }
        return nil
    }

    private mutating func answerPage(_ event: Event) -> ScreenEffect? {
        switch roster.flatMap({ over?.update(event, $0.directory) }) {
        case .act(let action, let targets): return act(action, on: targets)
        case .work(let task): return .work(task)
        case .leave: over = nil
        case .quit: return .quit
        case nil: break
        }
        return nil
    }

    private mutating func answerFilter(_ event: Event) -> ScreenEffect? {
        if AccountsKeys.toList.matches(event) {
            isTypingFilter = false
        } else if AccountsKeys.showAll.matches(event) {
            isTypingFilter = false
            field.text = ""
            return arrange()
        } else {
            let before = field.text
            if field.update(event), field.text != before { return arrange() }
        }
        return nil
    }

    /// - Parameter shown: the rows that showed when the key was pressed.
    private mutating func answerList(_ event: Event, _ shown: Range<Int>) -> ScreenEffect? {
        if isArranging {
            waiting.append(event)
            return nil
        }
        if AccountsKeys.back.matches(event) { return escape() }
        if AccountsKeys.quit.matches(event) { return .quit }
        if AccountsKeys.again.matches(event) { return read() }
        if AccountsKeys.filter.matches(event) {
            isTypingFilter = true
            field.selectAll()
            return nil
        }
        if AccountsKeys.mark.matches(event) {
            if visible.indices.contains(list.selected) {
                marks[Int(visible[list.selected])].toggle()
                list.select(list.selected + 1)
            }
            return preview()
        }
        if AccountsKeys.markAll.matches(event) {
            marks.toggle(visible)
            return nil
        }
        for (binding, action) in AccountsKeys.actions where binding.matches(event) { return act(action) }
        if let action = AccountAction.allCases.first(where: { $0.key.matches(event) }) {
            guard let targets = AccountTargets(roster, marks, or: selected) else { return nil }
            let hidden = marks.count - visible[shown].count { marks[Int($0)] }
            if marks.count == 0 || hidden == 0 && marks[Int(visible[list.selected])] {
                return act(action, on: targets)
            }
            return ask(action, targets, hidden: hidden)
        }
        return list.update(event) == nil ? preview() : open()
    }

    /// Undoes one thing at a time, and finally leaves.
    private mutating func escape() -> ScreenEffect? {
        if marks.count > 0 {
            marks = AccountMarks(roster?.count ?? 0)
        } else if !field.text.isEmpty || arrangement.status != nil {
            field.text = ""
            arrangement.status = nil
            return arrange()
        } else {
            return .leave
        }
        return nil
    }

    // MARK: Reading

    private mutating func read() -> ScreenEffect? {
        progress = progress ?? 0
        return .accounts(.read)
    }

    /// Looks for changes by others: of the account that shows, of the rows that show, and of the folder.
    private mutating func poll() -> ScreenEffect? {
        guard let roster, next == nil, progress == nil, !isPolling else { return nil }
        isPolling = true
        let isCovered = over != nil || passwords != nil
        let rows = isCovered ? [] : visible[list.indices(in: listRect(in: size).rows)]
        let beside = isCovered || size.columns < Self.forPanel ? nil : selected?[.email]
        let account = (over?.email ?? beside).flatMap { $0.isEmpty ? nil : AccountsWork.show(email: $0) }
        let review = doubt == nil ? nil : passwords.map { AccountsWork.review($0.generated) }
        let emails = passwords?.visible(in: size) ?? rows.map { roster[Int($0)][.email] }
        return .several(
            [account, review, .poll(roster, showing: emails)].compactMap { $0.map { .accounts($0) } })
    }

    private mutating func arrange() -> ScreenEffect? {
        guard let roster = next ?? roster else { return nil }
        arrangement.selected = arrangement.selected ?? selected?[.email]
        arrangement.text = field.text
        arrangement.number += 1
        isArranging = true
        return .accounts(
            .arrange(roster, arrangement, marks: next == nil ? nil : self.roster.map { ($0, marks) }))
    }

    /// Asks for the account beside the list, if there is room and it is not there yet.
    private mutating func preview() -> ScreenEffect? {
        guard size.columns >= Self.forPanel, let email = selected?[.email],
            isDetailOld || detail?.email != email
        else { return nil }
        if detail?.email != email { detail = nil }
        isDetailOld = false
        return .accounts(.show(email: email))
    }

    mutating func receive(_ message: ScreenMessage, _ context: ScreenContext) -> ScreenEffect? {
        switch message {
        case .accounts(let outcome): receive(outcome, context)
        case .task(let outcome): receive(outcome)
        case .editor(.ended(let news)): announce(news)
        case .editor(.needs), .albums: nil
        }
    }

    private mutating func receive(_ outcome: AccountsOutcome, _ context: ScreenContext) -> ScreenEffect? {
        switch outcome {
        case .progress(let count): progress = count
        case .unchanged:
            isPolling = false
            note(failure: nil)
        case .failed(let error):
            (progress, isPolling) = (nil, false)
            note(failure: Report(error).message)
        case .read(let new):
            (next, progress, isPolling) = (new, nil, false)
            note(failure: nil)
            return arrange()
        case .arranged(let indices, let selected, let marks, let number):
            guard number == arrangement.number else { return nil }
            // Where an account is gone, the one after it is selected.
            let rest = next == nil ? 0 : list.selected
            if let next { (roster, self.next, isDetailOld, self.marks) = (next, nil, true, marks) }
            visible = indices
            isArranging = false
            list.setCount(indices.count, selecting: selected ?? rest)
            arrangement.selected = nil
            let events = waiting
            waiting = []
            let review = passwords.map { ScreenEffect.accounts(.review($0.generated)) }
            return .several(
                ([follow(nil), review] + events.map { update($0, context) } + [preview()]).compactMap(\.self))
        case .shown(let email, let detail):
            guard (over?.email ?? selected?[.email]) == email else { return nil }
            let isDoubtful = detail.error != nil && detail.error != doubt
            doubt = detail.error
            if over != nil { return isDoubtful ? nil : follow(detail) }
            if self.detail == nil || !isDoubtful { self.detail = (email, detail) }
        case .reviewed(let left, let lost):
            let isDoubtful = lost.first != doubt
            doubt = lost.first
            guard let passwords, dialog == nil, !isDoubtful, !lost.isEmpty else { return nil }
            (notice, doubt) = (.cannotBeSet(lost), nil)
            self.passwords =
                left.passwords.isEmpty ? nil : NewPasswords(left, size, selecting: passwords.list.selected)
        }
        return nil
    }

    /// Lets the page over the list show what others have changed, unless it asks something.
    ///
    /// - Parameter detail: its account; nil if the roster has changed.
    private mutating func follow(_ detail: AccountDetail?) -> ScreenEffect? {
        guard let roster, over?.isAsking == false, dialog == nil else { return nil }
        let reason = over?.follow(detail, roster.directory) ?? over?.follow(roster, marks)
        guard let reason else { return nil }
        over = nil
        return announce(reason)
    }

    /// Says that the accounts cannot be read, or no longer says it.
    private mutating func note(failure: Message?) {
        if failure != nil || notice == self.failure { notice = failure }
        self.failure = failure
    }

    private mutating func announce(_ news: Message) -> ScreenEffect? {
        notice = news
        return read()
    }

    /// The host reads the accounts again.
    mutating func comeBack(_ context: ScreenContext) -> ScreenEffect? {
        (progress, isPolling, dialog, over, passwords, notice) = (0, false, nil, nil, nil, nil)
        (doubt, failure) = (nil, nil)
        return nil
    }

    mutating func asksBeforeLeaving() -> Bool {
        guard dialog == nil, over?.isAsking != true else { return false }
        if passwords != nil {
            dialog = .discardsPasswords(discard: .discard)
        } else if let policy = roster?.policy, over?.isTouched(policy) == true {
            over?.askToLeave()
        } else {
            return false
        }
        return true
    }

    // MARK: Actions

    private mutating func open() -> ScreenEffect? {
        selected.map { .work(.find(email: $0[.email], .open)) }
    }

    private mutating func act(_ action: Action) -> ScreenEffect? {
        switch action {
        // The list has followed the words since they were filled in.
        case .filter: break
        case .register: over = roster.map { AccountForm(.register, $0.directory) }
        case .undo: return .work(.findLastChange(isOwn: false))
        case .state: dialog = .states(AccountStatus.filters, all: .show(nil)) { .show($0) }
        case .order: dialog = .orders([.email, .lastName, .expires, .registered]) { .sort($0) }
        }
        return nil
    }

    /// Asks first where the person may not see whom a key is about.
    ///
    /// - Parameter hidden: how many of them are out of sight.
    private mutating func ask(
        _ action: AccountAction, _ targets: AccountTargets, hidden: Int
    ) -> ScreenEffect? {
        switch (action, targets.one) {
        case (.remove, _), (.edit, nil), (.editor, nil): return act(action, on: targets)
        case (.edit, _), (.lock, _), (.expiry, _), (.password, _), (.editor, _):
            dialog = .action(action, on: targets, hidden: hidden, act: .act(action, targets))
            return nil
        }
    }

    private mutating func act(_ action: AccountAction, on targets: AccountTargets) -> ScreenEffect? {
        switch (action, targets.one) {
        case (.edit, let account?): return .work(.find(email: account[.email], .edit))
        case (.editor, let account?): return .openEditor(.account(email: account[.email]))
        case (.edit, nil), (.editor, nil): notice = .onlyForOneAccount()
        case (.lock, _): return .work(.lock(targets))
        case (.expiry, _): over = roster.map { AccountForm(.expiry(targets), $0.directory) }
        case (.password, let account?): return .work(.find(email: account[.email], .password))
        case (.password, nil): return .work(.generate(targets))
        case (.remove, _): dialog = .removal(of: targets, remove: .perform(.remove(targets)))
        }
        return nil
    }

    private mutating func perform(_ answer: Answer) -> ScreenEffect? {
        switch answer {
        case .act(let action, let targets): return act(action, on: targets)
        case .perform(let task): return .work(task)
        case .show(let state): arrangement.status = state
        case .sort(let field): arrangement.order = field
        case .discard:
            passwords = nil
            notice = .done("no password was set")
            return nil
        }
        return arrange()
    }

    private mutating func receive(_ outcome: TaskOutcome) -> ScreenEffect? {
        switch outcome.result {
        case .found(.account(let account), .edit):
            over = roster.map { roster in
                let subject = Edit.Subject.account(email: account.email)
                let edit = Edit(subject, of: account, under: roster.policy, followsEmail: true)
                return AccountForm(.edit(edit), roster.directory)
            }
        case .found(.account(let account), .password):
            over = roster.map { AccountForm(.password(account), $0.directory) }
        case .found(let detail, _):
            guard let policy = roster?.policy, let selected else { return nil }
            over = AccountPage(detail, selected, policy)
        case .done(let news?, _):
            (over, passwords) = (nil, nil)
            return announce(news)
        case .notSaved(let edit, let error):
            guard var form = over as? AccountForm, let policy = roster?.policy else { return nil }
            form.receive(unsaved: edit, error, policy)
            over = form
        case .generated(let generated): (passwords, doubt) = (NewPasswords(generated, size), nil)
        case .lastChange(let change?):
            dialog = roster.map {
                .undo(change.differences, $0.policy, undo: .perform(.undo(change, isOwn: false)))
            }
        case .lastChange(nil): notice = .nothingToUndo
        case .failed(let error):
            let isFinding = if case .find = outcome.task { true } else { false }
            if over == nil || isFinding {
                dialog = .failure(outcome.task, error)
            } else {
                over?.showFailure(outcome.task, error)
            }
        case .read, .notDone, .done(nil, _), .checked, .changedSinceCheck: break
        }
        return nil
    }
}
