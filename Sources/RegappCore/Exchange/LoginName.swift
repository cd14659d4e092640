/// What a name of a column, a key or an attribute says about who may log in.
enum LoginSense: Hashable, Sendable {
    /// A value keeps the account out: `disabled_user`, `prohibit_login`, `deleted_at`.
    case closed
    /// A value lets the account in: `Allow Login`, `is_active`.
    case open
    /// A word says it: `Employee Status`.
    case state
    /// The last day: `Termination Date`, `end of contract`.
    case end
    /// The first day: `valid from`.
    case start
    /// The login itself, so that only a plain no keeps out: `Zugang`.
    case access
    /// The login shell of a Unix user.
    case shell
}

/// A name, judged by its words in any order, joined in any way.
struct LoginName: Sendable {
    /// Nil if the name says nothing about who may log in; its values still may.
    let sense: LoginSense?
    /// Whether all its words are known, so that nothing else can be meant.
    let isWhole: Bool
    /// Whether its decisive words have another meaning too, as `state` and `block` have.
    let isVague: Bool
    /// Whether the values, too, are about something else, as those of `order status` are.
    private let isAboutElse: Bool
    /// Whether it is about the state of an address, or the age of a password: `Email status`, `Password expires`.
    private let isAboutMeans: Bool
    /// Whether it is made of a word for closed accounts and one for open ones, as `suspension.active` is.
    private let isOfBoth: Bool
    /// Whether it may say yes or no as well as a last day: `validity`.
    private let isValidity: Bool
    /// Whether its only word for a state has another meaning too, whatever stands beside it: `profile.state`.
    private let isStateVague: Bool
    /// Whether it names only whose state may be said: `Contract`.
    private let isSubject: Bool
    /// Whether it names those who may log in, so that a no keeps out: `Member`.
    private var isPerson: Bool
    /// Whether it asks if somebody, or somebody's account, is there, unless its values say when.
    let isAvailability: Bool
    /// Whether it asks for what every account is by itself, as `Active`, unlike `Enrolled` and `Approved`.
    private let isActive: Bool
    /// Whether it is Blackboard's `row_status`, whose numbers are states.
    private let isOfRow: Bool
    /// Whether it asks when a state began: `Status since`.
    private let isDated: Bool
    /// Whether it names the account itself.
    private let isAccount: Bool
    /// Whether it turns that around: `Kein Mitglied`.
    let isNegated: Bool
    /// Whether it asks only whether there is a password: `passwordSet`.
    let isOfSecret: Bool
    /// Whether it says how old a password is, or what is asked of it: `password_expires`, `passwordChangedAt`,
    /// `Strong password required`.
    let isTermOfSecret: Bool
    /// Whether its values are names, in which only a whole one counts: `Department`.
    let isLabel: Bool
    /// Whether its values are what people write of somebody in their own words: `Manager's remark`, but not `Note Mathe`.
    private let isOwnWords: Bool
    /// Whether its values are people's names, who may be called Leaver: `Full name`.
    private let isName: Bool
    /// Whether its values are what groups people: `role`, `user_group`.
    private let isGroup: Bool
    /// Whether its values may be the names of users, such as `ann.leaver`.
    private let isUserName: Bool
    /// Whether it asks for a person's state in something else: `userDeliveryStatus`.
    private let isStateInElse: Bool
    /// Whether it asks why somebody was kept out, so that any answer does: `Sperrgrund`.
    private let isReason: Bool
    /// Whether its words close an account in any language's text, as `locked` does and `left` does not.
    let isCertain: Bool
    /// Whether it asks who did something: `approved_by`.
    private let isOfActor: Bool
    /// Whether it names a right, which some may have and others not.
    private let isOfRight: Bool
    /// Whether its day is the last one of a lock: `Suspended until`.
    let isUntil: Bool
    /// Whether its day, if it is to come, is one on which a lock ends: `unban_date`, `Entsperrdatum`.
    private let isOfReopening: Bool
    /// Whether its days are the first ones of a validity: `Gültigkeit von`.
    private let isStartOfValidity: Bool
    /// Whether it asks if a lock is over, or an end was taken back: `Suspension lifted`.
    private let isLifted: Bool
    /// Whether it names a date.
    private let isOfDate: Bool
    /// Whether its day is a first one, whatever else it names: `Kennung nutzbar ab`.
    private let isFrom: Bool
    /// What its values mean, in small letters, if it explains them: `Login (green = yes, red = no)`.
    private var legend: [String: String] = [:]
    /// Whether one of these meanings is said of those who may log in: `member`.
    private var isLegendOfPeople = false
    /// Whether it is about an end, so that its days may be the last ones: `expired`, `inactiveDate`.
    private let isExpiry: Bool
    /// Whether its days are those on which people leave, so that one to come is a last one: `Abgangsdatum`. Whoever is
    /// banned on a day to come is banned already.
    private let isOfLeaving: Bool
    /// Whether its values may be kinds of accounts, whose numbers tell nobody which of them is closed: `user_type`.
    let isOfKinds: Bool
    /// Whether it names only the part of a building where people live: `Bloque`.
    private let isBlock: Bool
    /// Whether one of its words is about those who may log in, so that a yes or no may say who: `Good to go?`
    private let mayBeAnswered: Bool
    /// Whether it is a question: `Good to go?`
    private var isQuestion = false
    /// Whether a program made it, as `stu_status` and `ROWSTATUS`.
    private var isOfProgram = false

    /// - Parameter name: of a key inside objects, with the keys around it, as in `profile.is_active`.
    init(_ name: String) {
        // People may be called Banned.
        if Field(columnNamed: name)?.entryStyle == .name
            || LDAPAttribute.names.contains(ColumnMap.folded(name))
        {
            self.init(text: Self.nickname)
            return
        }
        if let known = LoginAttribute.name(ofNumber: name) {
            self.init(text: known)
            return
        }
        let parts = name.split(separator: ".")
        // What every object of some program stands in says nothing.
        let named = parts.filter { !Self.containers.contains(ColumnMap.folded(String($0))) }
        let keys = named.isEmpty ? parts : named
        // `Austr.` is one word, cut short.
        let ending = name.hasSuffix(".") ? "." : ""
        let name = keys.count < parts.count ? keys.joined(separator: ".") + ending : name
        let whole = LoginName(text: name)
        guard keys.count > 1, !whole.isAboutElse, !whole.isLifted else {
            self = whole
            isOfProgram = Self.isOfProgram(name)
            return
        }
        let own = LoginName(text: keys[keys.endIndex - 1] + ending)
        guard !own.isAboutElse, !own.isAboutMeans, whole.sense == nil || !whole.isWhole else {
            self = own.isAboutElse || own.isAboutMeans ? own : whole
            return
        }
        // The keys around it may say nothing, so that only its own words and those next to it count.
        let ends = keys.indices.dropFirst().lazy.map { LoginName(text: keys[$0...].joined(separator: " ")) }
        let found = ends.first { $0.sense != nil && $0.isWhole } ?? whole
        // `access.mapRoles`
        self = found.sense == .access && !found.isWhole ? own : found
        // `account.admin`
        isPerson = isPerson && own.isPerson
        isOfProgram = Self.isOfProgram(name)
    }

    private static func isOfProgram(_ name: String) -> Bool {
        name.contains("_") || !name.contains { $0.isLowercase || $0.isWhitespace }
    }

    /// A name whose values are names: only what is added to one, as in `Ann Lee (left)`, says anything.
    private static let nickname = "nickname"

    private static let containers: Set<String> = [
        "data", "profile", "attributes", "attrs", "properties", "fields", "custom", "metadata", "meta",
        "info",
        "details", "user",
    ]

    private init(text given: String) {
        let name =
            if given.trimmed == "†" {
                "deceased"
            } else if given.lowercased().hasPrefix("in_ativ") {
                // The Portuguese `indicador`.
                String(given.dropFirst("in_".count))
            } else {
                given
            }
        // A remark in brackets says what values are possible: `Block sign in (Yes/No)`. If nothing else is said before
        // it, it may be what counts: `Account (suspended)`.
        let bare = String(name.prefix { $0 != "[" && $0 != "(" })
        guard bare.utf8.count < name.utf8.count else {
            self.init(words: LoginWords.words(of: name), lists: name.contains { "/|&+,".contains($0) })
            isQuestion = name.hasSuffix("?")
            return
        }
        let short = LoginName(words: LoginWords.words(of: bare))
        self = short.sense == nil ? LoginName(words: LoginWords.words(of: name)) : short
        guard name.utf8.count <= Self.longestList else { return }
        legend = Self.legend(of: name.dropFirst(bare.count))
        isLegendOfPeople = legend.values.contains { Self.letsIn($0) }
    }

    /// The codes and their meanings in brackets behind a name: `(W = welcome, X = left us, must stay out)`.
    private static func legend(of text: Substring) -> [String: String] {
        var legend: [String: String] = [:]
        var last: String?
        for part in text.split(whereSeparator: { ",;/()[]".contains($0) }) {
            let sides = part.split(maxSplits: 1) { "=:–—".contains($0) }.map { String($0).trimmed }
            // Not a time of day.
            if sides.count == 2, sides[1].contains(where: \.isLetter) {
                last = sides[0].lowercased()
                last.map { legend[$0] = sides[1] }
            } else if let last, sides.count == 1 {
                legend[last]? += ", " + sides[0]
            }
        }
        return legend
    }

