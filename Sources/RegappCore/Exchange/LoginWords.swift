/// The words with which files say who may log in, in the nine languages of the files that people bring: English, German,
/// French, Spanish, Italian, Portuguese, Dutch, Polish and Russian.
///
/// Columns, keys and attributes are judged by the words of their names, and values by theirs, so a word stands in one
/// list whichever format has it. A word may have several roles: `ended` closes an account, `end` is a day.
enum LoginWords {
    struct Roles: OptionSet, Sendable {
        let rawValue: UInt64

        /// Keeps an account out: `suspended`.
        static let closed = Roles(rawValue: 1)
        /// Lets an account in: `active`.
        static let open = Roles(rawValue: 1 << 1)
        /// Closes or opens what other words name: `prohibit`, `allow`.
        static let verb = Roles(rawValue: 1 << 2)
        /// Logging in itself: `login`.
        static let access = Roles(rawValue: 1 << 3)
        /// Whose state it is: `user`, `contract`.
        static let subject = Roles(rawValue: 1 << 4)
        /// The last day: `termination`.
        static let end = Roles(rawValue: 1 << 5)
        /// A last day, after a word such as `valid`: `until`.
        static let until = Roles(rawValue: 1 << 6)
        /// A first day, after a word such as `valid`: `from`.
        static let from = Roles(rawValue: 1 << 7)
        /// The first day: `start`.
        static let start = Roles(rawValue: 1 << 8)
        /// A word says the state: `status`.
        static let state = Roles(rawValue: 1 << 9)
        /// Turns the other words around: `not`.
        static let negation = Roles(rawValue: 1 << 10)
        /// When it happened last: `last`.
        static let last = Roles(rawValue: 1 << 11)
        /// Says nothing by itself: `date`, `is`, `of`.
        static let filler = Roles(rawValue: 1 << 12)
        /// Names something else than logging in: `newsletter`.
        static let topic = Roles(rawValue: 1 << 13)
        /// Also the name of a region or something else: `state`.
        static let vague = Roles(rawValue: 1 << 14)
        /// Certainly about an account, whatever the column is called: `deactivated`.
        static let strong = Roles(rawValue: 1 << 15)
        /// Keeps an account out where it is a value; in a name it may mean anything: `pending`.
        static let closedValue = Roles(rawValue: 1 << 16)
        /// Lets an account in where it is a value: `current`.
        static let openValue = Roles(rawValue: 1 << 17)
        /// A verb that says nothing in a value: `may`.
        static let modal = Roles(rawValue: 1 << 18)
        /// After `last`, the end: `last day`.
        static let day = Roles(rawValue: 1 << 19)
        /// The shell of a Unix user, which may let nobody log in.
        static let shell = Roles(rawValue: 1 << 20)
        /// Where messages go, which may be confirmed by itself: `email`.
        static let address = Roles(rawValue: 1 << 21)
        /// Lets an account in unless other words say what it is about: `verified`, `current`.
        static let confirmed = Roles(rawValue: 1 << 22)

        /// Why something happened, beside words for what did: `reason`.
        static let reason = Roles(rawValue: 1 << 23)
        /// Asks whether something goes on: `still`, `no longer`.
        static let still = Roles(rawValue: 1 << 24)
        /// A number of what it names: `logins`.
        static let plural = Roles(rawValue: 1 << 25)
        /// The account itself, unlike its password or address: `account`.
        static let account = Roles(rawValue: 1 << 26)
        /// What is known only to its owner, and may end by itself: `password`.
        static let secret = Roles(rawValue: 1 << 27)
        /// Says that somebody belongs to those who may log in, so that a no keeps out: `member`, `employee`.
        static let person = Roles(rawValue: 1 << 28)
        /// Names something that may be called anything: `Department`, so that only a whole value counts.
        static let label = Roles(rawValue: 1 << 29)
        /// Another way to log in than by a password: `smartcard`.
        static let means = Roles(rawValue: 1 << 30)
        /// Allows nothing else: `required`, `only`.
        static let required = Roles(rawValue: 1 << 31)
        /// With ``dated``, a first day: `in service`.
        static let service = Roles(rawValue: 1 << 32)
        static let dated = Roles(rawValue: 1 << 33)
        /// Where the file's people belong: `company`, `with us`. A ``closed`` word of a sentence is about it.
        static let here = Roles(rawValue: 1 << 34)
        /// Says how a trial ended, and is about anything else without a word for one: `failed`, `probation`.
        static let passing = Roles(rawValue: 1 << 35)
        /// May end by itself without an end of the account: `licence`, `class`.
        static let finite = Roles(rawValue: 1 << 36)
        /// Names people in full: `display name`. Anything may be one.
        static let name = Roles(rawValue: 1 << 37)
        /// Lets somebody in again, so that a negation before it keeps out: `reactivate`.
        static let again = Roles(rawValue: 1 << 38)
        /// Closes by a lock, which a second factor has too, unlike one that is only `disabled`.
        static let lock = Roles(rawValue: 1 << 39)
        /// About money: a ``topic``, unless a ``closed`` word such as `arrears` says that it is owed.
        static let money = Roles(rawValue: 1 << 40)
        /// One kind of those who may log in, so that a no only says that somebody is of another: `student`.
        static let kind = Roles(rawValue: 1 << 41)
        /// A right that some may have and others not: `access`, but not `login`, which may be a user's name.
        static let right = Roles(rawValue: 1 << 42)
        /// Says that it is no longer so: `previously`, `gewesen`.
        static let past = Roles(rawValue: 1 << 43)

        /// What a word must have so that a longer one is certainly made of it and others.
        static let telling: Roles = [.closed, .open, .access, .end, .state, .start, .subject, .day]
    }

    /// Nil for a word that may mean anything.
    static func roles(of word: String) -> Roles? {
        guard let roles = exactRoles(of: word) else {
            return isNegated(word) ? .closed : stemRoles(of: word) ?? shortenedRoles(of: word)
        }
        // The lists need not say of each form how certain it is.
        guard !roles.isDisjoint(with: [.closed, .closedValue]), let stem = stemRoles(of: word) else {
            return roles
        }
        return stem.contains(.strong) ? roles.union(stem) : roles
    }

    /// The word that `zwol` begins, which does not say that it is cut short.
    static func whole(of beginning: String) -> String? { completed(beginning, isMarked: true) }

    /// Of `deld`, made of an abbreviation, and of `dsbld`, which lacks its vowels.
    private static func shortenedRoles(of word: String) -> Roles? {
        guard word.count > 3 else { return nil }
        if word.hasSuffix("d"), word.count <= 5, let roles = words[String(word.dropLast())],
            !roles.contains(.vague),
            !roles.isDisjoint(with: [.closed, .closedValue]) || roles == [.filler, .verb]
        {
            return .closed
        }
        return !hasVowels(word) && consonants.contains(word) ? .closed : nil
    }

    /// Of a word that none of the lists has: of `suspnded`, which is misspelt, and of `zakryt`, Russian in Latin letters.
    static func guessedRoles(of word: String) -> Roles? {
        if isMisspelt(word) { return .closed }
        guard word.utf8.count >= shortestRussian else { return nil }
        return CyrillicSpelling.spellings(of: word).lazy.compactMap { roles(of: $0) }.first
    }

    /// Shorter ones have a meaning in other languages.
    private static let shortestRussian = 5

    /// Whether a long word certainly closes but for a letter too many or too few, another or two exchanged.
    private static func isMisspelt(_ word: String) -> Bool {
        let letters = Array(word)
        guard letters.count >= shortestMisspelt else { return false }
        return (max(shortestMisspelt, letters.count - 1)...letters.count + 1).contains { length in
            strongWords[length]?.contains { isMisspelling(letters, of: $0) } ?? false
        }
    }

    /// Shorter ones are near words that mean something else: `clocked`, `planned`.
    private static let shortestMisspelt = 8
    /// By length.
    private static let strongWords = Dictionary(
        grouping: words.filter { $0.value.isSuperset(of: [.closed, .strong]) }.keys.map(Array.init),
        by: \.count)

    private static func isMisspelling(_ letters: [Character], of word: [Character]) -> Bool {
        let same = zip(letters, word).prefix { $0 == $1 }.count
        let rest = letters.dropFirst(same)
        let wanted = word.dropFirst(same)
        let isOneOther = rest.dropFirst().elementsEqual(wanted.dropFirst())
        let isOneMore = rest.dropFirst().elementsEqual(wanted)
        let isOneLess = rest.elementsEqual(wanted.dropFirst())
        let areExchanged =
            rest.prefix(2).elementsEqual(wanted.prefix(2).reversed())
            && rest.dropFirst(2).elementsEqual(wanted.dropFirst(2))
        return isOneOther || isOneMore || isOneLess || areExchanged
    }

