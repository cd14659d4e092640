import RegappValues
import RegappCore
import RegappWording
import RegappTerminal

/// The accounts of a registry for its administrator: a list, with pages over it for one account, forms and passwords.
///
/// The list is a roster in memory, which is read, sorted and filtered in the background; only the visible rows are
/// made. Every change is a task, after which the roster is read again. Keys that change accounts act on the marked ones
/// or, if none is marked, on the selected one.
struct AccountsScreen: ListScreen, PressedScreen {
    /// Actions of the list as a whole; ``AccountAction`` has those on accounts.
    enum Action: FormID {
        case filter, state, order, register, undo, history
    }

    /// A reading of all accounts that was requested.
    struct Reading {
        /// Whether only changes by others are looked for.
        let isPoll: Bool
        /// How many accounts are read; nil for a poll that has found nothing yet.
        var count: Int?
    }

    private enum State {
        /// No accounts have been read yet.
        case reading
        case showing(ArrangedAccounts)
        /// The list is being arranged in the background; what showed before stays until then.
        case arranging(AccountListTask.Source)
    }

    private var state = State.reading
    private(set) var arrangement = Arrangement()
    /// How often the list was arranged; only the answer to the last request is shown.
    private var requests = 0
    private(set) var list = ListView(columns: [])
    private(set) var field = TextField(limit: 200)
    private(set) var isTypingFilter = false
    /// What was done last, as long as it may be true.
    private var news: Message?
    /// Why the accounts could not be read, until they can.
    private var failure: Message?
    /// The custom key that was changed last; it has a column until Escape shows all.
    var changedKey: String?
    /// The selected account, beside the list.
    private(set) var preview: AccountPreview?
    private(set) var size = ScreenSession.minimumSize
    /// The account that was selected when changes by others were found. The next key may be meant for it, although it is
    /// gone and the one after it is selected.
    private var meant: AccountSummary?
    /// Those that have no answer yet, in the order in which they will get it. The host has begun with the first.
    private var readings = [Reading(isPoll: false, count: 0)]
    /// Whether the program began with it, so that there is nowhere to go back to.
    var isFirst = false

    var isArranging: Bool { if case .arranging = state { true } else { false } }
    var notice: Message? { failure ?? news }
    var arranged: ArrangedAccounts? {
        switch state {
        case .reading: nil
        case .showing(let shown), .arranging(.shown(let shown)): shown
        case .arranging(.read(_, let shown)): shown
        }
    }
    var roster: AccountRoster? { arranged?.roster }
    var visible: [Int32] { arranged?.visible ?? [] }
    var marks: Set<Int32> { arranged?.marks ?? [] }
    var isFiltered: Bool { !field.text.isEmpty || arrangement.status != nil || changedKey != nil }

    init() { field.placeholder = "words of an email, a name, a phone; or team=board" }