    /// - Parameter lists: whether a sign joins several things, as in `Kündigung/Widerruf`.
    private init(words given: [String], lists: Bool = false) {
        let words = given.count == 1 ? [Self.wordsAlone[given[0]] ?? given[0]] : given
        // Programs begin their names with a sign of two letters: `um_status`.
        let known = words.enumerated().map { index, word -> LoginWords.Roles in
            if Self.isPortugueseOf(index, in: words) { return LoginWords.Roles.filler }
            return LoginWords.roles(of: word) ?? LoginWords.guessedRoles(of: word)
                ?? (index == 0 && word.count <= 2 ? .filler : [])
        }
        let isOfDay = known.contains { $0.contains(.dated) }
        let roles = Self.inContext(
            zip(words, known).map { word, roles in
                // `data_zwol`
                guard roles == [], isOfDay, let whole = LoginWords.whole(of: word) else { return roles }
                return LoginWords.roles(of: whole) ?? []
            })
        let isWhole = !roles.contains { $0.isDisjoint(with: Self.known) }
        let counted = Self.counted(roles, isWhole: isWhole)
        let all = LoginWords.Roles(counted)
        let isRemark =
            (words.first.map(Self.wordsOfRemarks.contains) ?? false
                || words.last.map(Self.wordsOfRemarks.contains) ?? false
                    && known.dropLast().allSatisfy { $0.isDisjoint(with: [.topic, .address]) })
            && all.isDisjoint(with: [.closed, .open, .state, .access])
        isOwnWords = isRemark && (words.last.map(Self.wordsOfRemarks.contains) ?? false)
        isAboutElse =
            !isRemark && !Self.closesAccount(roles, words)
            && (all.contains(.topic) || words.last.map(Self.wordsOfOthers.contains) ?? false)
        isAboutMeans = Self.isAboutMeans(all)
        func isJoined(_ range: Range<Int>) -> Bool {
            range.allSatisfy { known[$0].isDisjoint(with: Self.known) || known[$0] == .filler }
        }
        // `Suspended until`, `Ban ends`, `Fine sospensione`
        let areLocks = zip(words, known).map { word, roles in
            // Not `Banker until`.
            Self.wordsOfLocks.contains(word)
                || Self.beginningsOfLocks.contains(where: word.hasPrefix) && roles.contains(.closed)
        }
        // What stands between belongs to one of them, as in `Exclu-si-on end`.
        let isEndOfLock =
            areLocks.firstIndex(of: true).map { lock in
                words.indices.contains { index in
                    Self.wordsOfEnding.contains(words[index])
                        && (index > lock && (index == lock + 1 || isJoined(lock + 1..<index))
                            || words.count == 2 && index < lock)
                }
            } ?? false
        // `Not allowed until`, but not `not after`, and not `Nicht länger als bis`
        let isUntilLetIn =
            all.contains(.negation) && words.contains(where: Self.wordsOfUntil.contains)
            && !words.contains(where: Self.wordsOfLonger.contains)
        // `Gültig von`, but not `Praktikum von`
        let isFromThen =
            isWhole && words.count > 1 && words.last.map(Self.wordsOfFrom.contains) ?? false
            && known.contains { !$0.isDisjoint(with: [.open, .openValue, .access, .subject, .account]) }
        let areStarts = words.map { Self.beginningsOfStarts.contains(where: $0.hasPrefix) }
        let senseOfWords = isAboutElse || isAboutMeans ? nil : Self.sense(all, counted, isWhole: isWhole)
        // `Gültigkeit von`, `Beginn der Gültigkeit`, but not `Gültigkeit läuft ab`
        isStartOfValidity =
            senseOfWords == .end && all.isDisjoint(with: [.until, .negation, .last])
            && !words.contains(where: Self.saysEnd)
            && (all.contains(.open) || words.contains { $0.hasPrefix("wazn") })
            && !lists
            && (isFromThen || all.contains(.start)
                || known.contains { $0.contains(.from) && !$0.contains(.vague) }
                || words.contains(where: Self.saysBeginning))
        // `Zugang entfernt`, `Account pulled`
        let isTaken = !isAboutElse && senseOfWords != .closed && Self.isTaken(words, known)
        // `Suspension lifted on`, `Kündigung widerrufen`
        isLifted = (senseOfWords == .closed || senseOfWords == .end) && !lists && Self.isLifted(words)
        let said: LoginSense? =
            isStartOfValidity ? .start : isTaken ? .closed : isLifted ? nil : senseOfWords
        let isOfLock = isEndOfLock && !isAboutElse && !isAboutMeans
        // `Web service access only`
        let isOnlyElse =
            said == .access && all.isDisjoint(with: [.open, .openValue, .verb, .person])
            && words.contains(where: Self.wordsOfOnly.contains)
        sense = isOfLock || said == .end && isUntilLetIn || isOnlyElse ? .closed : said
        isOfBoth =
            sense == .state && !all.isDisjoint(with: .closed) && all.isDisjoint(with: [.state, .confirmed])
        isValidity = sense == .end && all.contains(.open) && all.isDisjoint(with: .until)
        let decisive = counted.filter { !$0.isDisjoint(with: [.closed, .state]) && !$0.contains(.negation) }
        isVague =
            !decisive.isEmpty && decisive.allSatisfy { $0.contains(.vague) }
            && all.isDisjoint(with: [.subject, .end, .until, .reason, .access])
        isStateVague = counted.allSatisfy { !$0.contains(.state) || $0.contains(.vague) }
        self.isWhole = isWhole && !(isVague && sense == .state)
        isSubject = isWhole && sense == nil && all.contains(.subject)
        // `Registered voter member`, `full member`, but not `full moon member`
        let isOfMembers =
            sense == nil && !isAboutElse && roles.last.map { $0.contains(.person) } ?? false
            && roles.indices.dropLast().contains { index in
                roles[index].contains(.openValue)
                    && (roles[index].contains(.person) || index == roles.count - 2)
            }
        isAvailability = words == ["available"] || words == ["availability"]
        isPerson =
            isAvailability
            || (isSubject || isOfMembers) && all.contains(.person) && !all.contains(.label)
                && all.isDisjoint(with: [.plural, .address, .last, .kind])
                && !known.contains { $0.contains(.money) }
        isDated = all.contains(.dated)
        isOfRow = words.first == "row"
        isActive = words.contains { word in Self.beginningsOfActive.contains(where: word.hasPrefix) }
        // Nothing else may close the account: the end of a ban is no end of the account.
        isExpiry =
            sense == .closed && !all.contains(.negation)
            && words.contains(where: Self.isOfExpiry)
            && zip(words, roles).allSatisfy { word, roles in
                roles.isDisjoint(with: [.closed, .lock]) || Self.isOfExpiry(word)
            }
        isOfKinds = words.last.map(Self.wordsOfKinds.contains) ?? false
        isAccount = all.contains(.account)
        isNegated = all.contains(.negation)
        isOfSecret =
            all.contains(.secret)
            && counted.allSatisfy {
                !$0.isDisjoint(with: [.secret, .negation, .filler]) && $0.isDisjoint(with: .dated)
            }
        isTermOfSecret =
            all.contains(.secret)
            && (roles.last?.contains(.secret) == false
                || roles.count > 2 && roles.first?.contains(.dated) == true)
            && (!all.isDisjoint(with: [.end, .dated, .last, .until, .required])
                || words.last.map(Self.wordsOfTime.contains) ?? false)
        isLabel = !isRemark && all.contains(.label)
        mayBeAnswered = known.contains {
            !$0.isDisjoint(with: [.open, .openValue, .access, .modal, .here, .person, .subject])
        }
        isBlock = words.count == 1 && Self.wordsOfBlocks.contains(words[0])
        // `Допустить не раньше`, but not `à rendre avant le`
        let isOfBeginning =
            known.contains { $0.contains(.from) && !$0.contains(.vague) }
            || all.contains(.from)
                && known.contains {
                    !$0.isDisjoint(with: [.negation, .access, .open, .subject, .person, .here, .day])
                }
        // `Date d'activation`, but not `SIM activation`
        let isOfStart =
            areStarts.contains(true)
            && zip(areStarts, known).allSatisfy { isStart, roles in
                isStart || !roles.isDisjoint(with: Self.besideStarts) && !roles.contains(.topic)
            }
        isOfDate =
            known.contains { !$0.isDisjoint(with: [.dated, .day]) }
            || words.contains { $0.hasSuffix("date") || $0.hasSuffix("datum") }
            || words.last.map { Self.wordsOfTime.contains($0) || $0 == "am" } ?? false
        isFrom =
            !isAboutElse && !isAboutMeans && sense != .closed && sense != .end
            && (all.contains(.start) || isOfBeginning || isFromThen || isOfStart)
        isName = words.last.map { $0.hasSuffix("name") || roles[words.count - 1].contains(.name) } ?? false
        isUserName =
            (isName || words.last.map(Self.wordsOfUserNames.contains) ?? false
                || words == ["user", "id"])
            && !words.contains(where: Self.wordsOfGroups.contains)
        isGroup = words.last.map(Self.wordsOfGroups.contains) ?? false
        isOfActor = words.last.map(Self.wordsOfActors.contains) ?? false
        isOfRight = all.contains(.right)
        // `Category: expelled`
        isStateInElse =
            isAboutElse
            && (all.contains(.state) && !all.isDisjoint(with: [.person, .account]) || words == ["category"])
        isReason = sense == .closed && all.contains(.reason)
        // `nicht freigeschaltet` is none, and `freigeschaltet bis` an end.
        isOfReopening =
            isLifted
            || !isAboutElse && !isAboutMeans && all.isDisjoint(with: [.negation, .until])
                && !words.contains(where: Self.wordsOfEnding.contains)
                && Self.beginningsOfReopening.contains(where: words.joined().holds)
                // Not the reopening of a shop.
                && zip(words, known).allSatisfy { word, roles in
                    !roles.isEmpty || word.count < 4
                        || Self.beginningsOfReopening.contains(where: word.hasPrefix)
                }
        isUntil =
            sense == .closed
            && (isEndOfLock || counted.contains { $0.contains(.until) && !$0.contains(.vague) })
        let isOfBan = areLocks.contains(true) && !all.contains(.from)
        isOfLeaving = sense == .closed && !isUntil && (isExpiry || !isOfBan)
        isCertain =
            isReason || sense == .closed && counted.contains { $0.isSuperset(of: [.closed, .strong]) }
    }