    /// Those of the words that certainly close.
    private static let consonants = Set(
        words.filter { $0.value.isSuperset(of: [.closed, .strong]) }.keys.map { word in
            String(word.prefix(1)) + word.dropFirst().filter { !vowels.contains($0) }
        })
    private static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "y"]

    private static func hasVowels(_ word: String) -> Bool {
        word.dropFirst().contains(where: vowels.contains)
    }

    private static func stemRoles(of word: String) -> Roles? {
        guard let length = stemLength(of: word[...]), word.count - length <= longestEnding else { return nil }
        // `Benutzer-sperre` has no ending, but another word; the `any` of `zbanowany` is one.
        let ending = word.dropFirst(length)
        let isWord =
            ending.count > 2 && words[String(ending)].map { $0 != .filler } ?? false
            || stemLength(of: ending) != nil
        guard !isWord else { return nil }
        return stems[String(word.prefix(length))]
    }

    /// An `s` at the end is a plural, or joins the parts of a German word.
    private static func exactRoles(of word: String) -> Roles? {
        if let roles = words[word] { return roles }
        guard word.hasSuffix("s"), word.count > 4, let roles = words[String(word.dropLast())] else {
            return nil
        }
        // `allow_comments` is about comments, a `comment` is not.
        return roles == .filler ? nil : roles
    }

    /// Whether a word turns one for open accounts around, as `unzulässig`, `onbevoegd` and `niezaakceptowany` do.
    private static func isNegated(_ word: String) -> Bool {
        negatingPrefixes.contains { prefix in
            guard word.hasPrefix(prefix), let roles = words[String(word.dropFirst(prefix.count))] else {
                return false
            }
            return !roles.isDisjoint(with: [.open, .openValue])
                && roles.isDisjoint(with: [.vague, .modal, .topic])
        }
    }

    private static let negatingPrefixes = ["un", "on", "in", "nie", "не"]

    /// What more a word may have after its stem: `zablokow-anych`.
    private static let longestEnding = 6
    private static let stemLengths = 4...11

    // MARK: Abbreviations

    /// The word that `gesp.`, or `deactivat` of a table with short names, begins; nil if no decisive one does.
    ///
    /// - Parameter isMarked: whether a period ends it; without one, it has to be longer and certain.
    private static func completed(_ beginning: String, isMarked: Bool) -> String? {
        guard beginning.utf8.count >= (isMarked ? 4 : 6) else { return nil }
        var low = 0
        var high = decisive.count
        while low < high {
            let middle = (low + high) / 2
            if decisive[middle] < beginning { low = middle + 1 } else { high = middle }
        }
        let longer = decisive[low...].prefix { $0.hasPrefix(beginning) }
        func first(_ roles: Roles) -> String? {
            longer.first { !(words[$0] ?? []).isDisjoint(with: roles) && !(words[$0] ?? []).contains(.vague) }
        }
        guard isMarked else {
            // Not `Locke`, a surname.
            let whole = longer.first { (words[$0] ?? []).isSuperset(of: [.closed, .strong]) }
            return whole.flatMap { $0.utf8.count > beginning.utf8.count + 1 ? $0 : nil }
        }
        return first([.closed, .closedValue]) ?? first(.end) ?? first([.open, .openValue]) ?? longer.first
    }

    /// Without idioms, of which the beginning is a word: `mot de passe` does not begin `passed away`.
    private static let decisive = words.filter {
        !$0.value.isDisjoint(with: [.closed, .closedValue, .open, .end, .access, .person])
            && !idioms.contains($0.key)
    }.keys.sorted()

    /// How many characters of a text are the longest stem with which it begins; nil for none.
    private static func stemLength(of text: Substring) -> Int? {
        let longest = text.prefix(stemLengths.upperBound)
        return stemLengths.reversed().first {
            longest.count >= $0 && stems[String(longest.prefix($0))] != nil
        }
    }

    /// By word, folded like names.
    private static let words = roles(in: lists).merging(roles(in: idiomLists)) { $0.union($1) }
    private static let stems = roles(in: stemLists)

    private static func roles(in lists: KeyValuePairs<Roles, String>) -> [String: Roles] {
        var roles: [String: Roles] = [:]
        roles.reserveCapacity(4096)
        for (role, text) in lists {
            for word in words(in: text) {
                for spelling in spellings(of: word) { roles[spelling, default: []].formUnion(role) }
            }
        }
        return roles
    }

    /// The words of a list, between spaces and ends of lines. A program that reads one account with a custom key goes
    /// through all lists, so this looks at bytes.
    private static func words(in list: String) -> [String] {
        list.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(Substring($0)) }
    }

    /// People write `gültig` as `gultig` or `gueltig`.
    private static func spellings(of word: String) -> [String] {
        let folded = folded(word)
        guard folded != word else { return [word] }
        let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue"]
        guard word.contains(where: { umlauts[$0] != nil }) else { return [folded] }
        return [folded, Self.folded(word.reduce(into: "") { $0 += umlauts[$1] ?? String($1) })]
    }

    /// Each is made of two to four words, which mean something else by themselves.
    private static let idioms = Set(
        idiomLists.flatMap { words(in: $0.value).map { folded($0) } })

    private static let idiomLists: KeyValuePairs<Roles, String> = [
        .start: """
        hiredate datehired dateofhire joiningdate joindate dateofjoining commencementdate dateofcommencement enrollmentdate
        enrolmentdate dateofenrollment dateofenrolment admissiondate dateofadmission eintrittsdatum einstellungsdatum
        einstellungzum dateembauche datedembauche dateentrée datedentrée fechaalta fechadealta fechaingreso fechadeingreso fechaincorporación
        fechadeincorporación dataassunzione datadiassunzione dataadmissão datadeadmissão indienstper
        datumindiensttreding datazatrudnienia датаприёма датаприема датаприёманаработу датаприеманаработу датаначала
        """,
        [.end, .until]:
            "paidthrough paiduntil bezahltbis pagadohasta pagatofino pagoaté betaaldtot opłaconedo",
        .closed: """
        duplicateof replacedby supersededby mergedinto mergedwith dublettevon zusammengeführtmit ersetztdurch doublonde
        fusionnéavec remplacépar duplicadode sustituidopor duplicatodi sostituitoda duplicaatvan vervangendoor
        gdprerasure gdprerased erasurerequest erasurerequested righttobeforgotten dsgvolöschung droitàoubli derechoalolvido
        dirittoalloblio direitoaoesquecimento rechtopvergetelheid
        """,
        .last: "neverloggedin neverloggedon neversignedin neverused",
        .topic: """
        lockremoved lockslifted locklifted banlifted sperreaufgehoben exemptfromlock bloqueolevantado blocagelevé
        """,
        // A card, not the French negation.
        .topic: """
        pasgeblokkeerd pasverlopen pasingetrokken pasgeldig pasgestolen toegangspas personeelspas ledenpas
        """,
        [.closed, .closedValue, .strong]: "offroll",
        .strong: "uitdienst",
        [.closed, .vague, .money]: "nonpayment nopayment faltapago",
        [.closed, .closedValue, .strong]: "debaja",
        [.closed, .vague, .money]: """
        enretard inritardo ematraso betalingsachterstand вдолгу pastdue enmora inarrears
        """,
        [.closed, .strong]: """
        keptout keepout shutout thrownout kickedout turnaway turnedaway turnhimaway turnheraway turnthemaway showndoor
        shownthedoor darferst dürfenerst bleibtdraußen bleibendraußen draußenbleiben draußenlassen schwarzeliste
        engagementrésilié nichtverlängert misàlaporte miseàlaporte mettreàlaporte laisserdehors laissédehors listenoire
        dejarfuera norenovado
        listanegra metteràlaporte lasciarefuori lasciatofuori venutoamancare venutaamancare nonrinnovato listanera
        mandadoembora mandadaembora deixarfora nãorenovado buitenhouden nietverlengd zwartelijst świętejpamięci
        nieprzedłużono czarnalista zakazwstępu чёрныйсписок непродлен blacklist notrenewed donotadmit membresortant
        adhérentsortant membressortants пометкаудаления пометканаудаление помеченнаудаление
        """,
        .access: """
        comein getin naarbinnen metterepiede elpaso dejarpasar dejarlapasar dejarlopasar derechodeadmisión ingressoalregistro
        """,
        [.open, .access]: "puedepasar puedenpasar",
        .closed: """
        unbestätigt istgegangen nichtmehrda kommtnichtmehr nestpluslà misàpied miseàpied вышелизклуба
        вышлаизклуба maderedundant msblql blck isapplication
        """,
        [.open, .person]: "lebtnoch sigueenlaempresa",
        .open: "oxactive custactive",
        .start: "datedarrivée datearrivée",
        .until: "jusquau jusquaux",
        .state: "studierendenstatus studentenstatus",
        [.subject, .account]: "utenza utenze учётка учётку учётки",
        .end: """
        lastdateworked relievedon ceasedon freistellungab nutzungsende weggegaanop wegseit fortseit gegangenam rausam
        outsince datawystąpienia uitstroom uitstroomdatum msblqd
        """,
        [.closed, .reason]: "dropreason",
        .state: "standvanzaken",
        [.closed, .strong]: """
        schwarzenliste czarnejliście чёрномсписке zakazlogowania zakazwejścia zakazdostępu houseban снятсучёта снятасучёта
        снятысучёта notcomingback wontbeback notreturning willnotreturn kommtnichtwieder komtnietterug niewrócijuż
        jużniewróci nontornapiù nãovoltamais novuelvemás nerevientplus невернётся gotthesack vanschoolgestuurd
        schuleverwiesen nieżyje ontslagopstaandevoet darfnichtrein darfnichtmehrrein
        """,
        .closed: """
        foiembora foiseembora seneandato seneandata sehamarchado semarchó isweg istweg deubaixa darbaixa vanschoolaf lidaf
        quepd restinpeace
        """,
        .closedValue: """
        waitinglist warteliste listedattente listadeespera listadattesa wachtlijst listaoczekujących листожидания
        """,
        // `non fa più parte del gruppo`
        [.still, .here, .closed, .vague]: "fapiùparte piùparte maisparte",
        .closed: """
        nonadmis nonadmise noadmitido noadmitida nãoadmitido nãoadmitida nichtaufgenommen nichtzugelassen непринят непринята
        """,
        [.open, .access]: "mayenter",
        [.open, .verb, .access]: "farentrare",
        [.open, .verb]: "envigor invigore emvigor",
        [.open, .person]: "inleven",
        .topic: "callwaiting wychowaniefizyczne educaciónfísica educaçãofísica",
        [.open, .person]: "amleben enregla enrègle",
        .closed: "отстранение отстранения schorsing altmitglied altmitglieder deregistered deenrolled",
        .open: "useyn heefttoegang inorganico dealta frequentante",
        [.open, .verb]: "aktywowany aktywowana uczęszcza",
        .state: "codstatus codsituacao statuscode",
        .start: """
        prisedeposte prisedefonction inschrijfdatum dateadhésion datedadhésion fechacontratación fechadecontratación
        datawstąpienia datadołączenia hiredt begdat indat eintrdat dtadm dtini fecalta fecing
        """,
        // Last days, as tables with short names have them, and what is over.
        .end: """
        austrdat kuenddat enddat sepdate ausgdat abgdatum einddat dtfim dtfin feccese dtcess datacessacao dischargedate
        separationdate lastworkdt cessação destroyedat stoppedat churnedat trasferitoil datadecessação datacessação
        """,
        .closed: """
        banforever permban tempban banpermanent istrash intrash churned gdprdeleted deadind voided vervallen
        """,
        .closedValue: "rezygnacja",
        [.closed, .closedValue]: "receduto receduta notinvited daattivare inquiescenza",
        .topic: """
        usesleft creditsleft seatsleft tokenexpires lastsignon statusexpiration teamid archivemailbox remoteaccess
        mobileaccess accesscode formerschool previousschool retirementaccount crbexpiry validemail emailvalid
        activesubscriptions ishidden autologin startstatus trustedtoauth ssouser aienabled
        """,
        .subject: "участника участников",
        .end: "toutcompte świadectwopracy",
        [.closed, .closedValue, .strong]: "nongrata",
        .again: "reenable reactivate unlock bringback takeback",
        [.open, .person]: "àjour aldía alcorriente inregola emdia goodstanding",
        [.topic, .filler]: "laquota",
        .negation: "donot",
        [.still, .negation]: "aplus peutplus",
        // The class register of schools, which teachers and pupils log in to.
        .filler: """
        элжурнал электронныйжурнал электронномужурналу registroelettronico dziennikelektroniczny dziennikaelektronicznego
        """,
        .until: "todate",
        .end: "offboarding expdate",
        .topic: """
        leadstatus adminaccess vaccin vaccine vaccination impfung vacuna vaccino vacina vaccinatie szczepienie прививка
        вакцина zweistufig dwuetapowa dwuetapowe двухэтапная
        """,
        [.closed, .closedValue]: "laidoff pastdue enretard",
        [.closed, .closedValue, .strong]: "passedaway",
        [.day, .filler]: "workdate workingdate employmentdate servicedate",
        [.open, .verb, .service]: """
        enservice indienst imdienst inservizio enservicio emserviço wsłużbie наслужбе inservice
        """,
        [.open, .verb]: """
        ematividade onroll onpayroll enposte enactivité inforza enactivo emexercício
        inlavoro enfonction enfonctions
        """,
        .openValue:
            "confirmationnotrequired indienst onroll imdienst enposte enactivité inservizio enservicio activeduty",
        [.closed, .closedValue]: "offroll onnotice confirmationrequired",
        .closed: """
        awaitingconfirmation awaitingemailconfirmation awaitingmoderation awaitingactivation awaitingapproval
        pendientedeaprobación pendientedevalidación pendientedeactivación pendentedeaprovação pendentedeativação
        enattentedevalidation inattesadiapprovazione oczekujenaakceptację oczekujenazatwierdzenie ожидаетодобрения
        ожидаетподтверждения
        """,
        [.closed, .until]: "lockoutend",
        [.closedValue, .end]: "uitdienst horsservice fuoriservizio außerdienst ausserdienst",
        [.still, .negation]: "estplus nonpiù yano jánão jużnie ужене уженет",
        .closed: "delflag uflag pwdlockouttime enattente struckoff offboarded isdel sefue ensommeil",
        [.closed, .strong]: "letgo",
        [.closed, .vague]: "movedaway",
        .label: "deliveryoffice",
        .access: "letin iniciarsesión iniciodesesión iniciarsessão iníciodesessão",
        .open: """
        invitationaccepted inviteaccepted acceptedinvitation acceptedinvite registrationcompleted
        wpapproveuser emailconfirmedat oktouse allowedtouse darfrein darfhinein darfhier dürfenrein nochdabei nochda
        toujoursparminous parminous sigueconnosotros continuaconnosco stillwithus stillhere nogbijons
        """,
        .closed: """
        inviteduser requiresapproval needsapproval inmoderation намодерации stoplogin
        wartetauffreigabe wartetauffreischaltung wartetaufbestätigung wartetaufgenehmigung waitingforapproval
        pendientedeconfirmar validating deactivated tobeapproved tobeconfirmed pastmember pastmembers nichtmehrdabei plusparminous yanoestá jánãoestá
        noncèpiù
        """,
        .until: "totenmet fino",
        .topic: """
        canbedeleted canbemerged canbelocked canbeblocked invitationpolicy zweischritt doispassos duepassaggi dospasos deuxétapes twostep
        pwdlockout lockoutduration lockoutthreshold lockoutpolicy lockoutobservation exitcode exitstatus exitinterview
        isstaff isadmin archiveenabled portalenabled firstlogin workpermit residencepermit strongauthentication preauth userpermissions onlinestatus activedirectory workscouncil
        """,
        [.topic]:
            "enduser currentlogin lockoutenabled rollno daysleft timeleft onleave lefthand lefthanded righthand righthanded outofoffice",
    ]

    private static let lists: KeyValuePairs<Roles, String> = [
        .past: """
        was were previously formerly früher ehemals einst gewesen war waren était étaient anciennement autrefois jadis
        anteriormente antes era eram foi estaba estuvo fue precedentemente voorheen vroeger geweest dawniej wcześniej był
        была był była były były byli был были ранее раньше прежде
        """,
        .negation: "never nie niemals jamais nunca nooit nigdy никогда",
        [.access, .right]: """
        autorizzazione autorizzazioni authorization authorisation autorisation autorización autorização zezwolenie
        """,
        .kind: "service system dienst servizio serviço servicio usługi",
        .closed: "loekz killed wystąpił wystąpiła disdetta uitgetreden archivkennzeichen delflg lvorm",
        [.closed, .vague]: "wypisu ritiro paused pausiert pausado pausada",
        [.closed, .closedValue, .strong]: "abgegangen bajas zwolnieni",
        [.closed, .strong]: """
        unerwünscht defunto defunta defunti finado finada покойный покойная скончался скончалась уволили выгнали отстранен
        отстранена отчислена irradiado irradiada irradiados irradiadas allontanato allontanata allontanati debarred disbarred
        """,
        .closed: """
        ausgemustert bandito bandita banditi bandida relegowany relegowana wymeldowany wymeldowana zlikwidowany zlikwidowane
        evicted ausgelaufen aufgehört morte mortes morto morta morreu cessou cesó renunció abandonou desistiu desligou
        rescindiu rescindida geëmigreerd wyleciała wyleciał отказано прекращено ликвидирован ликвидирована лишена
        лишен отказался отказалась сокращен сокращена zdublowana zdublowany ontvallen ontheven pozbawiony pozbawiona
        erloschen échu échue effacé effacée rayé rayée renvoyé renvoyée anulada sancionado sancionada dimitido
        dimitida rifiutato rifiutata esclusa esclusi recusado recusada rejeitado rejeitada odmowa wstrzymany wstrzymana
        wstrzymane skasowany dispensado dispensada
        """,
        [.closed, .vague]: """
        duplicado duplicada duplicata doppione doublon dublette duplikat dubel дубль
        """,
        .closedValue: "testperson testkonto testbenutzer testuser testaccount тестовый тестовая",
        [.closed, .verb]: """
        borrar apagar cancellare eliminare eliminar skasować удалить zumachen dichtmachen dichtzetten afsluiten zamknąć закрыть
        перекрыть fermer cerrar chiudere fechar
        """,
        [.open, .verb]: "admitted",
        .access: "entrer",
        .subject: "candidature domanda aanmelding zgłoszenie bewerbung",
        [.state, .vague]: "sytuacja",
        .topic: """
        booking bookings reservation reservations buchung reservierung réservation reserva prenotazione reservering
        rezerwacja бронирование
        """,
        .topic: "reisekosten category categories voleibol",
        .filler: "sede",
        // Programs put their names before those of their columns.
        .filler: """
        supann phpbb mybb smf vbulletin xenforo discourse wordpress wp moodle drupal joomla typo nextcloud owncloud keycloak okta
        mattermost gitlab gitea redmine jira confluence koha zimbra horde roundcube kerio kolab mdaemon hmailserver
        iredmail plesk cpanel ispconfig synology qnap seafile rocketchat zulip ejabberd prosody
        dados dadas darle dell dello dalla nello
        ampel semaforo semáforo stoplicht светофор
        """,
        // `wacht op goedkeuring`: who waits to be let in.
        [.closed, .vague]: """
        wacht wachtend wachtende wartet wartend aguarda aguardando espera esperando attende attesa oczekuje czeka awaits
        waiting ожидает ждет attente
        """,
        .subject: """
        goedkeuring aprovação aprobación approvazione genehmigung zatwierdzenie zatwierdzenia approbation validation одобрение
        одобрения
        """,
        .closed: """
        odebrane odebrano retenido retenida retenue respinto respinta respinti odrzucone отклонено shut impayée impayées coupés abgesperrt ausgesperrt
        buitengesloten вынесен
        """,
        .closedValue: "снят снята снято сняты",
        [.closed, .strong]: """
        выбыл выбыла выбыли relinquished surrendered exmatrikuliert exmatrikulierte exmatrikulierter exmatrikuliertes
        hausverbot abweisen
        abzuweisen abgewiesen hingeschmissen rausgeworfen rausgeflogen refouler refoulé refoulée vetar vedado vedada echado
        echada cacciato cacciata barrar barrado barrada barrados eruitgezet weggestuurd wyrzucony wyrzucona выгнан выгнана
        """,
        [.closed, .verb]: "запрет interdiction divieto verbod prohibición",
        .openValue: "zugestimmt",
        // Before and first: what else a name says tells of what.
        [.from, .vague]: """
        earlier früher avant antes prima eerder wcześniej раньше ранее erster erste erstes premier première primer primero
        primo primeiro eerste pierwszy первый
        """,
        .topic: """
        вернуть возврат rückgabe restituzione devolución devolução teruggave zwrot zwrotu magazine zeitschrift revue revista
        rivista tijdschrift czasopismo
        """,
        .closed: "deixou",
        [.open, .verb]: """
        cleared ammesso ammessa ammessi ammesse ouvrir aufmachen abrir aprire
        """,
        .access: """
        wstęp wstępu einlass betreten hinein herein wejść wchodzić пропускать проходить проход
        """,
        .filler: "angewiesen anweisen abreisen prawa lui gli zu registro",
        .negation: "niente",
        .here: "coletividade colectividad tu",
        // What else may be locked, lost or dead.
        .topic: """
        dog dogs cat cats pet pets hund hunde katze katzen chien chienne perro gato gatto hond pies собака кошка
        попугай geranium geranio parrot projector beamer sink bike bikes fahrrad fiets vélo bici bicicleta rower велосипед
        mensa canteen kantine cantine stalling stallings stallingspas tesserino parkingowy parkingowa parkplatz imagem imagen
        vehicle vehicles car cars fahrzeug fahrzeuge wagen dienstwagen tüv véhicule vehículo veicolo veículo voertuig pojazd
        immagine wizerunku wizerunek изображения essensabo
        locker lockers spind taquilla casier armadietto cacifo kluisje szafka шкафчик reimbursement reimbursements
        erstattung remboursement reembolso rimborso terugbetaling возмещение expenses spesen voucher vouchers gutschein
        pasto pasti transporte telework homeoffice télétravail teletrabajo telelavoro teletrabalho thuiswerken
        urlaubsantrag fietsplan
        """,
        .closedValue:
            "respinto respinta respinti respingido odrzucone отклонено rejetée rejeté rechazado rechazada",
        .openValue: """
        accettato accettata accettati accepted acceptée accepté aceptado aceptada aceito aceita angenommen aangenomen przyjęty
        przyjęta принят принята validée validé validado validada convalidato convalidata zaakceptowany zaakceptowana
        """,
        [.person, .subject]: """
        teacher teachers lehrer lehrerin professeur professeurs professeure enseignant enseignants enseignante profesor
        profesora profesores profesoras professor professora professores docente docentes docenti insegnante insegnanti
        nauczyciel nauczycielka nauczyciele nauczycieli учитель учителя преподаватель преподаватели leraar leraren docent
        docenten
        """,
        [.person, .subject, .plural]: """
        dipendenti empleados empleadas miembros usuarios alumnos alumnas estudiantes étudiants étudiantes élèves salariés
        membres adhérents utilisateurs mitglieder członkowie członków pracownicy pracowników uczniowie uczniów studenci
        studentów użytkownicy użytkowników сотрудники сотрудников члены членов пользователи пользователей студенты
        студентов ученики leden werknemers medewerkers gebruikers leerlingen funcionários funcionárias sócios sócias
        alunos alunas utenti soci membri studenti clienti clientes clients klanten klienci клиенты
        """,
        .topic: """
        boletín bulletin bollettino boletim inoltro weiterleitung reenvío encaminhamento doorsturen materie materias matières
        ortográfico remetentes remitentes absender expéditeurs mittenti afzenders nadawcy отправители
        signature legendas subtitles tema thème
        ausweise ausweisen schein scheine voile alerte alertes alerts alerta alertas allarme allarmi sonores
        lease leaseauto dispense melding meldingen préstamo préstamos prestito prestiti attestato attestati antincendio
        zamówienia zamówień заказа заказов заявка заявки заявок поддержка поддержки поддержку предложение devis quote quotes angebot angebote preventivo preventivi presupuesto orçamento offerte
        ticket tickets atelier ateliers taller talleres oficina oficinas restaurant ristorante restaurante favourite favorite
        preferito preferita préféré préférée favorito favorita favoriet favoriete ulubiony ulubiona любимый любимая
        """,
        .again: """
        enable activate reactivate unlock unblock unban unsuspend reinstate restore readmit rehire reopen rehired
        aktivieren reaktivieren entsperren freischalten freigeben wiedereinstellen zulassen activer réactiver débloquer
        déverrouiller réintégrer activar reactivar desbloquear habilitar rehabilitar readmitir attivare riattivare sbloccare
        riabilitare riammettere ativar reativar deblokkeren heractiveren activeren ontgrendelen aktywować reaktywować
        odblokować odblokowywać przywracać активировать разблокировать восстанавливать реактивировать
        """,
        .right:
            "access zugang zugriff zutritt accès acceso accesso acesso toegang dostęp dostępu доступ доступа",
        .lock: "lock locked lockedout lockout blocked gesperrt sperre verrouillé",
        .kind: """
        student students pupil schüler schülerin azubi étudiant étudiante élève estudiante alumno alumna studente
        studentessa alunno alunna aluno aluna leerling uczeń uczniem studentem ученик ученица студент студентка apprentice
        """,
        [.topic, .money]: """
        payment payments paiement paiements pago pagos pagamento pagamenti zahlung zahlungs betaling betalings płatność
        płatności beitrag beiträge beitrags
        """,
        .money: """
        cotisation cotisations dues fee fees składka składki składkami quota quotas cuota cuotas взнос взносы взносам взносов
        arrears overdue achterstand achterstanden rückstand rückstände zahlungsrückstand zaległość zaległości zalega
        zalegający zalegająca задолженность задолженности долг долги debt debts debito deuda deudas dívida dívidas dette
        dettes schulden schuld dług długi impayé impayés moroso morosa atrasado atrasada atrasados ritardo atraso überfällig
        retard
        """,
        [.closed, .vague]: """
        debt debts indebted debito debiti deuda deudas dívida dívidas dette dettes schulden schuld dług długi долг долги
        zalegający zalegająca atrasado atrasada atrasados ritardo atraso überfällig retard
        """,
        .filler: "по ze him her them again wieder bitte please this that por favor proszę пожалуйста",
        .here: """
        asociación portal portale portail intranet extranet
        here hier ici aquí qui aqui tutaj здесь us our uns unser unserer nous notre nos nosotros nuestra nuestro
        noi nostro nostra nós connosco conosco nossa nosso ons onze nami nas nasz naszej нас нами наш нашей
        team club équipe equipo squadra equipe zespół команда команды команде клуб клуба клубе entreprise société
        établissement école lycée collège université schule school hochschule universität university scuola escuela escola
        szkoła szkołę uczelnia uczelnię школа школу институт
        association empresa azienda società associazione bedrijf organisatie vereniging firma firmen firmy firmie
        spółki verein vereins unternehmen company компании компанию компания предприятия организации staff
        """,
        [.filler, .verb]: "del",
        .subject: "renewal",
        .finite: """
        licence licences license licenses lizenz lizenzen licencia licenza licença licentie licencja лицензия
        лицензии class classes klasse klassen classe clase klas klasa класс lesson lessons unterricht workshop
        seminar season saison temporada stagione seizoen sezon сезон semester semestre trimester trimestre
        cert certs certyfikat certyfikaty certificati certificados certificaten сертификат keuring keuringen аттестация
        schulung schulungen
        """,
        .name: "name names nom nombre nome naam nazwa imię имя фио gecos anzeigename weergavenaam",
        [.topic, .filler]: """
        comments commentaires comentarios comentários commenti komentarze комментарии reacties kommentare
        dues fee fees cotisation cotisations quotas cuota cuotas składka składki składkami взнос взносы взносам
        """,
        .person: "registered enrolled hired",
        [.topic, .filler, .openValue]: """
        paid paying bezahlt zahlend payé payée payant pagado pagada pagato pagata pagante pago paga
        betaald betalend opłacony opłacone płacący оплачен оплачено
        """,
        [.topic, .subject, .passing]:
            "probation probezeit essai proeftijd próbny próbna próbnego испытательный испытательного",
        [.subject, .passing]: "trial",
        [.closed, .strong]: """
        invadido invadida fired sacked falleció murió faleceu verstarb starb overleed décéda zmarł zmarła умер умерла died
        hacked compromised breached leaked gehackt kompromittiert piraté piratée comprometido comprometida hackeado hackeada
        compromesso compromessa hackerato gecompromitteerd skompromitowany zhakowany взломан взломана скомпрометирован
        """,
        [.closed, .strong]: "terminee terminees dimissionario dimissionaria uitgestroomd",
        .filler: "go",
        [.closed, .passing]: """
        failed fail failing gescheitert durchgefallen échoué échouée échec fallido fallida fallito fallita reprovado
        reprovada mislukt gezakt niezaliczony niezaliczona niezdany провален провалена
        """,
        [.open, .passing]: """
        passed bestanden réussi réussie superado superada superato superata geslaagd doorstaan zaliczony zdany пройден
        """,
        .topic: "course kurs kurses cours curso corso cursus",
        .closed: """
        verlaten verlässt dejado dejó abandonado abandonó lasciato lasciata lascia opuścił opuściła покинул покинула
        """,
        [.person, .subject]: """
        member employee staff student pupil user membership employment apprentice
        mitglied mitglieds mitgliedschaft mitarbeiter mitarbeiterin beschäftigter beschäftigung schüler schülerin nutzer
        benutzer arbeitnehmer azubi angehöriger
        membre adhérent adhérente adhésion salarié salariée élève étudiant étudiante utilisateur
        miembro socio socia empleado empleada trabajador trabajadora alumno alumna estudiante usuario afiliado afiliada
        membro dipendente lavoratore studente studentessa alunno alunna utente tesserato
        sócio sócia funcionário funcionária empregado empregada aluno aluna estudante usuário utilizador
        lid lidmaatschap medewerker werknemer leerling gebruiker
        członek członkiem członkinią członkostwo pracownik pracownikiem uczeń uczniem studentem użytkownik
        член членом сотрудник сотрудником работник ученик ученица студент студентка пользователь участник
        """,
        .plural:
            "id ids uid uuid guid number nr nummer numéro número numero numer номер",
        .label: """
        level department dept abteilung département departamento dipartimento departement afdeling dział отдел
        title titel titre título titolo tytuł company organization organisation firma empresa azienda bedrijf office
        volunteer volontaire bénévole voluntario volontario voluntário vrijwilliger wolontariusz волонтер доброволец
        friend freund freundin ami amie amigo amiga amico amica vriend vriendin przyjaciel przyjaciółka друг подруга
        ehrenamt ehrenamtlich ehrenamtliche freiwilliger guest gast invité invitado ospite convidado gość гость intern
        praktikant praktikantin becario tirocinante estagiário stażysta стажер
        büro location admin administrator standort position address adresse dirección indirizzo endereço adres адрес room raum salle zimmer
        """,
        [.topic, .means]: "mfa otp totp fa factor factors facteurs faktor",
        .means: "smartcard sso saml kerberos passkey passwordless",
        .required: "required only enforced mandatory erforderlich nur requis seulement",
        .dated:
            "date dates datum tag since seit data fecha día dia dag dzień дата depuis desde dal sinds od с when",
        [.open, .vague]: """
        works belongs gehört appartient pertenece appartiene pertence hoort należy состоит
        present présent présente presente anwesend vorhanden aanwezig присутствует
        """,
        .open: "licensed lizenziert",
        .closed: """
        susp disab blkd deact inact verst muted silenced ousted ghosted altmitglied altkunde altschüler terminate coupé coupée cortado cortada
        baixado baixada saiu salió uscì wyszedł odszedł odeszła
        """,
        .openValue: "befristet unbefristet fine",
        // Yes or no, or a last day.
        [.open, .end]:
            "validity gültigkeit validité validità validade vigencia validez ważność geldigheid срок",
        [.subject, .secret]: """
        password passwords pwd pw passwd passphrase passwort passworts kennwort kennworts contraseña senha
        wachtwoord hasło hasła пароль пароля mdp
        """,
        [.subject, .person, .account]: """
        account accounts konto kontos konten compte comptes cuenta cuentas conta contas аккаунт аккаунта
        """,
        .plural: """
        users accounts members employees contacts customers clients students teachers licenses licences subscriptions
        logins logons signins anmeldungen connexions accesos accessi acessos inlogs
        """,
        [.open, .verb]: """
        entitled liberado liberada możliwe możliwy возможен возможно
        enrolled inscrit inscrite iscritto iscritta inscrito inscrita ingeschreven zapisany zapisana
        eingeschrieben immatrikuliert angemeldet зачислен записан
        """,
        [.still, .negation, .vague]: "plus",
        .still: """
        still longer more anymore noch mehr immernoch encore toujours aún todavía más ancora più ainda mais
        nog meer langer steeds już jeszcze nadal więcej еще ещё больше
        """,
        // The kind of an end is as good as its reason.
        [.reason, .filler]: "type types kind typ art tipo soort rodzaj тип вид",
        .reason: """
        pourquoi warum waarom dlaczego почему
        reason reasons cause grund gründe ursache anlass motif raison motivo motivos razón causa causale ragione
        razão reden oorzaak powód przyczyna причина основание
        """,
        [.closed, .strong]: """
        espulso espulsa expulsado expulsada expulsé expulsée expulso expulsa expelled wydalony wydalona
        discarded anonymized anonymised offboarded vetado vetada baneado baneada verbannt frozen
        disabled deactivated inactive inactivated suspended blocked blacklisted banned locked lockedout terminated
        deprovisioned quarantined softdeleted deleted revoked
        gesperrt gesperrte gesperrter deaktiviert inaktiv blockiert gebannt ausgeschieden gelöscht stillgelegt
        désactivé désactivée désactivés bloqué bloquée suspendu suspendue inactif verrouillé verrouillée banni bannie
        résilié résiliée supprimé supprimée radié
        desactivado desactivada deshabilitado deshabilitada inactivo inactiva bloqueado bloqueada suspendido
        suspendida inhabilitado inhabilitada
        disattivato disattivata disabilitato disabilitata inattivo inattiva bloccato bloccata sospeso sospesa
        desativado desativada desabilitado desabilitada inativo inativa suspenso suspensa banido demitido desligado
        uitgeschakeld gedeactiveerd inactief geblokkeerd geschorst vergrendeld
        zablokowany zablokowana zablokowane wyłączony wyłączona wyłączone nieaktywny nieaktywna nieaktywne zawieszony
        zawieszona zawieszone dezaktywowany dezaktywowana dezaktywowane usunięty usunięta usunięte
        заблокирован заблокирована заблокировано отключен отключена отключено неактивен неактивна неактивный
        неактивная неактивно деактивирован деактивирована приостановлен приостановлена уволен уволена
        """,
        .closed: """
        fraudulent fraudster fraudeur scammer betrüger spammer abuser fraud betrug fraude frode oszustwo мошенник
        мошенничество violato skompromitowane przejęty скомпрометирована
        moroso morosa deudor deudora inadimplente delinquent schuldner säumig säumige wanbetaler zadłużony zadłużona
        dłużnik dłużniczka должник должница sacked pensioned
        unenrolled disenrolled unregistered deregistered erased wiped obsolete decommissioned stale loevm ruht gestorben abgegangen abgewiesen ausgeschult risolto
        risolta restringido restringida cofnięty cofnięte zrezygnował zrezygnowała скончался скончалась ограничен
        recycled awaiting ausstehend sanction sanctions sanctioned jailed shadowbanned redacted rescinded
        nullified aborted abgebrochen beurlaubt wykluczony wykluczona ritirato ritirata uscito uscita decaduto
        decaduta sanktion sanzione sanción weggegangen verweigert aberkannt hinausgeworfen rausgeworfen destitué
        destituée déchu déchue évincé exclue suspendue désinscrit désinscrite désabonné destituido destituida
        cesante inhabilitada extinguido extinta finiquitado estromesso rescisso estinto estinta annullato
        annullata congelato congelata interdetto interdetta trancado trancada afastado afastada exonerada
        desvinculada evadido desistente congelado congelada expulso expulsa ontzegd afgewezen gestaakt gestopt
        bevroren uitgesloten uitgezet unieważniony unieważniona odrzucony odrzucona zamrożony zamrożona
        rozwiązana wygaszony wygaszone wyrejestrowany архиве архива архивная архивирован архивировано пенсии
        отклонен отклонена отказано завершен завершена прекращен прекращена выпускник заморожено ушел ушла
        уволился уволилась
        disable disabling deactivate deactivation suspend suspension blocking lock lockout barred expired
        revoke freeze frozen archived close closed removed retired resigned dismissed fired cancelled canceled
        delete deletion trashed excluded left departed former withdrawn deceased ineligible unauthorized
        unapproved rejected refused denied forbidden prohibited nologin
        noaccess invalid discontinued graduated retire retiree lapsed ended laidoff offboarded dropped dropout
        purged dormant dltd lck pending unconfirmed unverified inhibited
        sperre sperrung sperren deaktivierung verboten gekündigt ausgetreten beendet geschlossen archiviert
        abgelaufen ausgeschlossen entlassen ehemalig ehemalige ehemaliger ungültig storniert eingefroren pensioniert
        ruhend verstorben untersagt abgemeldet hausverbot sperr storno entzogen verlassen gesp ausgetr verbannen
        rentner karteileiche
        désactivation blocage interdit interdite refusé refusée expiré expirée archivé archivée fermé fermée licencié
        licenciée démissionné démissionnaire exclu exclue annulé annulée clôturé
        suppression parti partie sorti quitté quittée retraité retraitée révoqué révoquée expulsé clos défunt
        clôturée terminé terminée
        prohibido prohibida caducado caducada vencido vencida expirado expirada eliminado eliminada borrado borrada
        cancelado cancelada archivado archivada cerrado cerrada despedido despedida baja revocado denegado
        denegada anulado desvinculado exonerado
        retirado retirada expulsado cesado cesada bloqueo finalizado finalizada
        vietato vietata scaduto scaduta eliminato eliminata cancellato cancellata chiuso chiusa archiviato archiviata
        licenziato licenziata cessato cessata dimesso dimessa revocato revocata negato negata espulso rimosso
        rimossa bannato escluso
        proibido proibida excluído excluída removido removida arquivado arquivada fechado fechada encerrado encerrada
        demitida revogado negado apagado
        verboden verlopen verwijderd gesloten gearchiveerd ontslagen beëindigd opgezegd vertrokken ingetrokken
        geweigerd opgeschort geannuleerd geroyeerd gepensioneerd blokkade
        wygasły wygasła wygasło zamknięty zamknięta zamknięte zarchiwizowany zarchiwizowane zwolniony zwolniona zabroniony zabroniona
        zabronione anulowany anulowane zbanowany blokada zakończony zakończone rozwiązany nieważny nieważne odebrany
        удален удалена удалено запрещен запрещена запрещено блокировка закрыт закрыта закрыто истек истекла истекло просрочен
        просрочена архив архивный исключен исключена забанен выбыл выбыла отозван отозвана недействителен
        недействительна расторгнут заморожен заморожена
        """,
        [.closed, .vague]: """
        overdue arrears achterstand achterstanden rückstand rückstände zahlungsrückstand zaległość zaległości zalega
        задолженность impayé impayés merged duplicate duplicates tombstone tombstoned grounded cleaned scrubbed
        staged bans dead gone quit antigo antiga
        alum alumni alumnus alumna rentner pensionär rentnerin spam spammer void emeryt emerytka пенсионер voormalig
        voormalige verzogen weggezogen transferred graduate hidden kicked экс
        blocco bloco bloque blok block hold ban ex ancien ancienne anciens anciennes antiguo antigua antiguos antiguas antigos
        antigas oud oude były była byli бывший бывшая бывшие former бан
        """,
        [.closed, .verb]: """
        remove strip entziehen retirer couper quitar retirar cortar togliere rimuovere remover verwijderen intrekken usunąć
        odebrać zabrać убрать снять
        prohibit deny forbid prevent restrict restricted refuse reject exclude interdire bloquer prohibir bloquear
        vietare bloccare proibir verbieten blokkeren blokuj запретить
        """,
        .open: """
        adimplente provisioned zaakceptowany zaakceptowana
        genehmigt bewilligt zugesagt werkzaam ważna liberado активированный
        aktuell actuel actuelle attuale atual huidig huidige obecny obecna aktualny aktualna нынешний нынешняя
        действующая aktiver aktive aktives aktiven zatrudniony zatrudniona contratado contratada assunto assunta
        matriculado matriculada trabajando trabaja trabalha lavora travaille werkt годен годна служит обучается
        учится обучающийся reactivated onboarded
        active actv activated permitted unlocked unblocked unsuspended valid approved authorized authorised
        alive granted eff effective validity valable employed working operational usable
        aktiv aktiviert freigeschaltet freigegeben zugelassen gestattet berechtigt gültig gültigkeit entsperrt
        zulässig beschäftigt angestellt arbeitet freigabe
        actif active activé activée autorisé autorisée permis permise habilité habilitée validité valide
        approuvé approuvée
        débloqué
        activo activa activado activada habilitado habilitada permitido permitida autorizado autorizada vigente
        válido válida desbloqueado
        validità attivo attiva attivato attivata abilitato abilitata consentito consentita permesso autorizzato
        autorizzata
        valido valida sbloccato
        ativo ativa ativado ativada válido válida
        actief geactiveerd ingeschakeld toegestaan geldig toegelaten ontgrendeld bevoegd gemachtigd
        aktywny aktywna aktywne włączony włączona włączone dozwolony dozwolone dozwolona ważny ważne odblokowany
        uprawniony dopuszczony zatwierdzony pracuje
        активен активна активный активная активно включен включена включено разрешен разрешена разрешено
        действителен действующий
        действительна действует допущен допущена
        """,
        [.open, .verb]: """
        concesso concessa accordé accordée concedido concedida gewährt verleend przyznany przyznana przyznano
        предоставлен предоставлена
        mogelijk możliwe возможно possibile posible possível
        eligible possible möglich enable enabled activate allow allowed able permit permission permissions erlaubt autoriser
        permitir permite consentire
        """,
        [.modal, .filler]: """
        should must shall will soll sollte muss doit doivent devrait debe deben deve devono devem moet moeten mag powinien
        powinna должен должна
        """,
        [.open, .verb, .modal]: "let lassen laten laisser dejar lasciare deixar",
        [.open, .verb, .modal]: "can may darf kann peut puede puo può pode mag kan może wolno можно может",
        [.day, .filler]: "day tag jour día giorno dia dag werkdag dzień dnia день",
        .closedValue: """
        cleaned scrubbed unpaid overdue moroso morosa
        trash rente pension pensione pensioen retraite jubilación emerytura emeryturze austritt formado
        afgestudeerd absolwent archiwalny archiwalna vorübergehend kündigung
        transferred maintenance lockout offboarding dropped recovery verzogen umgezogen переведен выпускник
        trasferito trasferita transferido transferida transféré transférée overgestapt verhuisd preserved paused
        pausiert oczekujący ожидает
        gone dead invited staged over quit pendiente alum alumni alumnus alumna
        pendente ausstehend unbestätigt separated ina inact susp dis disab blk blkd term termd trm deact
        deakt suspe expel arch exp vertr
        discharged redundant awol leaver gestrichen pensionär freigestellt verst verrentet abgegangen abgelehnt
        gestorben entfernt désinscrit afastado trancado desistente evadido afgewezen ritirato uscito decaduto emeryt
        wykreślony пенсионер завершен прекращен ушел уволился отстранен
        """,
        [.closed, .closedValue, .strong]: "leavers",
        [.closedValue, .strong]:
            """
        ex former formerly leaver resigned saiu salió odszedł odeszła уволился уволилась ушел ушла
        oud oude ancien ancienne anciens anciennes antiguo antigua antiguos antiguas antigo antiga antigos antigas
        były była byli бывший бывшая бывшие
        """,
        .openValue: """
        frei vrij libre libero livre good normal live current ok present act akt offen ouvert abierto aperto aberto aberta otwarte открыт alta
        full part fulltime parttime permanent temporary probation trainee vollzeit teilzeit
        enrolled registered hired member mitglied forza passiv ehrenmitglied fördermitglied elternzeit titulaire
        trabalhando действующий contract
        junior juniorin juniors senior seniorin seniors adult adults erwachsener erwachsene adulte adulto volwassene
        """,
        [.topic, .label]: "alias nickname",
        .label: "forum foro foros forums форум",
        [.open, .confirmed]: """
        current confirmed verified bestätigt confirmé confirmado confermato bevestigd potwierdzony validated
        verifiziert validiert подтвержден подтверждена подтверждено одобрен одобрена zweryfikowany vérifié verificado
        verificada verificato verificata geverifieerd проверен aprobado aprobada approvato approvata aprovado
        aprovada goedgekeurd
        """,
        [.open, .vague]: "open offen ouvert abierto aberto otwarte forza открыт открыта",
        .shell: "shell",
        [.subject, .address]: """
        correo courriel posta poczta почта telefono téléphone telefone telefoon телефон
        email mail mailbox e phone mobile telefon handy
        """,
        [.open, .verb, .access]: "wpuszczać пускать reinlassen einlassen",
        .access: """
        inlog inlogrecht inlogrechten ingresar входить entrare collegarsi conectarse connecter verbinden einwählen zalogować подключаться
        login logins logon signin log sign access authenticate authentication
        berechtigung anmeldung anmelden zutritt zugang zugriff einloggen connexion accès connecter acceso
        ingreso entrar accesso accedere
        acceder acesso toegang aanmelden inloggen dostęp dostępu logowanie logowania zaloguj logować вход входа
        войти доступ доступа zalogować acessar sesión auth
        """,
        .subject: """
        team club équipe equipo squadra equipe zespół команда команды клуб клуба entreprise empresa azienda bedrijf
        компании предприятия effectifs activity actividad attività atividade activiteit activiteiten aktywność aktivität
        активность активности
        roll verein vereins firma firmen company fonction mission scolarité
        servizio współpracy alunno alunna plantilla
        licence licences lizenz licencia licenza licença licentie licencja лицензия лицензии enrolment enrollment
        registration einschreibung laufzeit schule schul school studium studies office inscription inscripción
        iscrizione inscrição inschrijving rejestracja регистрация matrícula matrikel immatrikulation pracy praca
        nauki umów обучения обучение учебы студент студента учащийся учащегося службы служба член члена членства
        членство collaborateur collaboratrice étudiant stagiaire estudiante colaborador colaboradora trabajador
        trabajadora afiliado afiliada asociado abonado studente studenti socio soci collaboratore lavoratore
        tesserato tesseramento sócio associado trabalhador filiado vínculo aluna personeelslid student studenten
        leerlingen członkostwa członkostwo studenta ucznia pracownicy umowę provisioning moderation tenant owner
        assignment entitlement
        user users acct acc person people member members membership employee employees employment
        staff customer client student pupil teacher contact profile identity principal record entry service contract
        contractor subscription license licence company organisation organization work job session
        worked credential credentials ldap ad sso system u emp hr acc usr rec empl approval
        activation confirmation verification laboral
        benutzer nutzer mitglied mitglieds mitgliedschaft mitarbeiter mitarbeiterin kunde kunden schüler
        lehrer verhältnis dienstverhältnis arbeitsverhältnis beschäftigungsverhältnis mitglieder vertrag
        vertrags dienst beschäftigung beschäftigungs arbeit arbeits
        utilisateur utilisateurs compte employé salarié membre adhérent adhésion droits élève personne contrat
        travail abonnement
        profil usuario usuarios cuenta empleado empleada miembro socio cliente alumno persona contrato trabajo
        suscripción relación utente utenti conto account dipendente membro studente contratto lavoro abbonamento
        rapporto usuário utilizador conta funcionário empregado aluno pessoa trabalho assinatura gebruiker gebruikers
        medewerker medewerkers werknemer lid klant leerling persoon dienstverband lidmaatschap
        użytkownik użytkownika konta pracownik pracownika członek członka klient uczeń osoba umowa umowy zatrudnienie
        zatrudnienia пользователь пользователя учетная учетной запись записи аккаунт аккаунта сотрудник сотрудника
        клиент участник ученик лицо договор договора работа работы контракт контракта
        """,
        .end: """
        verfall verfalls verfällt verfallsdatum ausschulung pension pensione pensioen retraite emeryturę przejścia выхода пенсию
        пенсия afmelding eindigt rezygnacja rezygnacji śmierci radiazione purge exited конца срока quit
        final exitdate afloop uitschrijving stopzetting opzegging sluiting royement renteneintritt schulaustritt
        laufzeitende abbruch désinscription désabonnement clôture fermeture finiquito expulsión suspensión
        desactivación inactivación clausura dimissione espulsione risoluzione recesso decadenza disattivazione
        desativação inativação expulsão afastamento exoneração wykluczenie wykluczenia ustanie emerytura
        emerytury zamknięcia dezaktywacji исключение исключения закрытия закрытие деактивации отключения
        прекращение расторжение выпуска decommission disenrollment unenrolment unenrollment dismissal expulsion
        eol redundancy layoff
        dol end ends ending termination terminates expiry expiration expire expires leaving leave leaver exit departure
        resignation separation finish offboarding death died demise term termdt enddt withdrawal closure
        notafter endda gltgb lwd retirement sunset relieving removal graduation
        ende endet enddatum austritt austritts austrittsdatum ablauf ablaufdatum vertragsende dienstende kündigung
        kündigungs kündigungsdatum befristet entlassung ausscheiden ausscheide beendigung sterbe tod todes
        exmatrikulation austrittsd weggang wegzug läuft abmeldedatum ruhestand pensionierung abmeldung rente
        aufhebungsvertrag ausschluss
        fin départ sortie échéance cessation résiliation démission licenciement radiation décès expire
        finalización término terminación vencimiento caducidad cese salida despido fallecimiento
        defunción caduca vence expira vigencia validez egreso expiración desvinculación jubilación renuncia
        eliminación retiro
        fine scadenza cessazione termine uscita dimissioni licenziamento cancellazione sospensione eliminazione
        pensionamento chiusura revoca decesso morte scade
        fim encerramento vencimento saída desligamento demissão rescisão cancelamento exclusão validade óbito
        falecimento expiração
        einde eind einddatum vervaldatum verloopdatum uit beëindiging vertrek uitdienst uitdiensttreding ontslag
        overlijden vervalt verloopt opzegdatum uitschrijfdatum afmelddatum pensioendatum blokkeerdatum
        koniec końca zakończenie zakończenia wygaśnięcie wygaśnięcia zwolnienie zwolnienia rozwiązanie rozwiązania
        odejście odejścia ważności ważność wypowiedzenia wykreślenia końcowa wypowiedzenie ustania
        wyrejestrowania wygasa zgon zgonu skreślenie skreślenia
        окончание окончания увольнение увольнения конец срок завершение завершения истечение истечения
        выбытие выбытия отчисление отчисления смерть смерти истекает уход ухода удаление удаления расторжения
        прекращения
        revocación revocation révocation revoca revogação widerruf entzug intrekking odebranie odebrania cofnięcie cofnięcia
        отзыв отзыва лишение лишения
        """,
        .until: "until after till tm through thru bis jusque jusqu hasta fino até tot do до",
        [.until, .vague]: "to",
        .from: "from ab desde dal od vanaf с starting notbefore before first partir partire",
        .start: """
        unlock gltgv begda ouverture opening eröffnung apertura abertura otwarcie otwarcia открытие открытия start starts begin beginning beginn début inicio inizio início początek начало
        """,
        .state: """
        status zustand statut stat sts situation estatus situación situazione situação toestand статус состояние
        standing
        lifecycle
        """,
        [.state, .vague]: "action state états état etat estado stato staat stan",
        .negation:
            """
        not non no none cannot cant dont doesnt isnt nicht kein keine keinen ohne ne pas sans aucun aucune sin ninguno
        nessuno senza não sem nenhum niet geen zonder without nie bez brak не нет без
        """,
        .last:
            "last letzter letzte letztes dernier dernière último última ultimo ultima laatste ostatni ostatnia последний",
        .filler: """
        use uses using nutzen utiliser usar usare gebruiken right rights recht droit derecho diritto direito prawo право
        já ya già déjà schon bereits already actual us our uns nos notre ons nas нас für pour para voor dla dans
        depart department chez bei bij con com with
        let web area areas bereich espace online website site remote wirksam eingegangen zeit zeitraum zeitpunkt dauer period période
        periodo okres период cd enrol enroll
        id ids uid info information details detail data meta metadata when who codes by
        admin administrator system automatically automatisch auto manual manually met und oder ou y e o i и или
        si durch par por dal dalla przez seit sinds trwania termin termín terminu here hier ici aquí qui aqui
        tutaj здесь рабочий рабочего рабочая working am im into effective gem gemäß laut
        is was has been are be the a an of for by since at on in up out date dates datetime time timestamp ts day
        flag yn bool value comment note code kz kennzeichen kennung indicator ind level dt per au al
        jusqu currently soft permanently temporarily and or
        any ist am em ya dado dada sich se się still flg ok jahr year erfolgt erfolgte действия
        datum seit uhrzeit zeitpunkt tag zum von der die das le la les de des du d l n est depuis jour date fecha
        el los en es esta está día data di della dello il è e giorno dia da op van per sinds na на dag dnia dzień czy jest
        w z дата день от это ли в sein hat ein son un una um uma kept set mode
        """,
        .topic: """
        projet projets projekt projekte projekten progetto progetti proyecto proyectos projeto projetos projecten проект проекты
        spedizione spedizioni envío envíos envio envios sendung sendungen expédition expéditions zending zendingen wysyłka
        przesyłka przesyłki доставка faktury rechnungen factures facturas fatture fatura faturas facturen счет счета invoices
        device devices gerät geräte appareil appareils dispositivo dispositivi dispositivos apparaat urządzenie urządzenia
        устройство устройства notifiche notificaciones notificações meldungen fotoerlaubnis szkolenia szkolenie laptop laptops курс курсы курса schwimmkurs chamado chamados parkeerkaart
        fotografias fotografia toolbar nieuwsbrief nieuwsbrieven рассылка рассылки новости новостей sonido sonidos
        consentement consentements consentimiento consentimientos consenso consensi toestemming zgoda zgody согласие
        einverständnis reklamacja reklamacje reklamation reclamación réclamation reclamo claim claims complaint complaints
        klacht жалоба offer offers offres ofertas offerta
        bio biography biografie biographie biografía biografia ordine ordini bestellung bestellungen commande commandes bestelling bestellingen encomenda compra acquisto kauf achat
        zakup покупка rotation orientation screen bildschirm écran pantalla schermo ekran экран sound sounds suono suoni töne
        geluid dźwięk звук sidebar zvuk animation animations animationen animaciones animazioni animações animaties animacje
        анимация preview previews vorschau aperçu anteprima voorbeeld podgląd html roken rauchen smoking fumer fumar
        hander rechtshänder linkshänder incendie locker lockers armadietto armadietti spind lucchetto padlock wf
        déjeuner midi goods powiadomienie powiadomienia religionsunterricht sportbefreiung парковка парковку звуковые звуковой
        odontológico odontologico cartão abwesenheitsnotiz patentino patentini muletto disableable factores fattori fatores
        api opportunity opportunities deal deals lease leasing foto zdjęcie zdjęcia zdjęć снимки sender senders eye
        case cases health santé salud salute gesundheit zdrowie medico medica médico médica vitale badania vog
        sv trainer coach bus pass exclusions detentions expulsions pref prefs preference preferences
        konfession religion religión religione religião godsdienst wyznanie религия impfung impfstatus
        imap pop pops smtp ftp sftp caldav carddav webdav activesync mapi ews owa xmpp sip jabber ssl tls reply responder
        autoresponder autoresponse forward forwards filter filters antivirus quota parking garage internet sessions
        sesiones sitzungen sessies sesje сессии certificate certificates zertifikat certificat certificado card karte
        karta tarjeta permis driving driver drivers conduire conducir patente rijbewijs identité medical aid
        holiday urlaub congés ferien vacaciones vacanza férias vakantie urlop отпуск review training
        privacy fotos beruf profession occupation profesión professione profissão beroep zawód профессия province
        provincia provincie région región regione regio county country país paese kraj страна область bundesland kanton
        talla größe taille taglia tamanho maat priority priorität priorité prioridad priorità window fenster ventana
        finestra janela raam okno окно müll gut holz stunde sitz side seite côté lado lato carteira cni
        calendar calendars kalender agenda terms determination antispam ssh tour tours
        days hours weeks months tage stunden wochen monate jours heures semaines mois días horas meses giorni
        mesi dias dagen weken maanden dni дней часов месяцев chat chats posts post videos video
        avatar picture pictures photo image images wifi bluetooth vpn printing printer fax einzug lastschrift
        mahn mahnung mahnungen beitrag beiträge dirección protected accidental allergies allergien
        passport reisepass ausweis führerschein insurance versicherung warranty garantie dbs swimming schwimmen
        meals lunch fingerprint analytics tracking telemetry tutorial ads werbung podcast push pasaporte passaporto passeport paspoort paszport
        паспорт seguro assurance assicurazione verzekering ubezpieczenie страховка keyboard gravatar profilbild
        einwilligung rgpd gdpr dsgvo datenschutz
        newsletter newsletters sms marketing notification notifications alert alerts
        reminder reminders theme dark autoreply vacation forwarding beta feature features cookie cookies webhook
        visa vaccination mailing dirsync sync consent sepa mandat photos messages disability severely
        colour color surname street straße city town ort ville marital familienstand civil
        matrimonial project projects order orders ticket version count attempts
        shipping payment invoice delivery zahlung lieferung versand rechnung facture paiement pago pedido factura
        fattura pagamento fatura betaling factuur płatność zamówienie faktura заказ оплата
        """,
    ]

    /// Beginnings of words that have many endings: `zablokow`, `заблокир`. In a longer word, such as `Zugangssperre`, a
    /// stem may stand anywhere.
    private static let stemLists: KeyValuePairs<Roles, String> = [
        [.closed, .strong, .lock]: """
        gesperrt blockier geblockt bloqu verrouill bloccat bloquea geblokk vergrend zablokow заблокир
        """,
        .again: """
        reaktivier entsperr réactiv débloqu reactivad desbloque riattiv sblocc reativ heractiv deblokk reaktyw odblok
        разблокир
        """,
        [.closed, .strong]: """
        discard anonymiz anonymis shadowban verbann beurlaub évinc destitu banead vetad finiquit inactivad
        desvincul sospend estromess trancad afastad exonerad opgehev geroyeer wyklucz cofnięt archiwaln wykreśl zamroż wyrejestr
        выписан
        disabl deactiv inactiv suspen blacklis blocklis denylis deprovis quarantin softdelet banned
        gesperrt deaktiv inaktiv blockier geblockt ausgeschied ausgetret stillgeleg stillleg verstorben exmatrik
        ehemalig gekündigt entlass ausgeschloss gelöscht archivier
        désactiv inactif bloqu verrouill radié décédé démissionn suspend
        deshabilit inhabilit expulsad despedid fallecid difunt egresad suspendid rescindid
        disattiv disabilit inattiv bloccat sospes licenziat cessat dimess decedut espuls radiat
        desativ desabilit inativ bloquea banid demitid desligad falecid excluid
        uitgeschak gedeactiv inactie geblokk geschorst vergrend uitgeschre overled ontslagen opgezegd
        zablokow zbanow wyłącz nieaktyw zawiesz dezaktyw usunię zwolnion zmarł nieczynn wypisan skreślon wydalon
        заблокир отключ неактив деактив приостанов уволен исключен отчислен умер забанен
        """,
        .closed: """
        expell dismiss resign deceas revok forbid prohibit
        sperr lösch abgang widerruf ungültig abgelauf storniert beendet
        supprim expiré annul archivé licencié
        retirad jubilad eliminad cancelad vencid caducad revocad
        revocat scadut rimoss cancellat eliminat pensionat bloccan
        removid encerrad revogad apagad aposentad
        verwijder vertrokk beëindig afgemeld afgeslot gestopt blokker verlopen ontzegd
        wygasł zamknię zarchiw unieważn odwołan rozwiąza nieważn zakończon blokad odszed odesz
        блокир закрыт запрещ аннулир расторг заморож выбыл отозван недейств просроч
        """,
        .open: """
        enabl activat freischalt aktivier aktive freigeschal freigegeb zugelass autoris autoriz
        habilitad abilitat attivat ativad geactiv toegesta toegelat zatrudnion aktywn czynn włączon dozwol uprawnion
        работает активн включен разреш допущен
        """,
        .end: """
        austritt ausscheid kündigung entlassung ablauf befrist exmatrikul vertragsend
        beendigung uitschrijv wypowiedz окончан увольнен истечен
        résiliation démission expiration vencimient caducid desligament demissã rescisã cessazion scadenz dimission
        """,
        .subject: "członk mitglied mitarbeit benutzer beschäftig użytkown pracownik пользовател сотрудник",
    ]

    // MARK: Words of a text

    /// The words of a name or a value, folded: split at signs, digits and capitals, and where known words are joined.
    static func words(of text: String) -> [String] { joiningIdioms(in: simpleWords(of: text).flatMap(split)) }

    /// Words with those joined that mean something else together, such as `passed away` and `mis à la porte`: they are
    /// listed as one.
    ///
    /// - Parameter separator: what stands between them then.
    static func joiningIdioms(in words: [String], by separator: String = "") -> [String] {
        var joined: [String] = []
        var rest = words[...]
        while let first = rest.first {
            let length = (2...mostJoined).reversed().first { length in
                rest.count >= length && idioms.contains(rest.prefix(length).map(folded).joined())
            }
            joined.append(length.map { rest.prefix($0).joined(separator: separator) } ?? first)
            rest = rest.dropFirst(length ?? 1)
        }
        // Only of two words: `in active use` is none.
        guard joined.count == 2, isNegation(folded(joined[0]), of: folded(joined[1])) else { return joined }
        return [joined[0] + joined[1]]
    }

    private static let englishOpenWords: Set<String> = [
        "approved", "enrolled", "employed", "authorised", "authorized", "licensed", "validated", "permitted",
    ]

    /// Whether a prefix that stands by itself turns a word for open accounts around, as in `In-Active`.
    private static func isNegation(_ prefix: String, of word: String) -> Bool {
        guard ["un", "in"].contains(prefix), !idioms.contains(word),
            exactRoles(of: word).map({ !$0.isDisjoint(with: [.open, .openValue]) }) ?? false
        else { return false }
        let whole = prefix + word
        return (exactRoles(of: whole) ?? stemRoles(of: whole))?.contains(.closed)
            ?? (prefix == "un" && isNegated(whole))
    }

    /// How many words of a text may be one of the lists.
    private static let mostJoined = 4

    /// All that the words of a text say, in any order.
    static func allRoles(of text: String) -> Roles { Roles(words(of: text).compactMap { roles(of: $0) }) }

    /// The roles of a text's words; nil if one of them is unknown.
    ///
    /// Names of groups begin with signs, which do not count: two letters in `GG_Leavers`, any in `app.corp.blocked`, as
    /// nobody is called so.
    static func phrase(of text: String) -> [Roles]? {
        guard mayBegin(text) || mayClose(text) else { return nil }
        // Two words may be known only together, as `passed away`.
        let words = joiningIdioms(in: simpleWords(of: text).flatMap { knownParts(of: $0) ?? [$0] })
        let known = words.map { word in
            exactRoles(of: word) == nil && stemRoles(of: word) == nil ? nil : roles(of: word)
        }
        let sign = known.prefix { $0 == nil }.count
        let phrase = known.dropFirst(sign).compactMap { $0 }
        guard !phrase.isEmpty, phrase.count + sign == words.count else { return nil }
        guard sign > 0 else { return phrase }
        let all = Roles(phrase)
        // `g_no_login`
        let isNoAccess = all.contains(.access) && !all.isDisjoint(with: [.negation, .closed])
        let isShort = sign == 1 && words[0].utf8.count <= 2
        let isTold = phrase.contains {
            $0.contains(.strong) && (isShort || $0.contains(.closed) && !$0.contains(.vague))
        }
        // `X exmatrikuliert`, but not `J Banned`
        let isCode =
            sign == 1 && words[0].count == 1 && text.dropFirst().first == " "
            && text.dropFirst(2).first?.isLowercase == true
        return (isCode || !text.contains(" ")) && (isNoAccess || isTold) ? phrase : nil
    }

    /// Whether a known word may come first. Most values of a directory are told from phrases by this alone.
    private static func mayBegin(_ text: String) -> Bool {
        var code: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
            // Accents and other alphabets have to be folded first.
            guard byte < 0x80 else { return true }
            if byte.isLetter {
                code = code << 8 | UInt32(byte | 0x20)
                count += 1
                if count == beginningLength {
                    return beginnings.contains(code) || beginnings.contains(code >> 8)
                }
            } else if count > 0 {
                return true
            }
        }
        return count > 0
    }

    /// Whether a text may hold a word that closes, or one for logging in or going on, told by its letters alone.
    static func mayClose(_ text: String) -> Bool {
        // Accents and capitals of other alphabets are folded first.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        var code: UInt32 = 0
        // Of words that only together say it, as `uit dienst`.
        var joined: UInt32 = 0
        for byte in isPlain ? text.utf8 : folded(text).utf8 {
            guard byte >= 0x80 || byte.isLetter else {
                code = 0
                if byte != UInt8(ascii: " "), byte != UInt8(ascii: "-") { joined = 0 }
                continue
            }
            let letter = UInt32(byte < 0x80 ? byte | 0x20 : byte)
            code = code << 8 | letter
            joined = joined << 8 | letter
            if closingBeginnings.contains(code) || closingBeginnings.contains(joined) { return true }
        }
        return false
    }

    /// Whether a key may say whether an account is open, told by its letters alone, so that who reads an account needs
    /// no list of words: a check of a password would take longer, and tell that there is an account.
    static func mayDecide(_ key: String) -> Bool { holds(key, anyOf: decidingBeginnings) }

    /// Whether a key may say by itself that an account is closed, told by its letters alone.
    static func mayClose(key: String) -> Bool { holds(key, anyOf: closingKeyBeginnings) }

    private static func holds(_ key: String, anyOf beginnings: WordBeginnings) -> Bool {
        let letters = folded(key).utf8.filter { $0 >= 0x80 || $0.isLetter }
        return letters.indices.contains { start in
            var code: UInt32 = 0
            return letters[start...].prefix(beginningLength).contains { letter in
                code = code << 8 | UInt32(letter)
                return beginnings.contains(code)
            }
        }
    }

    /// Whether a key names what only its owner knows, in any of the languages: `Contraseña`.
    static func namesSecret(_ key: String) -> Bool {
        mayDecide(key) && words(of: key).contains { roles(of: $0)?.contains(.secret) ?? false }
    }

    /// How many letters of a word ``mayBegin(_:)`` looks at: as many as a code has bytes.
    fileprivate static let beginningLength = 4
    /// Words of three letters may be followed by others.
    private static let beginnings = WordBeginnings { _ in beginningLength - 1 }
    private static let closingBeginnings = WordBeginnings { roles in
        // `più` goes on in other words, as does `ex`.
        if roles.contains(.still) || roles.isSuperset(of: [.closedValue, .strong]) { return 1 }
        return roles.isDisjoint(with: [.closed, .closedValue, .access, .again]) ? nil : beginningLength
    }
    private static let closingKeyBeginnings = WordBeginnings { roles in
        roles.isDisjoint(with: [.closed, .negation, .reason]) ? nil : 2
    }
    private static let decidingBeginnings = WordBeginnings { roles in
        roles.isDisjoint(with: [.closed, .open, .verb, .access, .state, .still, .secret, .means]) ? nil : 1
    }

    /// How the words begin that ``WordBeginnings`` notes.
    fileprivate static var allLists: [KeyValuePairs<Roles, String>] { [lists, idiomLists, stemLists] }

    /// Folded, and not yet split where words are joined.
    private static func simpleWords(of text: String) -> [String] {
        // No capital begins a word in `LoCkEd`, nor in `pASSWORDsET`, which is typed with caps lock.
        if text.dropFirst().contains(where: \.isUppercase) {
            let small = folded(text)
            if Self.words[small] != nil { return [small] }
            if text.first?.isLowercase == true, text.dropFirst().prefix(2).allSatisfy(\.isUppercase) {
                return knownParts(of: small) ?? [small]
            }
        }
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var isAfterSmall = false
        func end(isCut: Bool = false) {
            guard !word.isEmpty else { return }
            let folded = folded(String(word))
            let whole = isCut && knownParts(of: folded) == nil ? completed(folded, isMarked: true) : nil
            // `Account no. locked`
            let isNumber = isCut && folded == "no" && !words.isEmpty
            if !folded.isEmpty { words.append(isNumber ? "nr" : whole ?? folded) }
            word = String.UnicodeScalarView()
        }
        // `can't` is one word, as is the Dutch `t/m`, and `d'accès` two.
        let visible = String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
        let text = ["'", "’"].reduce(
            visible.replacingEach("t/m", with: "tm").replacingEach("T/M", with: "tm")
        ) {
            $0.replacingEach("n\($1)t", with: "nt")
        }
        let scalars = Array(text.unicodeScalars.prefix(longest))
        for (index, scalar) in scalars.enumerated() {
            let isMark = scalar.properties.generalCategory == .nonspacingMark
            guard isMark || scalar.properties.isAlphabetic else {
                end(isCut: scalar == ".")
                isAfterSmall = false
                continue
            }
            let isCapital = scalar.properties.isUppercase
            // `isActive`, `LDAPBlocked`
            let beginsWord =
                index + 1 < scalars.count && scalars[index + 1].properties.isLowercase && !word.isEmpty
            let isBoundary = isCapital && (isAfterSmall || beginsWord)
            // `ADaccount`
            let isLastOfAbbreviation =
                isBoundary && !isAfterSmall && isSmallWordKnown(in: scalars, after: index)
            if isBoundary, !isLastOfAbbreviation { end() }
            word.append(scalar)
            if isLastOfAbbreviation { end() }
            if !isMark { isAfterSmall = !isCapital }
        }
        end()
        return words
    }

    /// Whether the small letters after a capital are a word, and not only together with it.
    private static func isSmallWordKnown(in scalars: [Unicode.Scalar], after capital: Int) -> Bool {
        let letters = scalars[(capital + 1)...].prefix(while: \.properties.isLowercase)
        let small = folded(String(String.UnicodeScalarView(letters)))
        return small.count > 3 && knownParts(of: small) != nil
            && knownParts(of: folded(String(scalars[capital])) + small) == nil
    }

    /// In scalars; no name of a column is longer.
    private static let longest = 128

    /// The words that are joined in one, as far as they are known.
    private static func split(_ word: String) -> [String] {
        knownParts(of: word) ?? around(stemIn: word) ?? behindSign(of: word)
            ?? [completed(word, isMarked: false) ?? head(of: word)]
    }

    /// The known words after a sign of three letters with which a program's names begin, as in `rol-can-login`.
    private static func behindSign(of word: String) -> [String]? {
        let rest = String(word.dropFirst(3))
        return rest.count < 8 ? nil : parts(of: rest).map { [String(word.prefix(3))] + $0 }
    }

    /// What a joined word is about, as in `Park-ausweis`; the whole word if that is unknown.
    private static func head(of word: String) -> String {
        guard word.utf8.count <= longest else { return word }
        let ends = word.indices.dropFirst(2).lazy.map { String(word[$0...]) }
        return ends.first { $0.utf8.count >= shortestInside && words[$0]?.contains(.topic) ?? false } ?? word
    }

    /// Nil unless all of them are known.
    private static func knownParts(of word: String) -> [String]? {
        if exactRoles(of: word) != nil || isNegated(word) { return [word] }
        let stem = stemRoles(of: word)
        // Not `de-aktiv`.
        if stem?.contains(.strong) ?? false { return [word] }
        return parts(of: word) ?? (stem == nil ? nil : [word])
    }

    /// The shortest stem that counts inside a word.
    private static let shortestInside = 5

    /// A word around a stem: `zugang` and `sperrkarte`; nil if it has none.
    private static func around(stemIn word: String) -> [String]? {
        guard word.utf8.count <= longest else { return nil }
        for start in word.indices {
            let rest = word[start...]
            let stemLength = stemLength(of: rest).flatMap { length in
                length >= shortestInside || start == word.startIndex ? length : nil
            }
            guard let length = stemLength ?? wordLength(of: rest) else { continue }
            let before = word[..<start]
            let after = rest.dropFirst(length)
            let stem = String(rest.prefix(length))
            // What follows is an ending, words of its own, or something unknown.
            let ending = after.count <= longestEnding ? [] : wordsAfter(stem: after)
            return (before.isEmpty ? [] : split(String(before))) + [stem] + ending
        }
        return nil
    }

    /// How many characters of a text are a long word that closes, as in `ob-lockout-time`; nil for none.
    private static func wordLength(of text: Substring) -> Int? {
        (shortestWordInside...longestWordInside).reversed().first { length in
            text.count >= length
                && words[String(text.prefix(length))].map { $0.contains(.closed) && !$0.contains(.vague) }
                    ?? false
        }
    }

    private static let shortestWordInside = 7
    private static let longestWordInside = 12

    /// After an ending of the stem, as in `Ausscheid-ungs-datum`.
    private static func wordsAfter(stem rest: Substring) -> [String] {
        for length in 0..<longestEnding {
            if let parts = knownParts(of: String(rest.dropFirst(length))) { return parts }
        }
        return split(String(rest))
    }

    /// The known words that make up a joined one such as `disableduser`, the fewest first; nil if there is a rest.
    private static func parts(of word: String) -> [String]? {
        let scalars = Array(word.unicodeScalars)
        guard (4...48).contains(scalars.count) else { return nil }
        // The fewest known words for each beginning.
        var best: [[String]?] = [[]] + [[String]?](repeating: nil, count: scalars.count)
        for end in 1...scalars.count {
            for start in 0..<end {
                guard let before = best[start], end - start > 1 else { continue }
                let part = String(String.UnicodeScalarView(scalars[start..<end]))
                // `login-fa-il` has no second factor.
                guard let roles = exactRoles(of: part), part.count > 2 || !roles.contains(.topic),
                    best[end].map({ $0.count > before.count + 1 }) ?? true
                else {
                    continue
                }
                best[end] = before + [part]
            }
        }
        guard let found = best[scalars.count], areCertain(found) else { return nil }
        return found
    }

    /// Whether known parts certainly make up a longer word: `dateofexit`, but not `sign-al` or `can-di-date`.
    private static func areCertain(_ parts: [String]) -> Bool {
        let telling = parts.filter { part in
            let roles = exactRoles(of: part) ?? []
            return part.count > 2
                && !roles.isDisjoint(with: part.count == 3 ? [.end, .closed, .subject] : .telling)
        }
        let areAllLong = parts.allSatisfy { part in
            let short: Roles = [.until, .from, .negation]
            return part.count > 2 || part == "is" || exactRoles(of: part)?.isDisjoint(with: short) == false
        }
        guard !telling.isEmpty, !areAllLong else { return !telling.isEmpty }
        let letters = parts.filter { $0.count > 3 }.reduce(0) { $0 + $1.count }
        return letters > 7 || telling.contains { $0.count > 4 }
    }

    /// Small letters without accents.
    static func folded(_ word: String) -> String {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in word.lowercased().unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            if scalar == "ß" {
                folded.append(contentsOf: "ss".unicodeScalars)
            } else if let narrow = scalar.narrow {
                folded.append(narrow)
            } else {
                folded.append(plain[scalar] ?? scalar)
            }
        }
        return String(folded)
    }

    fileprivate static let plain: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: KeyValuePairs = [
            "àáâãäåāą": "a", "çćč": "c", "đð": "d", "èéêëēęě": "e", "ìíîïī": "i", "łľ": "l", "ñńň": "n",
            "òóôõöøō": "o", "řŕ": "r", "śšş": "s", "ťţ": "t", "ùúûüūů": "u", "ýÿ": "y", "źżž": "z", "ё": "е",
            "й": "и",
        ]
        var plain: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (accented, letter) in pairs {
            for scalar in accented.unicodeScalars { plain[scalar] = letter.unicodeScalars.first }
        }
        return plain
    }()
}