    // MARK: Events

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        switch event {
        case .resize(let size):
            self.size = size
            list.setHeight(listRect(in: size).rows)
            return showPreview()
        // Also while a page covers the list: the page may be about the marked accounts.
        case .tick, .resumed, .focusGained: return poll()
        case .focusLost: return nil
        case .key, .paste, .filled, .chosen, .opened, .answered, .click, .pointed, .wheel: break
        }
        let shown = list.indices(in: listRect(in: size).rows)
        if let meant, let selected, meant[.email] == selected[.email], meant.isSame(selected) {
            self.meant = nil
        }
        defer { meant = nil }
        news = nil
        failure = nil
        switch event {
        case .filled(_, let text):
            field.text = text
            return arrange(selecting: selected?[.email])
        case .chosen(let id): return press(id)
        case .opened(let row):
            list.select(row)
            return open(selected)
        case .pointed(.text(_, let column)):
            isTypingFilter = true
            field.moveCursor(toColumn: column)
            return nil
        case .pointed where isTypingFilter, .wheel where isTypingFilter:
            isTypingFilter = false
            // A first click on the selected row only moves to the list; the next one opens the row.
            return event == .pointed(.row(list.selected)) ? nil : answerList(event, shown)
        default: return isTypingFilter ? answerFilter(event) : answerList(event, shown)
        }
    }

    private mutating func answerFilter(_ event: Event) -> ScreenEffect? {
        let before = field.text
        if AccountsKeys.toList.matches(event) {
            isTypingFilter = false
        } else if AccountsKeys.showAll.matches(event) {
            isTypingFilter = false
            field.text = ""
        } else {
            _ = field.update(event)
        }
        return field.text == before ? nil : arrange(selecting: selected?[.email])
    }

    /// - Parameter shown: the rows that showed when the key was pressed.
    private mutating func answerList(_ event: Event, _ shown: Range<Int>) -> ScreenEffect? {
        if AccountsKeys.back.matches(event) { return escape() }
        if PageKeys.quit.matches(event) { return .quit }
        if AccountsKeys.again.matches(event) { return read() }
        if AccountsKeys.filter.matches(event) {
            isTypingFilter = true
            field.selectAll()
            return nil
        }
        if AccountsKeys.mark.matches(event) {
            if visible.indices.contains(list.selected) {
                mark(marks.symmetricDifference([visible[list.selected]]))
                list.select(list.selected + 1)
            }
            return showPreview()
        }
        if AccountsKeys.markAll.matches(event) {
            let areMarked = marks.isSuperset(of: visible)
            mark(areMarked ? marks.subtracting(visible) : marks.union(visible))
            return nil
        }
        if let button = AccountsKeys.actions.first(where: { $0.key.matches(event) }) {
            return press(button.id)
        }
        if AccountAction.history.key.matches(event) { return history(of: selected?[.email]) }
        if let action = AccountAction.allCases.first(where: { $0.key.matches(event) }) {
            guard let targets = AccountTargets(roster, marks, or: selected) else { return nil }
            let hidden = marks.count - visible[shown].count(where: marks.contains)
            if marks.isEmpty && meant == nil || hidden == 0 && marks.contains(visible[list.selected]) {
                return act(action, on: targets)
            }
            return ask(action, targets, hidden: hidden)
        }
        return list.update(event) == nil ? showPreview() : open(selected)
    }

    /// Keys that mark wait while the list is arranged.
    private mutating func mark(_ marks: Set<Int32>) {
        guard case .showing(var shown) = state else { return }
        shown.marks = marks
        state = .showing(shown)
    }

    /// Keeps the selection and the marks on an account that has got another email, which the next reading finds.
    mutating func follow(_ account: AccountFile, from email: String) -> ScreenEffect? {
        guard case .showing(var shown) = state else { return nil }
        shown.roster.replace(email, by: account)
        state = .showing(shown)
        return showPreview()
    }

    /// Clears the marks, else the filters, else leaves.
    private mutating func escape() -> ScreenEffect? {
        guard marks.isEmpty else {
            mark([])
            return nil
        }
        guard isFiltered else { return .leave() }
        field.text = ""
        arrangement.status = nil
        changedKey = nil
        return arrange(selecting: selected?[.email])
    }

    // MARK: Reading

    private mutating func read() -> ScreenEffect? {
        readings.append(Reading(isPoll: false, count: 0))
        return .accounts(.read)
    }

    var traits: ScreenTraits {
        // A poll has no count until it has found something.
        let reading = readings.lazy.compactMap(\.count).first.map { AccountsProgress.reading.line($0) }
        return ScreenTraits(
            subject: .policy, activity: reading ?? (isArranging ? "choosing the accounts" : nil),
            isTyping: isTypingFilter,
            // While the list is arranged, keys mean the accounts that it will show.
            keepsKeys: isArranging && !isTypingFilter)
    }

    /// Looks for changes by others: to the account beside the list, the visible rows, and the folder.
    private mutating func poll() -> ScreenEffect? {
        guard let roster, readings.isEmpty, !isArranging else { return nil }
        readings.append(Reading(isPoll: true))
        let rows = visible[list.indices(in: listRect(in: size).rows)].map { roster.accounts[Int($0)][.email] }
        let beside =
            size.columns < Self.forPanel ? nil : selected.map { AccountListTask.show(email: $0[.email]) }
        return .several([beside, .poll(roster, showing: rows)].compactMap { $0.map { .accounts($0) } })
    }

    /// Arranges what the list shows.
    ///
    /// - Parameters:
    ///   - new: the accounts to be shown from then on; nil for those that are, or will be.
    ///   - email: the account to be selected, if it shows, rather than the row `index`.
    private mutating func arrange(
        _ new: AccountRoster? = nil, selecting email: String?, or index: Int = 0
    ) -> ScreenEffect? {
        let source: AccountListTask.Source
        switch (new, state) {
        case (let new?, _): source = .read(new, over: arranged)
        case (nil, .showing(let shown)): source = .shown(shown)
        case (nil, .arranging(let present)): source = present
        case (nil, .reading): return nil
        }
        state = .arranging(source)
        arrangement.text = field.text
        requests += 1
        return .accounts(.arrange(source, arrangement, selecting: email, or: index, request: requests))
    }

    /// Shows the list as last requested. Accounts that are gone lose their marks; the next one gets their selection.
    private mutating func show(
        _ arranged: ArrangedAccounts, selecting index: Int, request: Int
    ) -> ScreenEffect? {
        guard case .arranging(let source) = state, request == requests else { return nil }
        if case .read = source { preview?.isOld = true }
        state = .showing(arranged)
        list.setCount(visible.count, selecting: index)
        return showPreview()
    }

    /// Asks for the account beside the list, if there is room and it is not there yet.
    private mutating func showPreview() -> ScreenEffect? {
        guard size.columns >= Self.forPanel, let email = selected?[.email],
            preview?.email != email || preview?.isOld == true
        else { return nil }
        if preview?.email != email { preview = AccountPreview(email: email) }
        preview?.isOld = false
        return .accounts(.show(email: email))
    }

    mutating func receive(_ message: ScreenMessage) -> ScreenEffect? {
        guard case .accounts(let outcome) = message else { return nil }
        switch outcome {
        case .progress(let count): if !readings.isEmpty { readings[0].count = count }
        case .unchanged:
            _ = endReading()
            failure = nil
        case .failed(let error):
            _ = endReading()
            news = nil
            failure = Message(of: error)
        case .read(let new):
            // What is said may no longer be true of what others have changed; what is read next is about it.
            let isOld = roster?.accounts != new.accounts
            if endReading()?.isPoll == true, readings.isEmpty, isOld {
                news = nil
                // A mark is lost with its account, though somebody else may have the email by now.
                let lost = roster.flatMap { old in
                    marks.first { new.indices(of: [$0], in: old).isEmpty }.map { old.accounts[Int($0)] }
                }
                meant = lost ?? meant ?? selected
            }
            failure = nil
            // Whoever was gone for a moment is selected again.
            if let meant, let index = new.index(of: meant[.email]), meant.isSame(new.accounts[index]) {
                return arrange(new, selecting: meant[.email], or: list.selected)
            }
            return arrange(new, selecting: selected?[.email], or: list.selected)
        case .arranged(let arranged, let index, let request):
            return show(arranged, selecting: index, request: request)
        case .shown(let email, let account):
            if selected?[.email] == email, preview?.email == email { preview?.show(account) }
        }
        return nil
    }

    private mutating func endReading() -> Reading? { readings.isEmpty ? nil : readings.removeFirst() }

    mutating func announce(_ news: Message) -> ScreenEffect? {
        self.news = news
        failure = nil
        return read()
    }

    /// Forgets what was being read, since the host reads the accounts again.
    mutating func reopen() -> ScreenEffect? {
        readings = [Reading(isPoll: false, count: 0)]
        news = nil
        failure = nil
        // What was requested is not waited for.
        state = arranged.map(State.showing) ?? .reading
        return nil
    }

    /// A page over the list may have changed an account.
    mutating func comeBack() -> ScreenEffect? { poll() }

    // MARK: Actions

    private func open(_ account: AccountSummary?) -> ScreenEffect? {
        guard let account else { return nil }
        return .work(
            AccountTask { files in
                let directory = try files.registry().directory
                return .push(AccountScreen(account, directory.judged(account[.email]), directory))
            })
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        // Nothing is left to do: the list was filtered when the words were filled in.
        case .filter: return nil
        case .register: return roster.map { .push(AccountFormScreen(.register, $0.directory)) }
        case .undo: return .work(.offerUndo(.newest))
        case .history: return history(of: nil)
        case .state:
            guard let roster else { return nil }
            let choices = [AccountStatus?.none] + AccountStatus.filters.map(Optional.some)
            return .ask(
                Dialog(title: "Show which accounts?", among: choices, present: arrangement.status) { status in
                    let count = roster.accounts.count { account in
                        status.map(account.has) ?? true
                    }
                    return (status?.words.sentenceCased ?? "All", "\(count)")
                } answer: { status in
                    .then { (screen: inout Self) in
                        screen.arrangement.status = status
                        return screen.arrange(selecting: nil)
                    }
                })
        case .order:
            let fields = [Field.email, .lastName, .expires, .registered]
            return .ask(
                Dialog(title: "Sort by", among: fields, present: arrangement.order) { field in
                    (field.noun.sentenceCased, "")
                } answer: { field in
                    .then { (screen: inout Self) in
                        screen.arrangement.order = field
                        return screen.arrange(selecting: nil)
                    }
                })
        }
    }

    private func history(of email: String?) -> ScreenEffect? {
        roster.map { .push(HistoryScreen(of: email, $0.directory.policy)) }
    }

    /// Asks first if some accounts that a key acts on may be out of sight, as `hidden` of them are, or if the one for
    /// which it was meant is gone.
    private mutating func ask(
        _ action: AccountAction, _ targets: AccountTargets, hidden: Int
    ) -> ScreenEffect? {
        guard let effect = act(action, on: targets) else { return nil }
        guard let (verb, answer) = action.question(about: targets) else { return effect }
        let whom = targets.one?[.email] ?? targets.count.counted("account")
        var texts: [String] = []
        if hidden > 0 { texts.append(targets.count == 1 ? "it is hidden" : "\(hidden) of them hidden") }
        if marks.isEmpty, let meant { texts.append("\(meant[.email]) is not in the list any more") }
        return .ask(
            Dialog(
                title: "\(verb) \(whom)?".sentenceCased, texts: texts,
                parts: targets.names,
                buttons: [("Back", nil), (answer, effect)]))
    }

    private mutating func act(_ action: AccountAction, on targets: AccountTargets) -> ScreenEffect? {
        // The page of a broken account says what is wrong and what can be done.
        if let account = targets.one, account.has(.broken), !AccountAction.forBroken.contains(action) {
            return open(account)
        }
        if action == .own, let roster {
            return .push(AccountFormScreen(.own(targets), roster.directory, inUse: roster.customValues))
        }
        let effect = roster.flatMap { action.effect(on: targets, $0.directory) }
        if effect == nil { news = .onlyForOneAccount() }
        return effect
    }
}

/// The selected account as last read, which is shown beside the list.
struct AccountPreview {
    let email: String
    /// Nil until it is read.
    private(set) var account: Result<AccountFile, AccountsError>?
    /// Whether the accounts have been read again since.
    var isOld = false
    /// Why it could not be read last time. The error is shown only if it comes twice, since a program may replace a file
    /// in two steps.
    fileprivate var doubt: AccountsError?

    mutating func show(_ new: Result<AccountFile, AccountsError>) {
        let error: AccountsError? = if case .failure(let error) = new { error } else { nil }
        if account == nil || error == nil || error == doubt { account = new }
        doubt = error
    }
}