    /// Whether an account or the login is said to be closed, or somebody for a reason, whatever else stands beside it:
    /// `Account locked because of payment`, `Banned by court order`.
    private static func closesAccount(_ roles: [LoginWords.Roles], _ words: [String]) -> Bool {
        let told = roles.indices.filter { roles[$0] != .filler }
        func isStrong(_ index: Int) -> Bool { roles[index].isSuperset(of: [.closed, .strong]) }
        if let first = told.first, isStrong(first), first + 1 < words.count,
            LoginRemark.wordsOfReasons.contains(words[first + 1])
        {
            return true
        }
        return zip(told, told.dropFirst()).contains { index, next in
            !roles[index].isDisjoint(with: [.account, .access]) && isStrong(next)
        }
    }

    /// The Polish `do` is an end in `ważny do`, the Portuguese one none in `data do exame`.
    private static func isPortugueseOf(_ index: Int, in words: [String]) -> Bool {
        words[index] == "do" && index > 0 && index + 1 < words.count
            && ["data", "vacina", "dia", "hora", "prazo"].contains(words[index - 1])
            && !["dnia", "kiedy", "konca", "roku", "terminu", "czasu"].contains(words[index + 1])
    }

    private static let wordsOfTime: Set<String> = ["at", "on", "time", "timestamp"]
    /// Other people: a file's `manager` may be locked, or called so.
    private static let wordsOfOthers: Set<String> = [
        "manager", "supervisor", "secretary", "boss", "vorgesetzter", "vorgesetzte", "responsable",
        "superviseur",
        "jefe", "chefe", "capo", "leidinggevende", "przelozony", "руководитель",
    ]
    /// A remark may be the office's, or about a course: `Hinweis Büro`.
    private static let wordsOfRemarks = Set(
        """
        remark remarks note notes comment comments hinweis hinweise bemerkung bemerkungen anmerkung anmerkungen
        notiz notizen kommentar kommentare commentaire commentaires remarque remarques observation observations
        comentario comentarios nota notas observaciones commento commenti osservazioni observacoes opmerking
        opmerkingen notitie notities annotazione annotation annotations anotacion anotaciones anotacao anotacoes
        aantekening adnotacja adnotacje zapiski dopiski отметки пояснения sonstiges varie obs recados bijzonderheden
        toelichting tekst freitext пометка пометки uwaga uwagi komentarz komentarze примечание примечания
        комментарии заметка заметки notatka notatki annotazioni alert
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let wordsOfUserNames: Set<String> = [
        "handle", "uid", "userid", "login", "logon", "display", "kennung", "identifiant", "identificativo",
        "логин",
    ]
    private static let wordsOfGroups: Set<String> = [
        "group", "groups", "role", "roles", "gruppe", "gruppen", "groupe", "groupes", "grupo", "grupos",
        "gruppo",
        "groep", "grupa", "группа",
    ]

    private static func isOfExpiry(_ word: String) -> Bool {
        word.hasPrefix("expir") || word.hasPrefix("inactiv")
    }

    private static let beginningsOfLocks = [
        "ban", "barred", "debar", "exclu", "blacklist", "prohib", "restrict", "lock", "block", "suspen",
        "sperr", "gesperr", "bloq", "blocc", "blok", "geblok", "zablok",
        "заблок", "zawies", "sospe", "schors",
    ]
    /// Those that have other roles, or none.
    private static let wordsOfLocks: Set<String> = [
        "mute", "muted", "timeout", "cooldown", "ipb", "stadionverbot", "hausverbot", "sospensione",
        "sanction", "sancion", "sanktion", "freeze", "блокировки", "bl", "penalty",
        "quarantine",
    ]
    /// What some words mean where nothing stands beside them: Contao's name for an end, Bitrix' for active people.
    private static let wordsAlone = [
        "stop": "end", "trash": "deleted", "preserved": "deleted",
        "baixa": "end", "validado": "validated", "validada": "validated",
        "papierkorb": "deleted", "corbeille": "deleted",
        "trasferito": "deleted",
        "trasferita": "deleted",
        "активность": "active", "активирован": "active",
    ]
    private static let beginningsOfActive = [
        "activ", "aktiv", "actif", "attiv", "ativ", "actief", "aktyw", "актив", "enabl", "allow",
    ]
    private static let beginningsOfReopening = [
        "unban", "unblock", "unlock", "unsuspen", "unfreez", "reactiv", "reinstat", "reenabl", "reopen",
        "entsperr", "freischalt", "freigeschalt", "reaktivier", "debloq", "deverrouill", "desbloq",
        "rehabilit", "sblocc", "riattiv", "riabilit", "reativ", "deblok", "ontgrendel", "heractiv",
        "odblok", "reaktyw", "разблок", "реактив",
    ]
    /// At the end of a name whose values are days.
    private static let wordsOfFrom: Set<String> = ["from", "von", "du", "van", "da", "od", "с"]
    private static let beginningsOfStarts = [
        "eintritt", "schuleintritt", "dienstantritt", "anfang", "beginn", "joined", "joining", "activat",
        "aktivier",
        "attivaz", "activac", "ativac", "ingang", "aanvang", "inschrijf", "indienst", "rozpocz", "aktywac",
        "przyjec",
        "poczat", "активац", "вступлен", "зачислен", "prisede", "entrada", "ingresso", "decorrenz", "admiss",
        "opens",
        "beitritt", "aufnahme", "onboarding", "iscrizion", "inscri", "lidmaatschap",
    ]
    private static let wordsOfBeginning: Set<String> = [
        "debut", "inicio", "desde", "inizio", "dal", "ab", "start", "poczatek", "ingangsdatum",
    ]

    private static func saysBeginning(_ word: String) -> Bool {
        wordsOfBeginning.contains(word) || ["beginn", "anfang", "poczat"].contains(where: word.hasPrefix)
    }

    private static func saysEnd(_ word: String) -> Bool {
        wordsOfEnding.contains(word)
            || ["verfallt", "verfaellt", "fim", "al", "do", "po", "по", "tm"].contains(word)
            || [
                "expir", "eind", "konc", "termin", "venc", "echeanc", "scad", "verfall", "verval", "caduc",
                "lapse",
            ].contains(where: word.hasPrefix)
            || ["ende", "end"].contains(where: word.hasSuffix)
    }

    /// Whether nothing is said but that an account or the access was taken away.
    private static func isTaken(_ words: [String], _ roles: [LoginWords.Roles]) -> Bool {
        var isOfAccess = false
        var isOfPerson = false
        var isTaken = false
        var isRemoved = false
        for (index, word) in words.enumerated() {
            let next = words.dropFirst(index + 1).first
            if wordsOfTaking.contains(word) || wordsBeforeOff[word] == next && next != nil {
                isTaken = true
            } else if wordsOfRemoval.contains(word) {
                isRemoved = true
            } else if !roles[index].isDisjoint(with: [.access, .account]) {
                // A number of accounts is nobody's.
                let isPlural = word.hasSuffix("s") && !["access", "acces"].contains(word)
                if isPlural, LoginWords.roles(of: String(word.dropLast())) != nil { return false }
                isOfAccess = true
            } else if roles[index].contains(.person) {
                isOfPerson = true
            } else if !wordsBesideTaking.contains(word) {
                return false
            }
        }
        return isOfAccess && (isTaken || isRemoved) || isOfPerson && isRemoved
    }

    /// Beside `access` or `account`, they close it.
    private static let wordsOfTaking = Set(
        """
        abgestellt abgeschaltet gekappt ausgesetzt verwirkt verloren eingezogen zuruckgezogen zurueckgezogen unterbunden
        aufgehoben gestrichen unterbrochen aufgelost aufgeloest pulled cut withheld stripped forfeited lost yanked stopped
        liquidated perdu perdue enleve enlevee stoppe stoppee gele gelee retire retiree quitado quitada perdido perdida
        retirado tolto tolta interrotto interrotta dismesso dismessa afgenomen kwijt verloren stopgezet
        ingetrokken zabrany zabrana utracony utracona odebrany odebrana снят снята снято отобран отобрана утрачен утрачена
        отменен отменена
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let wordsBeforeOff = ["turned": "off", "switched": "off", "taken": "away", "wound": "up"]
    /// Beside a person, too.
    private static let wordsOfRemoval: Set<String> = [
        "entfernt", "rausgenommen", "herausgenommen", "removed", "forfeited", "skasowane", "skasowany",
        "удален", "удалена",
    ]
    private static let wordsBesideTaking: Set<String> = [
        "off", "away", "up", "rights", "am", "on", "at", "wurde", "ist", "was", "is", "has",
        "been", "a",
        "ete", "le", "el", "il", "op",
    ]

    /// Whether a lock is said to be over, or an end to be taken back, and nothing else.
    private static func isLifted(_ words: [String]) -> Bool {
        guard let first = words.first, let second = words.dropFirst().first,
            words.dropFirst(2).allSatisfy({
                ["am", "on", "at", "date", "datum", "le", "el", "il", "op"].contains($0)
            })
        else { return false }
        return locks.contains(first) && wordsOfLifting.contains(second)
            || ends.contains(first) && wordsOfTakingBack.contains(second)
    }

    private static let locks: Set<String> = [
        "suspension", "lock", "block", "ban", "sperre", "sperrung", "blocage", "bloqueo", "suspensao",
        "blocco",
        "sospensione", "bloqueio", "blokkering", "schorsing", "blokada", "блокировка", "exclusion",
    ]
    private static let wordsOfLifting = Set(
        """
        lifted ended over released cleared removed revoked beendet geloscht geloescht aufgehoben levee leve retire retiree
        retirado retirada levantado levantada rimosso rimossa revocata revocato removido removida opgeheven zdjeta usunieta
        снята
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let ends: Set<String> = [
        "kundigung", "kuendigung", "austritt", "loschung", "loeschung", "deletion", "resignation",
        "termination",
    ]
    private static let wordsOfTakingBack: Set<String> = [
        "widerrufen", "zuruckgezogen", "zurueckgezogen", "zuruckgenommen", "zurueckgenommen",
        "abgebrochen",
        "withdrawn", "cancelled", "canceled", "rescinded",
    ]
    private static let besideStarts: LoginWords.Roles = [
        .filler, .dated, .day, .subject, .account, .access, .person, .negation,
    ]
    private static let wordsOfOnly: Set<String> = [
        "only", "nur", "seulement", "uniquement", "solo", "soltanto", "somente", "apenas", "alleen", "tylko",
        "только",
    ]
    private static let wordsOfUntil: Set<String> = [
        "until", "till", "bis", "hasta", "fino", "ate", "tot", "jusque", "jusqu",
    ]
    private static let wordsOfLonger: Set<String> = [
        "after", "longer", "more", "later", "langer", "laenger", "mehr", "plus", "mas", "mais", "piu", "meer",
    ]

    private static let wordsOfEnding: Set<String> = [
        "end", "ends", "ending", "expire", "expires", "expiry", "expiration", "endet", "ende", "ablauf",
        "lauft",
        "laeuft", "fin", "termina", "vence", "fine", "scade", "scadenza", "einde", "eindigt", "verloopt",
        "koniec",
        "konczy", "wygasa", "конец", "окончание", "истекает", "until", "bis", "hasta", "ate", "fino", "tot",
    ]

    private static let wordsOfKinds: Set<String> = [
        "type", "typ", "tipo", "kind", "art", "soort", "rodzaj", "тип",
    ]
    private static let wordsOfBlocks: Set<String> = ["block", "bloc", "bloque", "bloco", "blocco", "blok"]
    private static let wordsOfActors: Set<String> = ["by", "von", "par", "por", "da", "door", "przez"]

    private static let known: LoginWords.Roles = [
        .closed, .open, .access, .subject, .end, .until, .from, .start, .state, .negation, .last, .filler,
        .shell, .reason, .still, .means, .required, .here, .money, .again,
    ]

    /// The roles of words, without those that they have only beside others.
    private static func inContext(_ roles: [LoginWords.Roles]) -> [LoginWords.Roles] {
        let all = LoginWords.Roles(roles)
        let isStrong = roles.contains { $0.isSuperset(of: [.closed, .strong]) }
        let isOfTrial = roles.contains { $0.isSuperset(of: [.subject, .passing]) }
        let isPassing = roles.contains { $0.contains(.passing) && !$0.contains(.subject) }
        let isOfLock = roles.contains { $0.isSuperset(of: [.closed, .lock]) }
        let isInArrears = roles.contains { $0.isSuperset(of: [.closed, .money]) }
        return roles.enumerated().map { index, role in
            // `failed_logins`
            if role.contains(.passing), !role.contains(.subject), !isOfTrial { return [] }
            // `del` and `del_flag`, but not `fecha del contrato`
            if role == [.filler, .verb] {
                return index == 0 || index == roles.count - 1 ? [.closed, .vague] : .filler
            }
            let isTopic: Bool
            if role.contains(.label) {
                // `AliasDisabled`
                isTopic = !isStrong
            } else if role.contains(.means) {
                // `two_factor_locked`, but not `two_factor_disabled`
                isTopic = !isOfLock
            } else if role.contains(.money), isInArrears {
                isTopic = false
            } else if role.contains(.subject) {
                // `Probation failed`
                isTopic = !isStrong && !isPassing
            } else if role.contains(.filler) {
                // `Paid member`, and a column called only `Comments`
                isTopic = !all.contains(.person) && !roles.allSatisfy { $0.contains(.filler) }
            } else {
                isTopic = true
            }
            return isTopic ? role : role.subtracting(.topic)
        }
    }

    private static func isAboutMeans(_ all: LoginWords.Roles) -> Bool {
        guard all.isDisjoint(with: [.closed, .access, .account]) else { return false }
        // A `Licence` ends by itself, but not a `Member licence`.
        let isFinite = all.contains(.finite) && !all.contains(.person)
        guard !all.contains(.open) else { return isFinite && all.contains(.until) }
        if all.contains(.address), all.contains(.state) { return true }
        return all.contains(.end) && (all.contains(.secret) || isFinite)
    }

    /// Without what says nothing of logins in this name.
    private static func counted(_ roles: [LoginWords.Roles], isWhole: Bool) -> [LoginWords.Roles] {
        let all = LoginWords.Roles(roles)
        return roles.indices.lazy.filter { index in
            // `allowed to log in` has no end, and `belongs to team`.
            let isBeforeOther = roles[(index + 1)...].contains {
                $0.isDisjoint(with: [.filler, .dated, .day])
            }
            return !(roles[index] == [.until, .vague] && isBeforeOther)
        }.map { roles[$0] }.filter { role in
            // `allow_comments` is about comments.
            if role.contains(.verb) { return isWhole || !all.isDisjoint(with: [.access, .account]) }
            // `email_verified` is about the email, and `current_sign_in_at` about a session.
            if role.contains(.confirmed) { return isWhole && all.isDisjoint(with: [.address, .access]) }
            // `building block`, `open positions`, but not `Zoom account enabled`
            return isWhole || all.contains(.account) || role.isDisjoint(with: [.open, .closed])
                || !role.contains(.vague)
        }
    }

    private static func sense(
        _ all: LoginWords.Roles, _ roles: [LoginWords.Roles], isWhole: Bool
    ) -> LoginSense? {
        let isNegated = all.contains(.negation)
        let isVague = !roles.contains { $0.contains(.state) && !$0.contains(.vague) }
        if all.contains(.shell), isWhole { return .shell }
        // `do not reactivate`
        if isNegated, all.contains(.again) { return .closed }
        if all.isSuperset(of: [.means, .required]) { return .closed }
        // `Reason for leaving`
        if all.contains(.reason), !all.isDisjoint(with: [.closed, .end]), isWhole, !isNegated {
            return .closed
        }
        // `nicht mehr Mitglied`, `still employed`
        if all.contains(.still), isWhole, !all.isDisjoint(with: [.subject, .open, .here]),
            !all.contains(.closed)
        {
            return isNegated ? .closed : .open
        }
        // A state may be listed with its words: `Status (active/disabled)`, `active_or_suspended`.
        if all.contains(.closed), all.contains(.open), !all.contains(.verb), !isNegated { return .state }
        if all.contains(.closed) { return isNegated ? .open : .closed }
        // `last working day`
        if all.contains(.last), all.contains(.day), isWhole, !all.contains(.access) { return .end }
        if all.contains(.open) {
            if all.isSuperset(of: [.service, .dated]) { return .start }
            if all.contains(.until) || all.contains(.end) && isWhole { return .end }
            if all.contains(.from), isWhole { return .start }
            // `last_active_at`
            if all.contains(.last) { return nil }
            return isNegated ? .closed : .open
        }
        // `Never expires`
        if isNegated, all.contains(.end), all.isDisjoint(with: [.access, .until]) { return nil }
        if all.contains(.end), isWhole { return .end }
        if all.contains(.state), !isVague || all.contains(.subject) && isWhole { return .state }
        // `Mitglied bis`
        if !all.isDisjoint(with: [.access, .subject]), all.contains(.until), isWhole { return .end }
        // `Accès à partir du`
        if !all.isDisjoint(with: [.access, .subject]), all.contains(.from), isWhole { return .start }
        // `notBefore` and `not_after`
        if all.contains(.start) || isNegated && all.contains(.from), isWhole { return .start }
        if all.contains(.until), isWhole, isNegated || roles.contains([.until]) { return .end }
        if all.contains(.access), isNegated { return .closed }
        if all.contains(.state) { return .state }
        // Beside words that are not known, a day still is the last one.
        if all.contains(.end) || roles.contains(where: { $0.isSuperset(of: .until) && !$0.contains(.vague) })
        {
            return .end
        }
        // A number of logins keeps nobody out.
        return all.contains(.access) && all.isDisjoint(with: [.last, .plural, .secret]) ? .access : nil
    }
}

/// What one value says, given the sense of its name.
enum LoginVerdict: Hashable, Sendable {
    /// A word says so.
    case letIn
    /// Nothing keeps the account out.
    case mayLogIn
    case keptOut
    /// Nothing by itself; among other values it may.
    case unclear
}

extension LoginName {
    /// - Parameter now: for days and times that are still to come; nil if unknown.
    func verdict(on value: String, at now: Moment?) -> LoginVerdict {
        let today = now?.systemDate
        // Where something can be done, as in `links.suspend.href`, is no state.
        if ["https://", "http://"].contains(where: value.hasPrefix) { return .mayLogIn }
        if isOfReopening, isOfDate || isLifted, NoValue.isMeant(by: value) { return .mayLogIn }
        // `Suspension lifted: no`
        if isLifted, let truth = truth(of: value) { return truth ? .mayLogIn : .keptOut }
        if isOfReopening, Int(value.trimmed) == nil {
            if Self.isEndless(value) { return .keptOut }
            if let today, let day = Self.day(of: value) { return day < today ? .mayLogIn : .keptOut }
        }
        if isFrom, let now, let today, let day = Self.day(of: value), day.year < 9999 {
            let second = Timestamp.imported(value)?.secondsSince1970
            let isLater = day == today && second.map { $0 > now.timestamp.secondsSince1970 } ?? false
            if day > today || isLater { return .keptOut }
        }
        // A number alone is a date under the name of one, and else one of anything: `Gehalt von: 52000`.
        if isFrom || sense == .start, let today, Self.day(of: value) == nil,
            isOfDate || !value.trimmed.allSatisfy(\.isNumber)
                || sense == .start && value.trimmed.utf8.count == 5,
            let isPast = Self.isPastDate(value, today)
        {
            return isPast ? .mayLogIn : .keptOut
        }
        if !legend.isEmpty, let meaning = legend[value.trimmed.lowercased()] {
            if keepsOut(meaning) { return .keptOut }
            // Whatever `shown the door` means, it is not `member`.
            if isLegendOfPeople, sense != .closed, sense != .end, !isAboutElse, !isLabel {
                if Self.letsIn(meaning) { return .letIn }
                return meaning.contains(" ") ? .unclear : .mayLogIn
            }
        }
        guard let sense else {
            let verdict = verdict(ofAnyName: value)
            return verdict == .mayLogIn ? self.verdict(ofAnswer: value.trimmed) : verdict
        }
        let truth = truth(of: value)
        guard !NoValue.isMeant(by: value) || sense == .access && truth == false && !value.trimmed.isEmpty
        else {
            // `Zugang: ja`, and nothing for the others
            let isUnclear =
                sense == .open || sense == .access && isWhole || sense == .state && isWhole && !isDated
            return isUnclear ? .unclear : .mayLogIn
        }
        switch sense {
        case .closed: return verdict(ofClosed: value, truth, today: today)
        case .open where Self.hasEnded(value, today), .state where Self.hasEnded(value, today):
            return .keptOut
        case .open where Self.isNotYet(value, today), .state where Self.isNotYet(value, today):
            return .unclear
        case .open:
            if let truth { return truth ? .mayLogIn : .keptOut }
            // `active_date`; `Active: 2030-01-01` may be its last day or its first.
            if isOfRight || isDated || isActive, let today, let day = Self.day(of: value), day > today,
                day.year < 9999
            {
                return isDated && isWhole ? .keptOut : .unclear
            }
            // `approved_at`, `approved_by`
            guard !isOfActor, Self.day(of: value) == nil, case let word = Self.word(value) else {
                return .mayLogIn
            }
            // `Active language: de`
            return word == .unclear && !isWhole ? .mayLogIn : word
        case .state:
            if isOfBoth, let truth { return truth ? .keptOut : .unclear }
            if value.trimmed.lowercased() == "ok" { return .letIn }
            if let truth {
                // `Status: off`; a 0 may be any code.
                if isWhole, !truth, Int(value.trimmed) == nil { return .keptOut }
                return .unclear
            }
            let word = Self.word(value)
            // `Status since: May`
            if isDated, word == .unclear { return .mayLogIn }
            // `Status: Kündigung`
            if isWhole, word != .keptOut, Self.isEnd(value) { return .keptOut }
            // `Status: Admin`
            if isWhole, word == .unclear, Self.isRole(value) { return .letIn }
            // `state` may be that of an address, and `ROW_STATUS` anything, whose codes are longer.
            let isCode = isWhole || value.trimmed.count == 1 || isVague && Int(value.trimmed) != nil
            return word == .unclear && !isCode ? .mayLogIn : word
        case .end:
            guard isWhole else { return Self.isDate(value) ? .keptOut : verdictOfWords(value) }
            if let truth { return truth == isValidity ? .mayLogIn : .keptOut }
            // Programs write 9999-12-31 for an end that never comes.
            if LoginFacts.day(inTicks: value) == "" { return .mayLogIn }
            if let day = Self.day(of: value) { return day.year >= 9999 ? .mayLogIn : .keptOut }
            if Self.isTimeOfDay(value) { return .mayLogIn }
            // A date in another language or form has two numbers; `Fall 2025` is none.
            let numbers = value.split { !$0.isNumber }
            return numbers.count > 1 ? .keptOut : Self.word(value)
        case .start:
            guard let day = Self.day(of: value), let today else {
                // What is said of a validity, and is neither a day nor a year, may be its end, or never.
                let isYear = value.trimmed.allSatisfy(\.isNumber)
                return isStartOfValidity && !isYear ? .keptOut : verdictOfWords(value)
            }
            // `2020-01-01 - 2021-12-31`
            if isStartOfValidity, Self.days(in: value).count > 1 { return .keptOut }
            return day > today ? .keptOut : .mayLogIn
        case .access:
            // `login_type: 0`
            if isOfKinds, Int(value.trimmed) != nil { return .mayLogIn }
            if truth == false, isWhole || Int(value.trimmed) == nil { return .keptOut }
            let isRefusal =
                LoginWords.phrase(of: value).map { LoginWords.Roles($0).contains(.negation) } ?? false
            guard truth == nil else { return .letIn }
            // `denegado por impago`
            let isClosed =
                (Self.isClosed(value)
                    || value.split { !$0.isLetter }.count > 2 && Self.word(value) == .keptOut)
                && !isOfNamesake(value)
            if isRefusal || isClosed { return .keptOut }
            guard verdictOfWords(value) == .mayLogIn else { return .keptOut }
            if !legend.isEmpty || isAnswer(value) { return .unclear }
            // `access: ["wiki"]`, and nothing for the others; a `login` is a user's name.
            return isOfRight && isWhole ? .letIn : .mayLogIn
        case .shell: return Self.isClosed(shell: value) ? .unclear : .mayLogIn
        }
    }

    /// Beside an `A` for active.
    private static let codesOfClosed: Set<String> = [
        "i", "d", "x", "s", "t", "l", "r", "g", "e", "z", "u", "n", "н", "у", "з", "б",
    ]

    /// Whether values that are unclear by themselves keep out, since others in their column do not.
    ///
    /// - Parameter values: those of the column, as far as they are known; empty for no value.
    func isDecided(_ verdicts: Set<LoginVerdict>, values: [String], count: Int) -> Bool {
        // The only code of a status, such as `T`, may be any; 0 and 1 are what programs begin with.
        if sense == .state, isWhole, count == 1, let value = values.first, !value.isEmpty,
            !isStateVague || !isVague && Int(value) != nil
        {
            return value.utf8.count <= LoginQuestion.longestCode && !["0", "1"].contains(value)
        }
        if sense == .access, values.contains(where: { !legend.isEmpty ? !$0.isEmpty : isAnswer($0) }) {
            return count > 1
        }
        // `STU_STATUS: A` and `STU_STATUS: I`, but not `Tax status`
        if sense == .state, !isWhole, !isVague, !verdicts.contains(.letIn) {
            let codes = Set(values.filter { $0.count == 1 })
            let answers = Set(codes.compactMap { TruthWord.truth(of: $0) })
            // Blackboard's `row_status: 2`
            let areNumbers = isOfRow && codes.contains("0") && codes.allSatisfy { Int($0) != nil }
            let isOfState =
                !codes.isDisjoint(with: ["a", "а"]) && !codes.isDisjoint(with: Self.codesOfClosed)
            return count > 1 && isOfProgram && (answers.count > 1 || isOfState || areNumbers)
        }
        return isDecided(verdicts, values: count)
    }

    private func isDecided(_ verdicts: Set<LoginVerdict>, values: Int) -> Bool {
        switch sense {
        case nil, .access: verdicts.contains(.letIn)
        case .closed, .end, .shell: verdicts.contains(.mayLogIn) || verdicts.contains(.letIn)
        case .open, .state, .start: values > 1
        }
    }

    /// Whether the days among these values may be the last ones of their accounts, as those of an end certainly are: all
    /// accounts have one, or one is still to come.
    func areLastDays(_ values: some Sequence<String>, ofAll: Bool, today: CalendarDate?) -> Bool {
        let days = values.compactMap { Self.day(of: $0) }
        guard sense == .end || isOfLeaving, !days.isEmpty else { return false }
        if sense == .end { return true }
        guard days.count == values.count(where: { !$0.isEmpty }) else { return false }
        // Somebody leaves on a day to come: `Abgangsdatum`, `delete_on`.
        return ofAll && isExpiry || today.map { today in days.contains { $0 > today } } ?? false
    }

    /// Whether these values are the days on which locks end.
    func areEndsOfLocks(_ values: some Sequence<String>) -> Bool {
        (isUntil || isOfReopening) && values.allSatisfy { Self.day(of: $0) != nil }
    }

    /// Whether its values may be the states of accounts although its words do not say so.
    var mayListStates: Bool {
        let isOpen = sense == nil || sense == .access || sense == .state && isVague
        return isOpen && !isAboutElse && !isAboutMeans && !isLabel && !isName && !isUserName
    }

    /// Whether a value is a word for an open account and for hardly anything else, as `active` is, or a yes to whether
    /// there is access.
    func isPlainlyOpen(_ value: String) -> Bool {
        if sense == .access, let truth = TruthWord.truth(of: value.trimmed) { return truth }
        guard let roles = LoginWords.phrase(of: value), Self.word(roles) == .letIn else { return false }
        // `Toegang: open`, `Account: open`
        if sense == .access && isWhole || isSubject && isAccount { return true }
        return roles.contains {
            $0.contains(.open) && $0.isDisjoint(with: [.vague, .confirmed, .modal, .topic, .last])
        }
    }

    /// Whether a value beside such a word may be one for a closed account: no number, date, yes or no, and nothing that
    /// somebody is.
    static func mayBeState(_ value: String) -> Bool {
        value.contains(where: \.isLetter) && value.utf8.count <= longestPhrase
            && TruthWord.truth(of: value.trimmed) == nil && !isDate(value)
            && (isEnd(value) || !isRole(value) && !isOpen(value) && !isKindOfMember(value))
    }

    /// Whether these are the flags of a Samba user who is disabled or locked out.
    private static func areClosedFlags(_ value: String) -> Bool {
        value.hasPrefix("[") && value.hasSuffix("]") && value.contains("U")
            && value.contains { "DL".contains($0) }
            && value.dropFirst().dropLast().allSatisfy { "NDHTUMWSLXI ".contains($0) }
    }

    /// Whether a value is one kind of members, all of whom may log in: `fördernd`, `Membre d'honneur`.
    private static func isKindOfMember(_ value: String) -> Bool {
        LoginWords.words(of: value).allSatisfy { word in
            let roles = LoginWords.roles(of: word) ?? []
            return kindsOfMembers.contains(word) || roles == .filler || roles.contains(.person)
        }
    }

    private static let kindsOfMembers = Set(
        """
        fordernd fordernde forderer foerdernd ehrenhalber supporting honorary sustaining benefactor patron bienfaiteur
        honoraire honneur donateur sympathisant soutien protector honorario honoraria simpatizante honor sostenitore
        sostenitrice onorario onoraria onore benemerito benemerita apoiante honra steunend steunende erelid wspierajacy
        wspierajaca honorowy honorowa поддерживающии почетныи почетная family familie famille familia famiglia gezin
        rodzinny rodzinna семеиныи семеиная founder founding fondateur fondatrice fundador
        fundadora fondatore oprichter zalozyciel
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Whether the last word of a value names those who may log in: `Multi-Channel Guest`.
    static func endsWithPerson(_ value: String) -> Bool {
        LoginWords.words(of: value).last.flatMap(LoginWords.roles)?.isDisjoint(with: [.person, .kind, .label])
            == false
    }

    /// Whether all these values say whether somebody sits at a screen, as in a chat.
    static func arePresences(_ values: some Sequence<String>) -> Bool {
        let words = Set(values.map { LoginWords.folded($0) })
        // An account may be offline for good.
        return !words.isDisjoint(with: absences)
            && words.isSubset(of: absences.union(["", "online", "offline"]))
    }

    private static let absences: Set<String> = ["away", "busy", "idle", "dnd", "invisible"]

    /// Whether a value keeps out by its words alone.
    private func verdictOfWords(_ value: String) -> LoginVerdict {
        verdict(ofAnyName: value) == .keptOut ? .keptOut : .mayLogIn
    }

    /// `active from 2030-01-01`
    private static func isNotYet(_ value: String, _ today: CalendarDate?) -> Bool {
        guard let today, word(value) == .letIn, LoginWords.allRoles(of: value).contains(.from) else {
            return false
        }
        return days(in: value).contains { $0 > today }
    }

    /// What is said of a lock that nobody ends, and of an account that does not end.
    static func isLasting(_ value: String) -> Bool {
        lastingWords.contains(LoginWords.folded(value.trimmed))
    }

    /// What is said of an account that never ends.
    static func isEndless(_ value: String) -> Bool {
        isLasting(value) || wordsForNever.contains(LoginWords.folded(value.trimmed))
    }

    private static let wordsForNever: Set<String> = [
        "never", "nie", "niemals", "jamais", "nunca", "nooit", "nigdy", "никогда", "unlimited", "no end",
        "open-ended",
        "open ended", "kein ende", "ohne ende", "cdi", "tempo indeterminato", "a tempo indeterminato",
        "sans fin",
        "sin fin", "indefini",
    ]
    private static let lastingWords = Set(
        """
        permanent permanently indefinite indefinitely infinity infinite forever lifelong lifetime dauerhaft unbefristet
        unbegrenzt lebenslang definitif permanente permanentemente indefinido indefinida illimite illimitato
        indeterminato onbepaald stale bezterminowo бессрочно навсегда
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Whether a value says that there is no lock, or no reason for one.
    private static func isNone(_ value: String) -> Bool {
        wordsForNone.contains(LoginWords.folded(value.trimmed))
    }

    private static let firstDays: Set<String> = [
        "1970-01-01", "1969-12-31", "1899-12-30", "1899-12-31", "1753-01-01", "1601-01-01",
        "0001-01-01",
    ]
    private static let wordsForNone: Set<String> = [
        "none", "no reason", "kein", "keine", "keiner", "keines", "kein grund", "aucun", "aucune", "ninguno",
        "ninguna",
        "ningun", "nessuno", "nessuna", "nessun motivo", "nenhum", "nenhuma", "geen", "brak", "нет", "unset",
        "empty",
        "leer", "[]", "{}",
    ]

    private func verdict(ofClosed value: String, _ truth: Bool?, today: CalendarDate?) -> LoginVerdict {
        // `Ban ends: never`
        if Self.isLasting(value) || isUntil && Self.isEndless(value) {
            return .keptOut
        }
        if let truth {
            if TruthWord.isCross(value.trimmed) { return .unclear }
            return truth ? .keptOut : .mayLogIn
        }
        if Self.isNone(value) { return .mayLogIn }
        // `not suspended`, but not `subscription open`
        let isDenied = LoginWords.allRoles(of: value).isSuperset(of: [.negation, .closed])
        if isReason { return isDenied && Self.word(value) == .letIn ? .mayLogIn : .keptOut }
        // Programs write the beginning of their time for a day that never came.
        if let day = Self.day(of: value), Self.firstDays.contains(day.isoString) { return .mayLogIn }
        // `Bloque 3`
        if isBlock, Self.day(of: value) == nil {
            let isNamed = LoginWords.words(of: value).first.map(Self.wordsOfBlocks.contains) ?? false
            if isNamed || verdictOfWords(value) == .mayLogIn { return .mayLogIn }
        }
        // `expired: 9999-12-31`
        if isExpiry, let day = Self.day(of: value), day.year >= 9999 { return .mayLogIn }
        // `Suspended until`
        if isUntil, let today, let day = Self.day(of: value) { return day < today ? .mayLogIn : .keptOut }
        if Self.isTimeOfDay(value) { return .mayLogIn }
        // `lock_version: 3`; times of databases have nine digits and more.
        if !isWhole || isVague, let number = Int(value.trimmed), number.magnitude < 100_000_000 {
            return .mayLogIn
        }
        let word = Self.word(value)
        // `fraud_flag: confirmed`
        if word == .letIn, Self.isConfirmed(value) { return .keptOut }
        guard word == .unclear else { return word }
        return isWhole && !isVague || Self.day(of: value) != nil ? .keptOut : .unclear
    }

    /// Under a name that says nothing, only a value that cannot mean anything else keeps out; others do if there are
    /// words for open accounts beside them, as in a column with `employed` and `left`.
    private func verdict(ofAnyName value: String) -> LoginVerdict {
        guard !Self.isAddress(value) else { return .mayLogIn }
        // To pam_ldap(5), `host: !*` is on no host. A dagger is behind the name of a dead person, or before a day.
        if value == "!*" || value.hasPrefix("†") || isName && value.hasSuffix("†") { return .keptOut }
        // `[UD         ]`, as pdbedit prints it.
        if Self.areClosedFlags(value) { return .keptOut }
        // Most values of a directory are told by their letters alone.
        let mayClose = LoginWords.mayClose(value)
        // Whatever it stands under, as in `payment: overdue, login blocked`.
        if mayClose, LoginRemark.isAccessClosed(in: value) { return .keptOut }
        guard !isAboutElse || isLabel else {
            return isStateInElse && Self.isCertainlyClosed(value) ? .keptOut : .mayLogIn
        }
        // `Konto: zu`
        if isSubject, Self.wordsOfAbsence.contains(LoginWords.folded(value.trimmed)) { return .keptOut }
        if isPerson, let truth = TruthWord.truth(of: value.trimmed), !value.trimmed.isEmpty {
            // `Customer no: 0` and `Account: 0` are numbers.
            if isNegated || isAccount, Int(value.trimmed) != nil { return .mayLogIn }
            return truth == isNegated ? .keptOut : .letIn
        }
        if mayClose, !LoginRemark.closingRemarks(in: value).isEmpty { return .keptOut }
        guard !isAboutElse else { return .mayLogIn }
        guard !mayClose || !isOfNamesake(value) else { return .mayLogIn }
        if isOwnWords, mayClose, LoginRemark.isClosingRemark(value) { return .keptOut }
        guard value.utf8.count <= Self.longestPhrase, let roles = LoginWords.phrase(of: value) else {
            guard mayClose else { return .mayLogIn }
            let isClosed = !Self.closedParts(of: value).isEmpty
            let isSaid =
                !isLabel
                && (!LoginRemark.closingWords(in: value, isName: isName).isEmpty || LoginRemark.isOver(value))
            if isClosed || isSaid { return .keptOut }
            return !isLabel && !isName && Self.hasClosingEdge(value) ? .unclear : .mayLogIn
        }
        // `DisablePasswordExpiration`; a department may be called `Disabled Students Office`.
        guard !roles.contains(where: { $0.contains(.secret) || isLabel && $0.contains(.label) }) else {
            return .mayLogIn
        }
        if mayClose, !isLabel, LoginRemark.isOver(value) { return .keptOut }
        let word = Self.word(roles)
        // `Employee` beside `Retired`
        let isOfSubject = roles.contains { $0.contains(.subject) }
        guard word == .keptOut else { return word == .letIn || isOfSubject ? .letIn : .mayLogIn }
        // `left in May`, `LEFT 2020`, `anciens membres`
        let isSentence =
            (roles.count > 1 || Self.hasYear(value)) && !roles.contains { $0.contains(.topic) }
            && roles.contains { role in
                role.contains(.closed)
                    && (!role.contains(.vague) || role.contains(.closedValue)
                        || roles.contains { $0.contains(.person) })
            }
            && (roles[0].contains(.filler)
                || roles.allSatisfy { !$0.contains(.subject) || !$0.isDisjoint(with: [.account, .person]) })
        // `role: pending`
        let isOfGroup =
            isGroup && Self.groupsOfApplicants.contains(LoginWords.folded(value.filter(\.isLetter)))
        let isCertain =
            roles.contains { $0.contains(.strong) } || Self.isNoAccess(roles) || isSentence || isOfGroup
        return isSubject || isCertain ? .keptOut : .unclear
    }

    /// Under a name that says nothing, a yes beside a `no: books never returned` or, if it is a question, a
    /// `hold off, no check yet`.
    private func verdict(ofAnswer text: String) -> LoginVerdict {
        guard !isAboutElse, !isLabel, mayBeAnswered else { return .mayLogIn }
        if let answer = TruthWord.truth(of: text) {
            return answer && text.count > 1 && text.allSatisfy(\.isLetter) ? .letIn : .mayLogIn
        }
        if let answer = truth(of: text) { return answer ? .mayLogIn : .unclear }
        guard isQuestion, text.contains(" ") else { return .mayLogIn }
        let roles = LoginWords.allRoles(of: text)
        return roles.isDisjoint(with: [.negation, .closed, .closedValue]) ? .mayLogIn : .unclear
    }

    /// Whether a value is the name of a user that ends in what may be a surname, as in `jo.banned` and `/home/al.leaver`,
    /// without another word that closes: those who were kept out may be called `disabled_al.leaver`.
    private func isOfNamesake(_ value: String) -> Bool {
        guard isUserName || value.hasPrefix("/"), !value.contains(" ") else { return false }
        let words = (value.split(separator: "/").last ?? "").split { !$0.isLetter }
        return words.count > 1 && Self.surnames.contains(LoginWords.folded(String(words[words.count - 1])))
            && LoginRemark.closingWords(in: value).count < 2
    }

    /// Letters of the roles and groups in which programs keep those who may not log in yet, or not any more.
    private static let groupsOfApplicants: Set<String> = [
        "pending", "rejected", "unverified", "unconfirmed", "unapproved", "expired", "denied", "spammer",
        "notapproved", "pendingapproval", "awaitingapproval",
    ]
    private static let wordsOfAbsence: Set<String> = ["zu", "weg", "raus", "fort", "gone"]
    private static let surnames: Set<String> = [
        "banned", "barred", "blocked", "former", "frozen", "leaver", "locked",
    ]

    /// Whether a few words begin or end with one that may close, as in `Background check failed`: it does so beside
    /// words for open accounts.
    private static func hasClosingEdge(_ value: String) -> Bool {
        let words = value.split { !$0.isLetter }
        guard (2...mostWordsOfState).contains(words.count) else { return false }
        return [words[0], words[words.count - 1]].contains { word in
            let roles = LoginWords.roles(of: LoginWords.folded(String(word))) ?? []
            return roles.contains(.closed) && !roles.contains(.vague)
        }
    }

    private static let mostWordsOfState = 6

    /// `no access`, `login denied`
    private static func isNoAccess(_ roles: [LoginWords.Roles]) -> Bool {
        let all = LoginWords.Roles(roles)
        return !all.isDisjoint(with: [.negation, .closed]) && all.contains(.access) && !all.contains(.topic)
    }

    /// An address is made of names, which people and hosts may have: `info@left.example`, but not `account@closed`.
    private static func isAddress(_ value: String) -> Bool {
        let bytes = value.utf8
        guard let at = bytes.dropFirst().firstIndex(of: UInt8(ascii: "@")),
            let dot = bytes[at...].lastIndex(of: UInt8(ascii: "."))
        else { return false }
        return bytes[dot...].dropFirst().first?.isLetter == true
            && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// Whether a value says by itself that an account is closed, whatever it stands under.
    static func isCertainlyClosed(_ value: String) -> Bool {
        guard value.utf8.count <= longestPhrase, LoginWords.mayClose(value), !isAddress(value),
            let roles = LoginWords.phrase(of: value)
        else { return false }
        // `DisableStrongPassword`
        guard !roles.contains(where: { $0.contains(.secret) }) else { return false }
        // `cat died`, but `alias disabled`, and `suspended trainers`
        let told = inContext(roles).prefix { $0.isDisjoint(with: [.closed, .closedValue]) }
        guard !told.contains(where: { $0.contains(.topic) }) else { return false }
        // `Empleados dados de baja`
        let isOfPeople =
            roles.contains { $0.contains(.person) }
            && roles.contains { $0.contains(.closed) && $0.isDisjoint(with: [.vague, .topic]) }
        let isCertain = roles.contains { $0.contains(.strong) || $0.isSuperset(of: [.closedValue, .end]) }
        return word(roles) == .keptOut && (isCertain || isNoAccess(roles) || isOfPeople)
    }

    /// The values of a list in one cell, as in `editor, banned` and `ou=Disabled Users,dc=example`, or the parts of a
    /// path, as in `corp/Leavers/Berlin`; empty for a single value.
    static func partsOfList(_ value: String) -> [String] {
        let isNamed = value.utf8.contains(UInt8(ascii: "="))
        guard value.utf8.count <= longestList, isNamed || value.utf8.contains(where: separators.contains)
        else { return [] }
        return value.utf8.split(whereSeparator: separators.contains).compactMap { part in
            // What `ou=` or another key says it of counts by its value.
            let bare =
                part.contains(UInt8(ascii: "=")) ? part.drop { $0 != UInt8(ascii: "=") }.dropFirst() : part
            let text = (String(bare) ?? "").trimmed
            return text.isEmpty ? nil : text
        }
    }

    /// Those parts of a list that say by themselves that an account is closed.
    static func closedParts(of value: String) -> [String] {
        partsOfList(value).filter {
            isCertainlyClosed($0) || archives.contains(LoginWords.folded($0)) && isUnit($0, in: value)
        }
    }

    /// Units of a directory to which entries are moved that are no longer used.
    private static let archives: Set<String> = [
        "archive", "archives", "archived", "archiv", "archivio", "archivo", "arquivo", "archief", "archiwum",
        "архив", "trash", "papierkorb", "corbeille", "papelera", "lixeira", "cestino", "prullenbak",
        "корзина",
    ]

    private static func isUnit(_ name: String, in value: String) -> Bool {
        value.lowercased().utf8.split(separator: UInt8(ascii: ",")).contains { part in
            (String(part) ?? "").trimmed == "ou=" + name.lowercased()
        }
    }

    private static let separators = Set(",;|\n/\\>".utf8)
    /// In bytes.
    private static let longestList = 1_000
    static let longestPhrase = 40

    /// What the words of a status say.
    private static func word(_ value: String) -> LoginVerdict {
        let words = LoginWords.words(of: value)
        // `Pre-active` is not yet, nor is Okta's `PROVISIONED`.
        if words.count > 1 && ["pre", "prae"].contains(words[0]) || words == ["provisioned"] {
            return .unclear
        }
        return word(words.map { LoginWords.roles(of: $0) ?? [] })
    }

    /// Whether a value says until when somebody was let in: `active until 2024-03-31`.
    ///
    /// - Parameter today: nil if unknown.
    private static func hasEnded(_ value: String, _ today: CalendarDate?) -> Bool {
        guard value.contains(where: \.isNumber), word(value) == .letIn else { return false }
        let isLimited = LoginWords.words(of: value).contains { word in
            LoginWords.roles(of: word).map { $0.contains(.until) && ($0 == .until || !$0.contains(.vague)) }
                ?? false
        }
        guard isLimited else { return false }
        let days = days(in: value)
        // `valid until 2020`
        guard days.isEmpty else { return days.contains { day in today.map { day < $0 } ?? true } }
        let years = value.split { !$0.isNumber }.filter { $0.count == 4 }.compactMap { Int($0) }
        let last = years.filter { (1900..<2200).contains($0) }.max()
        return last.map { year in today.map { year < $0.year } ?? true } ?? false
    }

    private static func days(in value: String) -> [CalendarDate] {
        let signs = "-./"
        return value.split { !$0.isNumber && !signs.contains($0) }.compactMap { part in
            let date = part.drop(while: signs.contains).reversed().drop(while: signs.contains).reversed()
            return date.count < 8 ? nil : day(of: String(date))
        }
    }

    static func word(_ roles: [LoginWords.Roles]) -> LoginVerdict {
        let roles = inContext(roles).filter { !$0.contains(.modal) }
        let all = LoginWords.Roles(roles)
        let isNegated = all.contains(.negation)
        if !all.isDisjoint(with: [.closed, .closedValue]) {
            return isNegated && roles.count == 2 ? .letIn : .keptOut
        }
        if !all.isDisjoint(with: [.open, .openValue]) {
            // `previously active`, `last active in May`
            if isPast(roles), all.isDisjoint(with: .still) { return .keptOut }
            if all.contains(.last) { return .unclear }
            return isNegated ? .keptOut : .letIn
        }
        guard isNegated, roles.count > 1 || all.contains(.still) else { return .unclear }
        // `no access`, `no longer`, `ya no`
        let isRefusal =
            !all.isDisjoint(with: [.access, .subject, .here])
            || roles.allSatisfy { !$0.isDisjoint(with: [.negation, .filler, .still]) }
        return isRefusal ? .keptOut : .unclear
    }

    /// Whether a word says that something was so: before it, or, as in `aktiv gewesen`, at the end.
    private static func isPast(_ roles: [LoginWords.Roles]) -> Bool {
        let told = roles.filter { $0 != .filler }
        let isBefore = zip(told, told.dropFirst()).contains { past, open in
            past.contains(.past) && !open.isDisjoint(with: [.open, .openValue])
        }
        return isBefore || told.count > 1 && told.last?.contains(.past) ?? false
    }

    /// Whether a word is one for an open account.
    static func isOpen(_ value: String) -> Bool { word(value) == .letIn && !hasEnded(value, nil) }

    /// Whether a value names who somebody is, as `Admin` and `Student`.
    private static func isRole(_ value: String) -> Bool {
        LoginWords.phrase(of: value)?.contains { !$0.isDisjoint(with: [.person, .label]) } ?? false
    }

    /// Of a yes or no, also if more is said after it, as in `no, never again`; but what keeps out then counts, as in
    /// `yes, suspended since May`. Names with initials, such as `n.smith`, and codes of a status are neither.
    private func truth(of value: String) -> Bool? {
        let text = value.trimmed
        if let truth = TruthWord.truth(of: text) { return truth }
        if sense == .access || sense == .open, let light = Self.light(text) {
            return light
        }
        guard text.utf8.count <= Self.longestList else { return nil }
        // `no (left)`, `Non - parti`, but not `yes (until 2020)`
        let apart =
            text.contains(where: \.isNumber)
            ? text : text.replacingEach(" - ", with: ": ").replacingEach(" (", with: ":(")
        let first = apart.prefix { !",;:.–—".contains($0) }
        let rest = apart[first.endIndex...]
        let more = String(rest.dropFirst()).trimmed
        guard let sign = rest.first, first.allSatisfy(\.isLetter),
            let truth = TruthWord.truth(of: String(first))
        else { return nil }
        if first.count == 1, sign == "." || ![.open, .closed, .access].contains(sense) { return nil }
        let isNumber = more.first?.isNumber == true
        if sign == ".", isNumber || rest.dropFirst().first?.isWhitespace == false { return nil }
        let closes = sense == .closed || sense == .end && !isValidity
        return keepsOut(more) ? closes : truth
    }

    /// Whether a text that is no day that can be read, but a date in other words, is past: `01-FEB-27`, `février 2027`,
    /// `02/2027`. Nil for any other text.
    private static func isPastDate(_ given: String, _ today: CalendarDate) -> Bool? {
        let text = CalendarDate.partOfDate(in: given)
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.map(String.init)
        let words = LoginWords.folded(text).split { !$0.isLetter }.map(String.init)
        // `/Date(1801440000000)/`, and the days since 1900 of a spreadsheet.
        if numbers.count == 1, let number = Int(numbers[0]) {
            if text.hasPrefix("/Date("), number > 100_000_000_000 {
                return number / 86_400_000 < today.dayNumber
            }
            if text.trimmed == numbers[0], (20_000...80_000).contains(number) {
                return number - 25_569 < today.dayNumber
            }
        }
        let months = words.compactMap { monthBeginnings[String($0.prefix(3))] }
        let whole = numbers.first { $0.utf8.count == 4 }
        // A date has three parts, or a month's name, or a whole year; a time has a colon.
        guard (1...3).contains(numbers.count), !text.contains(where: { "(:".contains($0) }),
            numbers.count == 3 || !months.isEmpty || whole != nil, numbers.allSatisfy({ $0.utf8.count < 5 }),
            words.allSatisfy({ monthBeginnings[String($0.prefix(3))] != nil || wordsInDates.contains($0) })
        else { return nil }
        let named = whole ?? (numbers.count > 1 ? numbers.last : nil)
        guard let named, let number = Int(named), named.utf8.count != 3 else { return nil }
        // People begin a few years from now at most.
        let isSoon = number <= today.year % 100 + 10
        let year = named.utf8.count == 4 ? number : (isSoon ? 2000 : 1900) + number
        var rest = numbers
        rest.remove(at: whole.flatMap { numbers.firstIndex(of: $0) } ?? numbers.count - 1)
        let parts = rest.compactMap(Int.init)
        guard (1900...2150).contains(year), parts.allSatisfy({ $0 < 32 }) else { return nil }
        func day(_ month: Int, _ day: Int) -> CalendarDate? {
            CalendarDate(iso: "\(year)-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))")
        }
        // Of a year or a month alone, its first day; of what can be read in two ways, the later one.
        let days: [CalendarDate?] =
            if let month = months.first {
                [day(month, parts.first ?? 1)]
            } else if parts.count == 2 {
                [day(parts[0], parts[1]), day(parts[1], parts[0])]
            } else {
                [day(parts.first ?? 1, 1)]
            }
        return days.compactMap(\.self).max().map { $0 <= today }
    }

    /// How the months begin in the nine languages.
    private static let monthBeginnings: [String: Int] = {
        let months = [
            "jan ene gen sty янв", "feb fev fev lut фев", "mar maa mrt mrz мар", "apr avr abr kwi апр",
            "may mai mag mei maj мая маи",
            "jun jui giu cze июн", "jul lug lip июл", "aug aou ago sie авг", "sep set wrz сен",
            "oct okt ott out paz окт",
            "nov lis ноя", "dec dez dic gru дек",
        ]
        var beginnings: [String: Int] = [:]
        for (index, names) in months.enumerated() {
            for name in names.split(separator: " ") { beginnings[String(name)] = index + 1 }
        }
        return beginnings
    }()
    private static let wordsInDates: Set<String> = [
        "de", "of", "the", "den", "der", "le", "el", "il", "th", "st", "nd", "rd", "monday", "tuesday",
        "wednesday",
        "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "montag",
        "dienstag",
        "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "г",
    ]

    /// What a traffic light says: true for green, false for red.
    static func light(_ colour: String) -> Bool? {
        let colour = LoginWords.folded(colour)
        return greens.contains(colour) ? true : reds.contains(colour) ? false : nil
    }

    private static let greens: Set<String> = [
        "green", "grun", "gruen", "vert", "verde", "groen", "zielony", "зеленыи", "🟢",
    ]
    private static let reds: Set<String> = [
        "zu", "red", "rot", "rouge", "rojo", "rosso", "vermelho", "rood", "czerwony", "красныи", "🔴",
    ]

    /// Whether the meaning of a code is said of those who may log in.
    private static func letsIn(_ meaning: String) -> Bool {
        word(meaning) == .letIn || LoginWords.allRoles(of: meaning).contains(.person)
    }

    /// Whether what is said beside a value, or of it, keeps out.
    private func keepsOut(_ text: String) -> Bool {
        Self.word(text) == .keptOut || verdict(ofAnyName: text) == .keptOut
    }

    /// Whether a value under a name of logging in may say more than who somebody is or where, as
    /// `not before the exam` does and, under `login`, `Ann Lee` does not.
    private func isAnswer(_ value: String) -> Bool {
        guard value.contains(" "), !value.contains(where: \.isNumber) else { return false }
        let words = value.split(separator: " ")
        if isOfRight { return true }
        if words.allSatisfy({ $0.first?.isUppercase == true }) { return false }
        let roles = LoginWords.allRoles(of: value)
        return words.count > 2 || !roles.isDisjoint(with: [.negation, .modal, .from, .until, .still])
    }

    private static func isConfirmed(_ value: String) -> Bool {
        LoginWords.phrase(of: value)?.contains { $0.contains(.confirmed) } ?? false
    }

    /// Whether a value names how something ended, as `Austritt`.
    private static func isEnd(_ value: String) -> Bool {
        guard let roles = LoginWords.phrase(of: value) else { return false }
        return roles.allSatisfy { !$0.contains(.open) }
            && roles.contains { $0.contains(.end) && !$0.contains(.openValue) }
    }

    private static func hasYear(_ value: String) -> Bool {
        value.split { !$0.isNumber }.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
    }

    /// Whether a value is a day in any form, as `31 déc. 2020`.
    static func isDate(_ value: String) -> Bool {
        if let day = day(of: value) { return day.year < 9999 && LoginFacts.day(inTicks: value) != "" }
        return value.utf8.count <= longestPhrase && (2...6).contains(value.split { !$0.isNumber }.count)
            && hasYear(value)
    }

    private static func isClosed(_ value: String) -> Bool {
        value.utf8.count <= longestPhrase
            && LoginWords.phrase(of: value).map { word($0) == .keptOut } ?? false
    }

    /// Whether a shell only ends. Mail servers let such users in, so this by itself locks nobody.
    private static func isClosed(shell: String) -> Bool {
        let program = String(shell.trimmed.split(separator: "/").last ?? "")
        return ["nologin", "false", "true", "noshell", "null"].contains(program) || isCertainlyClosed(program)
    }

    private static func isTimeOfDay(_ value: String) -> Bool {
        value.contains(":") && value.allSatisfy { $0.isNumber || ":. apmAPM".contains($0) }
    }

    /// Where the `T` stands between a date and a time, in small letters too, or the end.
    private static func beginOfTime(in text: String) -> String.Index {
        let utf8 = text.utf8
        return utf8.indices.dropFirst().first { index in
            let next = utf8.index(after: index)
            return utf8[index] | 0x20 == UInt8(ascii: "t") && utf8[utf8.index(before: index)].isDigit
                && next < utf8.endIndex && utf8[next].isDigit
        } ?? text.endIndex
    }

    /// The day of a date or time in any form that is read; the number of seconds since 1970 too.
    static func day(of value: String, dayFirst: Bool? = nil) -> CalendarDate? {
        let text = value.trimmed
        if let ticks = LoginFacts.day(inTicks: text), !ticks.isEmpty { return CalendarDate(iso: ticks) }
        if let seconds = Int(text), seconds.magnitude >= 100_000_000 {
            // Times in milliseconds have three digits more.
            return CalendarDate(
                dayNumber: seconds / (seconds.magnitude >= 100_000_000_000 ? 86_400_000 : 86_400))
        }
        if let digits = Optional(text.prefix(8)), digits.utf8.count == 8, digits.utf8.allSatisfy(\.isDigit),
            let date = CalendarDate(typed: String(digits))
        {
            return date
        }
        let date = text.prefix(upTo: beginOfTime(in: text))
        let word = String(date.prefix { !$0.isWhitespace })
        switch TypedDate(String(date), dayFirst: dayFirst) ?? TypedDate(word, dayFirst: dayFirst) {
        case .day(let iso)?: return CalendarDate(iso: iso)
        // Judged as either; a value that is to be stored is refused.
        case .ambiguous(let one, _)?: return one
        case nil: return nil
        }
    }
}