extension Unicode.Scalar {
    /// The ASCII sign that a fullwidth one stands for, as East Asian input methods write it.
    fileprivate var narrow: Unicode.Scalar? {
        (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) : nil
    }
}

/// How words of the lists begin. It goes through their letters only: most programs that ask need none of the words
/// themselves. It may contain a few beginnings of no word.
private struct WordBeginnings: Sendable {
    /// One for each code of up to four bytes, by 18 bits of its hash: some codes in a hundred are found by chance.
    private var bits = [UInt64](repeating: 0, count: 1 << 12)

    /// - Parameter shortest: how many bytes a word with these roles has at least; nil to leave such words out.
    init(shortest: (LoginWords.Roles) -> Int?) {
        for lists in LoginWords.allLists {
            for (roles, text) in lists {
                if let shortest = shortest(roles) { insert(text, shortest: shortest) }
            }
        }
    }

    func contains(_ code: UInt32) -> Bool {
        let place = Self.place(of: code)
        return bits[place / 64] & 1 << UInt64(place % 64) != 0
    }

    private static func place(of code: UInt32) -> Int { Int((code &* 0x9E37_79B1) >> 14) }

    private mutating func insert(_ list: String, shortest: Int) {
        var plain = Beginning()
        // With `ae` for `ä`.
        var spelled = Beginning()
        for scalar in list.unicodeScalars {
            if scalar == " " || scalar == "\n" {
                insert(plain, shortest)
                insert(spelled, shortest)
                plain = Beginning()
                spelled = Beginning()
            } else if plain.length < LoginWords.beginningLength {
                plain.add(scalar)
                spelled.add(scalar)
                if ["ä", "ö", "ü"].contains(scalar) { spelled.add("e") }
            }
        }
        insert(plain, shortest)
        insert(spelled, shortest)
    }

    private mutating func insert(_ beginning: Beginning, _ shortest: Int) {
        guard beginning.length >= shortest else { return }
        let place = Self.place(of: beginning.code)
        bits[place / 64] |= 1 << UInt64(place % 64)
    }

    /// The first bytes of a folded word.
    private struct Beginning {
        private(set) var code: UInt32 = 0
        private(set) var length = 0

        mutating func add(_ scalar: Unicode.Scalar) {
            if scalar.value < 0x80 {
                add(UInt8(scalar.value) | 0x20)
            } else if scalar == "ß" {
                add(UInt8(ascii: "s"))
                add(UInt8(ascii: "s"))
            } else {
                for byte in UTF8.encode(LoginWords.plain[scalar] ?? scalar) ?? .encodedReplacementCharacter {
                    add(byte)
                }
            }
        }

        private mutating func add(_ byte: UInt8) {
            guard length < LoginWords.beginningLength else { return }
            code = code << 8 | UInt32(byte)
            length += 1
        }
    }
}
