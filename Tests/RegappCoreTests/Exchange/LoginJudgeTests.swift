import RegappJSON
import RegappTestSupport
import Testing

@testable import RegappCore

/// What files of other programs say about who may log in, whatever their format and language.
@Suite struct LoginJudgeTests {
    private static let today = CalendarDate.newYearsDay(of: 2026)
    /// Noon in UTC.
    private static let now = Moment(
        year: 2026, month: 1, day: 1, secondsSince1970: today.dayNumber * 86_400 + 43_200)

    private static func read(
        _ text: String, _ format: ExchangeFormat, others: ImportColumns.Others = .ignored,
        locks: [LockCondition] = [], mapped: [(name: String, target: ColumnMap.Target)] = []
    ) -> ForeignReading {
        let map = ColumnMap(mapped, others: others, locks: locks, now: now)
        return ForeignReading(text, format, ReadingOptions(map))
    }

    /// One account with this value, in each format that has names.
    private static func files(_ name: String, _ value: String) -> [(format: ExchangeFormat, text: String)] {
        [
            (.csv, "email,\"\(name)\"\na@x.example,\"\(value)\"\n"),
            (.json, #"[{"email":"a@x.example","\#(name)":"\#(value)"}]"#),
            (.json, #"[{"email":"a@x.example","profile":{"\#(name)":"\#(value)"}}]"#),
            (.ldif, "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(attribute(name)): \(value)\n"),
            (.passwdFile, "a@x.example:*::::::\(attribute(name))=\(attribute(value))\n"),
        ]
    }

    /// Attributes and extra fields have no spaces.
    private static func attribute(_ text: String) -> String { text.replacingEach(" ", with: "-") }

    @Test(arguments: [
        "supannRessourceEtatDate: {COMPTE}A::20200101:20251231",
        "supannRessourceEtatDate: {COMPTE}A::20280101:20301231", "loginActivationTime: 20260103000000Z",
        "activationTime: 20260201000000Z", "iplanet-am-user-account-life: 2025/01/01 00:00:00",
        "erAccountStatus: 1", "loginAllowedTimeMap:: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "accountUnlockTime: 20260101130000Z", "pwdEndTime: 19700101000000Z",
    ])
    func `an attribute whose meaning a server fixes keeps out`(line: String) {
        let entry = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(line)\n"
        let record = Self.read(entry, .ldif).records.first
        let hasEnded = record?[.expires].flatMap(CalendarDate.init(iso:)).map { $0 < Self.today } ?? false
        #expect(record?.hasLock == true || hasEnded, "\(String(describing: record))")
    }

    @Test(arguments: [
        "supannRessourceEtatDate: {COMPTE}A::20200101:20301231", "loginActivationTime: 20260101115959Z",
        "krbPrincipalExpiration: 19700101000000Z", "krbPasswordExpiration: 19700101000000Z",
        "erAccountStatus: 0", "accountUnlockTime: 20260101110000Z",
    ])
    func `an attribute whose meaning a server fixes lets in`(line: String) {
        for objectClass in ["person", "user"] {
            let entry = "dn: cn=a,dc=blocked\nobjectClass: \(objectClass)\nmail: a@x.example\n\(line)\n"
            let reading = Self.read(entry, .ldif)
            #expect(reading.problems == [])
            let record = reading.records.first
            #expect(record.map { !$0.hasLock && ($0[.expires] ?? "2099") > "2026-01-01" } == true, "\(line)")
        }
    }

    @Test func `what begins later today is not let in, and a shell that is no file is none`() {
        for later in ["2026-01-01T12:30:00Z", "\(Self.today.dayNumber * 86_400 + 50_000)"] {
            for name in ["Valid From", "validFrom", "start_date"] {
                let early = "2026-01-01T11:30:00Z"
                let table = "email,\(name)\na@x.example,\(early)\nb@x.example,\(later)\n"
                let reading = Self.read(table, .csv)
                #expect(!reading.questions.isEmpty, "\(name): \(later)")
            }
        }
        let shells = ["/bin/sh", "/dev/null", "/bin/false"].enumerated().map { index, shell in
            "u\(index)@x.example:{PLAIN}rainy-night-7:\(index):1:Ann:/home/u:\(shell)\n"
        }
        let asked = Self.read(shells.joined(), .passwdFile).questions.first?.conditions.map(\.typed)
        #expect(asked?.sorted() == ["shell=/bin/false", "shell=/dev/null"])
    }

    @Test func `the end of a lock is read in every notation, and its first whole day counts`() {
        let noon = Self.today.dayNumber * 86_400 + 43_200
        let notations = [
            "\(noon)", "\(noon)000", "20260101120000Z", "2026-01-01T12:00:00Z", "2026-01-01 12:00",
        ]
        for text in notations {
            #expect(Field.lockedUntil.imported(text, dayFirst: nil) == "2026-01-02", "\(text)")
        }
        #expect(Field.lockedUntil.imported("20260101000000Z", dayFirst: nil) == "2026-01-01")
        let json = Self.read(#"[{"email":"a@x.example","lockedUntil":\#(noon)}]"#, .json)
        #expect(json.problems == [] && json.records.map { $0[.lockedUntil] } == ["\(noon)"])
        let flag = Self.read(#"[{"email":"a@x.example","mustChange":1}]"#, .json)
        #expect(flag.problems.count == 1, "a number is no flag")
        // SAP's zeros are no day, and may be a number elsewhere.
        #expect(NoValue.isMeant(byDate: "00000000") && !NoValue.isMeant(by: "00000000"))
        let zeros = Self.read("email,expires\na@x.example,00000000\n", .csv)
        #expect(zeros.problems == [] && zeros.records.map { $0[.expires] ?? "" } == [""])
    }

    @Test func `of several ends of a lock the latest counts, with and without a time`() {
        let over = "accountUnlockTime: 20200101000000Z"
        for ahead in ["blockedUntil: 2030-01-01", "temp_ban: 20300101000000Z"] {
            for lines in ["\(over)\n\(ahead)", "\(ahead)\n\(over)"] {
                let entry = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(lines)\n"
                #expect(Self.read(entry, .ldif).records.first?.hasLock == true, "\(lines)")
            }
        }
    }

    /// Ends, and what is not yet, within the day: noon has come, and an hour later has not.
    @Test func `an end of minus one never comes`() {
        let reading = Self.read("email,account_expires\na@x.example,-1\nb@x.example,1700000000\n", .csv)
        #expect(reading.problems == [] && reading.records.map { $0[.expires] } == ["never", "1700000000"])
    }

    @Test func `what ends or begins within this day counts to the second`() {
        let noon = Self.today.dayNumber * 86_400 + 43_200
        func ticks(_ second: Int) -> Int { (second + 134_774 * 86_400) * 10_000_000 }
        let ends: [(name: String, over: String, ahead: String)] = [
            ("krbPrincipalExpiration", "20260101120000Z", "20260101130000Z"),
            ("pwdEndTime", "20260101130000.5+0100", "20260101110000-0200"),
            ("loginExpirationTime", "2026010112Z", "202601011201Z"),
            ("blockedAfter", "20260101120000Z", "20260101120001Z"),
            ("sambaKickoffTime", "\(noon)", "\(noon + 1)"),
            ("accountExpires", "\(ticks(noon))", "\(ticks(noon + 1))"),
        ]
        for (name, over, ahead) in ends {
            for (value, day) in [(over, "2025-12-31"), (ahead, "2026-01-01")] {
                let entry = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(name): \(value)\n"
                #expect(Self.read(entry, .ldif).records.map { $0[.expires] } == [day], "\(name): \(value)")
            }
        }
        let states: [(name: String, isLocked: String, isOpen: String)] = [
            ("pwdStartTime", "20260101120001Z", "20260101115959Z"),
            ("krb5ValidStart", "20260101130001+0100", "20260101125959+0100"),
            ("krbPasswordExpiration", "20260101115959Z", "20260101130000Z"),
        ]
        for (name, locked, open) in states {
            for (value, isLocked) in [(locked, true), (open, false)] {
                let entry = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(name): \(value)\n"
                #expect(Self.read(entry, .ldif).records.map(\.isLocked) == [isLocked], "\(name): \(value)")
            }
        }
        for (second, text) in [(noon, "2026-01-01T12:00:00Z"), (noon + 43_200, "2026-01-01")] {
            let table = "email,accountExpires\na@x.example,\(ticks(second))\n"
            #expect(Self.read(table, .csv).records.map { $0[.expires] } == [text])
        }
        let line = "a@x.example:*:1:1::0:\(noon):Ann:/home/a:/bin/sh\n"
        let later = "b@x.example:*:1:1::0:\(noon + 1):Bob:/home/b:/bin/sh\n"
        #expect(
            Self.read(line + later, .passwdFile).records.map { $0[.expires] } == ["2025-12-31", "2026-01-01"])
    }

    @Test(arguments: [
        "Suspension=2020-01-01", "Sperre/Austritt=2020-01-01", "Suspension or termination date=2020-01-01",
        "Status=In-Active", "Status=in\u{AD}active", "Status=un-enrolled", "Status=früher aktiv",
        "Status=Previously active",
        "Status=Active until 2024-03-31", "Статус=ранее активен", "ban_expires=permanent", "Sperre endet=nie",
        "Account locked because of payment=yes", "Banned by court order=yes",
        "Konto gesperrt wegen Zahlung=ja",
        "Joining date=2099-01-31", "Date d'embauche=2099-01-31", "DSGVO-Löschung am=2020-01-31",
        "Duplicate of=ann", "Klasse=abgegangen", "Account no. locked=yes",
        "disabled_user=1", "UserDisabled=yes", "remark=account@closed", "userdisabled=true",
        "Employee Status=Suspended",
        "Allow Login=no", "Login Allowed=no", "prohibit_login=1", "Termination Date=2020-01-01",
        "end of contract=2020-01-01", "status=left", "User Status=DEPROVISIONED", "is_active=0",
        "account_non_locked=false", "Deleted At=2020-01-01 10:00:00", "Last Day=2020-01-01",
        "account_state=locked_out", "can_login=n", "valid from=2099-01-01", "last working day=2020-01-01",
        "Benutzer gesperrt=ja", "Konto aktiv=nein", "Zugang=nein", "Austrittsdatum=2020-01-01",
        "Vertragsende=31.12.2020", "Mitarbeiterstatus=ausgeschieden", "kein Login=ja",
        "gueltig bis=2020-01-01",
        "compte désactivé=oui", "actif=non", "date de fin de contrat=2020-01-01", "statut=suspendu",
        "connexion autorisée=non", "cuenta bloqueada=sí", "activo=no", "fecha de baja=2020-01-01",
        "estado=inactivo", "fin de contrato=2020-01-01", "utente disabilitato=sì", "attivo=no",
        "data cessazione=2020-01-01", "stato=sospeso", "usuário bloqueado=sim", "ativo=não",
        "data de término=2020-01-01", "situação=desligado", "gebruiker geblokkeerd=ja", "actief=nee",
        "einddatum contract=2020-01-01", "toegang toegestaan=nee", "uit dienst=2020-01-01",
        "konto zablokowane=tak", "aktywny=nie", "data zakończenia umowy=2020-01-01", "stan konta=zawieszone",
        "пользователь заблокирован=да", "активен=нет", "дата увольнения=2020-01-01", "статус=уволен",
        "вход разрешен=нет",
        "Last Working Day=2020-01-01", "account_validity_end=2020-01-01", "cannot_login=1", "can't login=yes",
        "TerminationDt=2020-01-01", "EndDt=2020-01-01", "term_date=2020-01-01", "Date of death=2020-01-01",
        "is_alive=no", "expelled=yes", "blacklist=1", "on_hold=1", "quarantine=1", "pending_approval=1",
        "account_open=0", "Access Level=none", "Membership=expired", "Member?=no longer", "Account=closed",
        "Kind=Ex-member", "Notes=suspended", "description=account disabled", "Lock=L", "user_locked=X",
        "Sperrkennzeichen=X", "Sperr-Kz=1", "Zugangssperre=ja", "Mitgliederstatus=Ehemalig",
        "Löschkennzeichen=X", "Abgangsdatum=31.12.2020", "Letzter Arbeitstag=31.12.2020",
        "beschäftigt bis=31.12.2020", "Bemerkung=ausgetreten", "Hausverbot=ja", "exmatrikuliert=ja",
        "fin de validité=31/12/2020", "valable jusqu'au=31/12/2020", "parti le=31/12/2020", "décédé=oui",
        "Date de radiation=31/12/2020", "vigencia=2020-12-31", "egresado=sí", "fallecido=sí", "deceduto=sì",
        "falecido=sim", "Uitdiensttreding=31-12-2020", "overleden=ja", "uitgeschreven=ja",
        "wygasa=31.12.2020", "zmarły=tak", "wypisany=tak", "умер=да", "отчислен=да",
        "дата отчисления=31.12.2020", "notAfter=2020-01-01", "Mitgliedschaft bis=31.12.2020",
        "Benutzersperre=X", "Konto offen=nein", "Exalumno=sí", "ancien membre=oui", "доступ закрыт=да",
        "toegang ontzegd=ja", "stan konta=nieczynne", "Zugang entzogen=ja", "dateofexit=2020-01-01",
        "USERISLOCKED=1", "access granted=no", "current=no",
        "Allowed to log in=no", "Permission to log in=no",
        "Account (suspended)=yes", "in forza=no", "nie pracuje=tak",
        "Retirement=2020-01-01",
        "ENDDA=2020-01-01", "Abmeldung=2020-01-01", "Senza accesso=sì", "Último día laboral=2020-01-01",
        "Estado=Desvinculado", "Laatste werkdag=2020-01-01", "Able to log in=no", "Ancien élève=oui",
        "discarded_at=2024-01-01", "anonymized_at=2024-01-01", "block_reason=vandalism",
        "Termination Date=31-Jan-2020", "Reason for leaving=new job", "Final day=2020-01-01",
        "Enrolled=no", "Currently enrolled=No", "Enrolment end=2020-01-01", "access=0", "has_access=0",
        "Zugang=0", "Still member=no", "roles=editor, banned", "tags=x;suspended", "Active=never",
        "Active=✗", "Active=❌", "Active=☐", "Austrittsgrund=Umzug",
        "Schulaustritt=31.12.2020", "Ausscheidungsdatum=31.12.2020", "nicht mehr Mitglied=ja",
        "nicht mehr im Dienst=ja", "Laufzeitende=31.12.2020", "bis=31.12.2020", "Geldig T/M=31-12-2020",
        "verbannt=ja", "aktuell=nein", "Aktiver Benutzer=nein", "motif de départ=retraite", "en poste=non",
        "en activité=non", "motivo de baja=renuncia", "baneado=sí", "motivo cessazione=pensione",
        "in servizio=no", "motivo do desligamento=pedido", "in dienst=nee", "status=uit dienst",
        "contract tot en met=31-12-2020", "datum uitschrijving=31-12-2020", "reden vertrek=andere baan",
        "voormalig lid=ja", "powód blokady=spam", "termin ważności=31.12.2020", "wykluczony=tak",
        "wykreślony=tak", "ostatni dzień pracy=31.12.2020", "причина увольнения=другая работа",
        "дата окончания обучения=31.12.2020", "годен до=31.12.2020", "на пенсии=да", "в архиве=да",
        "последний рабочий день=31.12.2020", "suspension.active=true", "lock.enabled=true",
        "canLogIn=false", "employment.ended=2020-01-01",
        "is_suspnded=1", "User disalbed=yes", "fraud_flag=confirmed", "compromised=yes", "account hacked=1",
        "dostupZakryt=TRUE", "data uvolneniya=2020-01-01", "polzovatel zablokirovan=da",
        "Observations=A quitté l'établissement en juin 2024", "phpbb_ban_reason=spamming the boards",
        "registratie.wachtOpGoedkeuring=true", "inscricao.aguardaAprovacao=true",
        "profilForum.zbanowany=true",
        "remark=Cotisation impayée, accès coupé", "comment=password leaked, keep his login shut",
        "nota=Despedido el año pasado, no darle acceso", "groups=anciens-professeurs-sans-acces",
        "Bemerkung=Zugang bis auf Weiteres gesperrt", "Notes=Left us in May 2025, do not let him back in.",
        "Comments=Mailbox was hacked in January - keep him out", "acceso=denegado por impago",
        "Remarks=Passed away in March 2024, his wife knows", "FIRST_VALID_LOGON_DATE=2099-01-01",
        "Annotazioni=Si è trasferito, togliere ogni accesso", "comentario=Falleció en enero de 2025",
        "pagamento=inadimplente, acesso cortado", "Obs=Conta encerrada a pedido do próprio em 2023",
        "acesso.valido_a_partir_de=2099-01-01",
        "Observação=Conta invadida por terceiros", "uprawnienia.odebrane=true", "cuenta.retenida=true",
        "Notes=Fired for gross misconduct in March", "Annotazioni=non deve più entrare nel registro",
        "account.lockedOutForNonPayment=true", "Observaciones=Se dio de baja en junio, no debe entrar",
        "member=no", "Ist Mitglied=nein", "членом клуба=нет", "Kein Mitglied=ja", "Works here=no",
        "travaille ici=non", "Belongs to the team=no", "Entitled to access=no", "Right to log in=no",
        "App access=no", "plus actif=oui", "plus membre=oui", "fin d'activité=31/12/2020",
        "Actual termination date=2020-01-31", "Stay until=2020-01-31",
        "date de sortie des effectifs=31/12/2020",
        "Austr.=31.12.2020", "gekünd. zum=31.12.2020", "bloq.=sí", "Status=Austr.", "Status=ausgesch.",
        "stato account=disabil.", "Benutzer deaktiv.=ja", "Status=Kündigung", "Status=off",
        "Termination type=Voluntary",
        "Sperrgrund=Beitrag offen", "labels=vip disabled", "flags=locked vip", "Notes=left in May",
        "Bemerkung=Konto gesperrt wegen Missbrauch", "observaciones=cuenta bloqueada por impago",
        "comment=do not let in", "Info=has left the club", "Groupe=anciens membres",
        "SmartcardLogonRequired=True", "SSO required=yes", "DirXML-ADAliasDisabled=TRUE",
        "oblockouttime=1900000000", "um_status=pending", "home_directory=/home/disabled/ann", "Muted=yes",
        "UFLAG=64",
        "note=no longer with us", "note=ne fait plus partie", "Bemerkung=darf nicht mehr rein",
        "rolcanlogin=f",
        "Suspended until=2099-01-01", "gesperrt bis=auf weiteres", "Has account=no", "locked_by=admin",
        "Struck off=yes", "Conta=fechada", "Status konta=zarchiwizowane", "Vorhanden=nein",
        "Role=Leaver", "labels=vip/banned",
        "Paid member=no", "Membership paid=no", "del=1", "del=y", "del_flag=1", "Probation failed=yes",
        "Probezeit bestanden=nein", "Status=Probation failed", "en_sommeil=oui",
        "note=is no longer employed here", "note=non è più con noi", "Comments=has been let go",
        "observaciones=ya no trabaja con nosotros",
        "opmerking=werkt hier niet meer", "uwagi=już u nas nie pracuje", "ADaccountDisabled=yes",
        "note=ha lasciato la società a marzo",
        "commentaire=a quitté la société en mars", "notas=se fue de la empresa",
        "info=left company 2021-03-01",
        "opmerking=heeft het bedrijf verlaten", "комментарий=ушёл из компании в марте",

        "OU=corp/Leavers/Berlin", "labels=VIPDisabled", "Bemerkung=Zugang sperren",
        "deld=1", "suspd=yes", "dsbld=1", "usr_blckd=true", "userDeliveryStatus=blocked",
        "member_payment_status=suspended", "Registered voter member=n", "data_zwol=2020-01-01",
        "Moroso=sí", "inadimplente=sim", "In arrears=yes", "Задолженность=да", "À jour de cotisation=non",
        "al corriente de pago=no", "in regola con la quota=no", "In good standing=N", "CLEAN_STATUS=cleaned",
        "Is duplicate=yes", "Laid off=yes", "Passed away=2020-01-01", "Remarks=LEFT 2020",
        "to_date=2020-01-01",
        "Last working date=2020-01-01", "Off-boarding date=2020-01-01", "Exp. date=2020-01-01",
        "On payroll=no", "still with us=no", "En retard=oui", "usr_actv=N",
        "sub_status=unpaid", "Членство истекло=да",
        "dISABLED=yes", "LoCkEd=1", "ouvertureDuCompte=2099-01-01", "May use members' area from=2099-01-01",
        "Puede entrar=ya no", "memberOf=Oud-leden zonder toegang", "memberOf=CN=Deny Access",
        "Fecha de revocación=2020-01-01",
        "fecha_desp=2020-01-01", "Notes=Account closed at own request", "Remarques=compte clôturé en mars",
        "Comment=do not reactivate", "Comment=Please do not re-enable", "note=do not unlock",
        "Bemerkung=nicht reaktivieren", "Bemerkung=bitte nicht wieder freischalten",
        "remarque=ne pas réactiver",
        "nota=no reactivar", "note=non riattivare", "obs=não reativar", "opmerking=niet heractiveren",
        "uwagi=nie odblokowywać", "комментарий=не разблокировать", "Do not reactivate=yes",
        "two_factor_locked=1", "2fa_locked=true", "otp_blocked=1", "mfa_lockout=yes",
        "En retard de paiement=oui", "Zalega ze składkami=tak", "Zahlungsrückstand=ja",
        "Betalingsachterstand=ja", "В долгу=да", "Payment overdue=yes", "Dues overdue=yes",
        "in ritardo con i pagamenti=sì", "con pagos atrasados=sí", "em atraso=sim", "Beitragsrückstand=ja",
        "Retard de cotisation=oui", "Has debt=yes", "задолженность по взносам=да", "on_denylist=1",
        "fraudulent=1",
        "host=!*",
        "groups=app.corp.blocked.accounts", "roles=corp-sec-suspended", "team=org.gesperrt",
        "username=disabled_ann", "login=ann-deactivated", "username=suspended", "remark=passed away in 2020",
        "Note=persona non grata",
        "Kept out=yes", "Accès à partir du=2099-01-01", "Kennung nutzbar ab=2099-01-01",
        "utenzaAttivaDal=2099-01-01", "Autorizado a iniciar sessão a partir de=2099-01-01",
        "Доступ=снят, не преподаёт",
        "Logowanie=jeszcze nie wolno", "Può collegarsi al registro=no, mai più",
        "Comentarios de la secretaria=expulsado de la asociación",
        "Hinweis Büro=darf vorerst nicht ins Mitgliederportal",
        "Inlogrecht=ingetrokken", "Opmerking=tot die dag niet laten inloggen",
        "Remarques=N’a plus le droit de se connecter.", "Active=yes; suspended since May",
        "Zugang=ja, gesperrt", "Locked=no, but left the company in May",

        "studies=X exmatrikuliert", "Foo=exmatrikuliert", "Gruppe=Hausverbot",
        "Remarques=mis à la porte en juin, ne plus lui ouvrir", "Se le permite el paso=no",
        "derecho_de_admision=denegado por destrozos", "Ammesso al servizio=No: libri mai restituiti",
        "Observações=foi mandado embora em março, não volta",
        "Mensalidade=não paga há 8 meses, barrar na portaria", "Karnet=nieopłacony, bez prawa wstępu",
        "Remark=not yet cleared for sign-in", "Info=agency contract ended and was not renewed",
        "clin_priv_status=Privileges relinquished 05/2018", "Active=no,left", "Active=no, 2020 left",
        "Zugang=n, Ferien", "Block=banned",
        "Remarks=died in car accident", "Remarks=banned for bringing his dog",
        "Trabaja actualmente=no", "Umowa do data=2020-01-01", "Ważny do roku=2020-01-01",
        "Früher Mitglied=gesperrt",
        "Call center login=disabled",
        "Solde de tout compte remis le=30/06/2019",
        "Comments=owes three terms, shut out of the portal until paid", "Drop Reason=Non-attendance",
        "Bemerkung=Hausverbot seit Sommerfest 2020",
        "May come in=N", "Remarks=security must turn him away at once", "À refouler à l'entrée=oui",
        "Manager's remark=barred", "Servizio=allontanato dal servizio",
        "annotazione=non fa più parte del gruppo",
        "Condição=irradiado", "Bemerkung=hat Schlüssel und Ausweis abgegeben, kommt nicht wieder",
        "Darf nicht mehr rein=x", "Non ammesso in sede=sì", "Remark=deceased, widow informed",
        "Notes=Dismissed for gross misconduct", "Category=expelled",
        "Opmerking=ontslag op staande voet",
        "Uwagi=nie przyjęty", "displayName=Tia Lee disabled", "Notes=Son compte est bloqué",
        "Acceso zona privada=no", "Locked by mother=yes",
        "description=Wurde der Schule verwiesen",
        "description=Van school gestuurd wegens vechten", "Notas=Contrato encerrado",

        "Auf der schwarzen Liste=ja",
        "Nieprzyjęty=tak", "remarque=à laisser dehors jusqu'à nouvel ordre",
        "Note=non deve più mettere piede in ufficio",
        "description=venuto a mancare a gennaio", "Zakaz wstępu=tak", "Допустить не раньше=2099-09-01",
        "Da lasciare fuori=sì",
        "Observações=deixou a coletividade em 2018", "Front Desk Alert=Not to be let in, threatened staff",
        "Front Desk Alert=Turn away at the door", "Notiz=† 14.02.2021", "Mag naar binnen=nee",
        "Cuota=debe un año, no dejar pasar",
        "description=Nie pracuje tu od 2020", "Afmelddatum=2020-01-31",
        "Notes=No access until certificate renewed", "Bemerkung=Nach Schulung gekündigt",
        "Сертификат доступа=отозван", "Аттестация=уволен", "Position=Engagement résilié le 30/06/2025",
        "Примечание=выбыла в 2025, переехала в Тверь",
        "Notatka=świętej pamięci",
        "Группа=Чёрный список",
        "primeiro_dia_de_trabalho=2099-03-02",
    ])
    func `what keeps an account out is asked about in every format`(pair: String) throws {
        let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
        for (format, text) in Self.files(parts[0], parts[1])
        where format.hasColumns || pair.allSatisfy(\.isASCII) {
            // What becomes of unknown columns is decided in one place for all formats.
            let ways: [ImportColumns.Others] =
                Campaign.isWhole || format == .csv ? [.refused, .ignored, .kept] : [.ignored]
            for others in ways {
                if others == .refused, text.contains("profile") { continue }
                let reading = Self.read(text, format, others: others)
                // A column called only `login`, or whose values alone say it, is unknown.
                let sense = LoginName(parts[0]).sense
                let isUnknown =
                    others == .refused && (sense == nil || sense == .access) && format.hasColumns
                #expect(
                    isUnknown ? !reading.problems.isEmpty : reading.questions.count == 1,
                    "\(format) \(others) \(text): \(reading)")
            }
        }
    }

    @Test(arguments: [
        "Never expires=yes", "Status=in active use", "Status=Active until 2099-01-31",
        "Authorization code=A1",
        "Status=active (was on leave)", "Never blocked=yes", "Lock removed=yes", "Never logged in=yes",
        "is_service_account=no",
        "Pas geblokkeerd=nee",
        "Hire Date=2020-01-31", "Status=in service", "Status=aktiv seit 2019", "banned=never",
        "suspended=no", "status=active", "is_active=yes", "deleted_at=NULL", "Termination Date=",
        "Konto gesperrt=nein", "statut=actif", "estado=activo", "stato=attivo", "situação=ativo",
        "status=actief",
        "stan konta=aktywne", "статус=активен", "locked=0", "lockoutTime=0", "end date=9999-12-31",
        "last_login=2020-01-01", "marital status=single", "newsletter active=no", "mfa_enabled=false",
        "state=CA", "lock_version=3", "login=ann", "allow_comments=no", "valid from=2020-01-01",
        "Standort=Berlin", "Department status colour=red", "Notes=likes tea", "end_time=18:00",
        "email_verified=false", "contact=ok@mail.ex", "contact=info@left.org", "nickname=Banned",
        "office=left wing", "last_activity_at=2020-01-01", "Последняя активность=", "Status=Junior",
        "Status=Freund",
        "laser_cert_expires=2020-04-30", "Keuring geldig t/m=2020-03-01",
        "Аттестация действительна до=2020-05-25",
        "Mitglied seit=01.01.2020", "hire_date=2020-01-01", "Eintrittsdatum=01.01.2020", "is_staff=0",
        "insurance end date=2020-01-01", "us_state=CA", "Signal=yes", "Terminal=no", "Candidate=no",
        "customer_no=0", "current_sign_in_at=", "shipping status=cancelled", "employment status=part-time",
        "loginShell=/usr/sbin/nologin", "Access=full", "Allowed to log in=yes", "notes (yes)=x",
        "paid=no", "Right-handed=yes", "Visa expires=2020-01-01", "Severely disabled=yes",
        "DirSyncEnabled=False", "Mitgliedsstatus=passiv", "Employment Status=Contract", "Deleted photos=3",
        "Antigua dirección=Calle 2",
        "Comments enabled=no", "Password expires=2020-01-01", "Days left=0", "Days left=12",
        "PasswordPolicies=DisablePasswordExpiration", "ProtectedFromAccidentalDeletion=True",
        "Email status=bounced", "avatar_disabled=yes", "Einzug gesperrt=ja", "Mahnsperre=ja",
        "LockoutEnabled=True", "sign_in_count=0", "logins=0", "otp_required_for_login=0", "Roll No=17",
        "Never logged in=true", "CannotChangePassword=False", "Photo allowed=no",
        "stan cywilny=rozwiedziony", "estado civil=viudo", "семейное положение=разведен",
        "Vaccination status=expired",
        "pwdLockout=TRUE", "pwdLockoutDuration=0", "imap_enabled=0", "zimbraPop3Enabled=FALSE",
        "online_status=offline",
        "position=Left", "Sperrmüll=ja", "Parkausweis gültig bis=31.12.2020", "exit code=1",
        "sessions.active=0",
        "active_sessions=0", "provincia=Baja", "talla=baja", "Beruf=Rentner", "datum in dienst=",
        "datum in dienst=2020-01-01",
        "ForecastEnabled=false", "changePasswordAtNextLogin=false", "Customer no=0", "users=0",
        "account.position=Left",
        "permis de conduire=non", "Insurance type=none", "bio=retired teacher",
        "Department=Disabled Students Office",
        "DoesNotRequirePreAuth=True", "Disabled parking=yes", "profile.state=CA", "status=1", "status=0",
        "Country=Austr.", "Newsletter=account disabled", "wp_user_level=0",
        "Suspended until=2020-01-01", "pwdAccountTmpLockoutEnd=20200101000000Z", "Active language=de",
        "Status=Admin",
        "links.suspend.href=https://example.com/suspend", "access.mapRoles=false", "first_login=no",
        "user_id=0",
        "2sv Enrolled=no", "FSM eligible=no", "Bus pass expiry=2020-01-01", "Sperrzeit=08:00",
        "Block number=2",
        "zimbraPrefOutOfOfficeUntilDate=20200101000000Z", "IsPortalEnabled=0", "account.admin=no",
        "Status date=2020-01-01",
        "Trainerlizenz gültig bis=2020-01-01", "note=no longer than 3 days",
        "Course end=2020-01-01", "note=no longer vegetarian", "note=plus sizes please", "failed_logins=3",
        "Class end=2020-01-01", "Licence expiry=2020-01-01", "Fin de la classe=2020-01-01",
        "password_changed_at=2020-01-01", "note=closed the ticket", "name=Ann Leaver", "Full name=Olivia Ex",
        "board member=no", "Union member=no", "data_urodz=2020-01-01", "orderDeliveryStatus=blocked",
        "Comments=Ex-navy, loves ships", "paid=no", "Bus fee paid=no", "na=Lee", "lastNa=Lee",
        "OU=corp/Sales/Berlin", "delta=1",
        "delivered=0",
        "full moon member=no", "Opportunity Close Date=2020-01-01", "approved_by=ann", "Foto autorizada=no",
        "Status=volunteer", "Blocked senders=eve@left.example", "Do not mail=1", "Member fee=0",
        "Cuota socio=0", "Licence valid until=2030-01-01", "Lead status=closed", "API access=no",
        "Admin access=no", "Heard about us=no",
        "Student=no", "Студент=нет", "login=al.leaver", "username=jo.banned", "user_id=al_leaver",
        "handle=ed-locked",
        "display=Jo.Leaver", "manager=al.leaver", "team=Ann.Leaver", "homeDirectory=/home/al.leaver",
        "gecos=Bob Locke,Block D", "2fa_disabled=yes", "two_factor_enabled=0", "payment method=none",
        "Invoice days overdue=12", "clocked in=no", "ultimoOrdine.stato=annullato",
        "interfaccia.suoni=disattivati", "device.screenRotationLocked=true", "Department=Archive",
        "fraud score=3", "zamowienia.stanZamowienia=anulowane", "dernierDevis=refusé",
        "Schwimmkurs beendet am=14.06.2023", "devices.state=retired", "projets.cloture=true",
        "Nieuwsbrief afgemeld=ja", "consentements.offresPartenaires=refusé", "autoriza_fotografias=não",
        "заявкиВПоддержку.статусЗаявки=закрыта", "note=is not locked at the moment",
        "Suscripción al boletín=cancelada", "Inoltro verso cellulare=non attivo", "geblokkeerdeAfzenders=3",
        "signatureActive=no", "muted_categories=1",
        "Leaseauto tot=2020-01-01", "Dispense EPS jusqu'au=2020-01-01", "Notes=open on Mondays",
        "Erste-Hilfe-Schein gültig bis=2020-01-01", "alertesSonores=désactivées",
        "fin_de_prestamo=2020-01-01",
        "Bemerkung=kann montags nicht", "Accès à partir du=2020-01-01", "login=n.smith", "login=j.doe",
        "approved_by=n.miller", "Login=Ann Lee", "Active=yes, since May", "Login location=New York",
        "Locked=no,active", "RSVP=no, sorry", "Email alerts=disabled",
        "Medical notes=Father died 2019", "Fortschritt=noch nicht begonnen", "Notes=moved on Tuesday",
        "Paso=0",
        "Note=contratto mandato via email", "Auf Rollstuhl angewiesen=ja", "Envie de participer=non",
        "Invita=no",
        "Company=Frozen Food Company", "À rendre avant le=2099-01-01", "Notes=was not present at our AGM",
        "Prima comunione=2099-05-10", "Vater=Max Müller †",
        "Remarks=her old dog died in May, be kind", "Bloque=Bloque 3", "Bloco=Bloco A",
        "Comment=blocked sink reported to caretaker",
        "Data do exame=2024-06-14", "Vacina do cão=11/03/2024", "вернуть_до=2024-06-18",
        "vehicle.suspension=air", "Car Park Permit=revoked (sold his car)", "callWaiting=disabled",
        "TÜV Dienstwagen bis=31.03.2021", "Stallingspas geldig tot=31-12-2019",
        "Autorização de imagem=revogada", "essensabo=gekündigt",
        "Bemerkung=Abmeldung vom Religionsunterricht", "Remark=Closed on Mondays",
        "Remarks=Excluded from PE", "Uwagi=Zwolnienie z WF",

        "Remarque=fin de semaine libre",
        "Shirt (M = medium, X = none)=X",
    ])
    func `what keeps nobody out needs no question`(pair: String) throws {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        // A colon ends a field of a passwd-file.
        for (format, text) in Self.files(parts[0], parts[1])
        where format != .passwdFile || !pair.contains(":") {
            let reading = Self.read(text, format)
            #expect(reading.problems == [] && reading.records.count == 1, "\(format) \(text): \(reading)")
            #expect(reading.records.first?[.passwordHash].map { $0 == "!" } ?? true)
        }
    }

    @Test(arguments: ["T", "R", "2", "XX", "Z9"])
    func `a code that stands alone in a status is asked about, since it may be any`(code: String) {
        for accounts in 1...3 {
            let lines = (0..<accounts).map { "a\($0)@x.example,\(code)\n" }.joined()
            let reading = Self.read("email,Status\n\(lines)", .csv)
            #expect(reading.questions.first?.count == accounts, "\(reading)")
            // It would lock all.
            #expect(accounts == 1 || reading.questions.first?.conditions == [])
        }
    }

    @Test func `an entry's class may say that it is closed`() {
        func entry(_ name: String, _ type: String) -> String {
            "dn: uid=\(name),dc=x\nobjectClass: person\nobjectClass: \(type)\nmail: \(name)@x.example\n\n"
        }
        let text = entry("a", "disabledAccount") + entry("b", "posixAccount")
        let asked = Self.read(text, .ldif)
        let conditions = asked.questions.first?.conditions ?? []
        #expect(conditions.map(\.typed) == ["objectclass=disabledaccount"], "\(asked)")
        let locked = Self.read(text, .ldif, locks: conditions)
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false])
        #expect(Self.read(text, .ldif, mapped: [("objectClass", .dropped)]).problems == [])
    }

    @Test(arguments: [
        "CN=GG_Disabled_Users,OU=x,DC=y", "CN=SG-Locked,OU=x,DC=y", "CN=GG_Leavers,OU=x,DC=y",
        "CN=grp.blocked.accounts,OU=x,DC=y", "CN=ROLE_TERMINATED,OU=x,DC=y",
        "CN=org-it-suspended,OU=x,DC=y", "CN=g_no_login,OU=x,DC=y",
        "CN=SGX_leavers,OU=x,DC=y",
    ])
    func `a group may begin with signs`(group: String) {
        let text = [("a", group), ("b", "CN=GG_Users,OU=x,DC=y")].map { name, group in
            "dn: uid=\(name),dc=x\nobjectClass: person\nmail: \(name)@x.example\nmemberOf: \(group)\n\n"
        }
        let reading = Self.read(text.joined(), .ldif)
        #expect(reading.questions.count == 1, "\(reading)")
    }

    @Test(arguments: [
        ("Disabled Users", "disabled users"), ("Archive", "archive"), ("Oud-medewerkers", "oud-medewerkers"),
        ("Empleados dados de baja", "empleados dados de baja"), ("Ex dipendenti", "ex dipendenti"),
        ("Uit dienst", "uit dienst"),
    ])
    func `the name of an entry says where it stands`(unit: String, value: String) {
        func entry(_ name: String) -> String {
            "dn: uid=\(name),dc=x\nobjectClass: person\nmail: \(name.prefix(1))@x.example\n\n"
        }
        let text = entry("a,ou=\(unit)") + entry("b,ou=people")
        let asked = Self.read(text, .ldif)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["dn=\(value)"], "\(asked)")
        let locked = Self.read(text, .ldif, locks: asked.questions.first?.conditions ?? [])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false])
        #expect(Self.read(text, .ldif, mapped: [("dn", .dropped)]).problems == [])
    }

    @Test(arguments: [
        "dn: uid=a,cn=staged users,cn=accounts,cn=provisioning,dc=x\nobjectClass: person\n",
        "dn: uid=a,cn=deleted users,cn=accounts,cn=provisioning,dc=x\nobjectClass: person\n",
        "dn: CN=Ann\\0ADEL:5f1c,CN=Deleted Objects,DC=x\nobjectClass: person\n",
        "dn: nsuniqueid=5f1c,uid=a,dc=x\nobjectClass: nsTombstone\nobjectClass: person\n",
    ])
    func `an entry that a directory has deleted or not yet activated is locked`(entry: String) {
        let reading = Self.read(entry + "mail: a@x.example\n", .ldif)
        #expect(reading.problems == [] && reading.records.first?.isLocked == true, "\(reading)")
    }

    @Test(arguments: [
        ("active_date", ["2099-01-31", "2020-01-31"], false), ("stop", ["1577836800", ""], true),
        ("Status", ["active", "registered"], false), ("expired", ["2020-01-31", "2099-01-31"], true),
        ("expired", ["2020-01-31", "2025-12-30"], true),
        ("inactiveDate", ["2020-01-31", "2099-01-31"], true),
    ])
    func `a day may be the last one, or one to come`(name: String, values: [String], isEnd: Bool) throws {
        let lines = values.enumerated().map { "a\($0)@x.example,\($1)\n" }.joined()
        let reading = Self.read("email,\(name)\n\(lines)", .csv)
        try #require(reading.questions.count == 1, "\(reading)")
        #expect((reading.questions[0].field == .expires) == isEnd)
        guard isEnd else { return }
        let ends = Self.read("email,\(name)\n\(lines)", .csv, mapped: [(name, .field(.expires))])
        #expect(ends.problems == [])
        let last = ends.records.map { $0[.expires].flatMap { Field.expires.imported($0, dayFirst: nil) } }
        #expect(last.first.flatMap { $0 }.flatMap { CalendarDate(iso: $0) } != nil, "\(ends)")
    }

    @Test(arguments: [
        ("expired", ["9999-12-31", "9999-12-31"]), ("LastLockoutDate", ["1754-01-01", "1754-01-01"]),
        ("account.status", ["OK", "OK"]),
    ])
    func `what stands for no day or a good state needs no question`(name: String, values: [String]) {
        let lines = values.enumerated().map { "a\($0)@x.example,\($1)\n" }.joined()
        #expect(Self.read("email,\(name)\n\(lines)", .csv).questions.isEmpty)
    }

    @Test(arguments: [
        "banned until", "ban_expires", "Sperre endet", "Zablokowany do", "inactive until",
        "Not allowed until",
        "Fine sospensione", "timeout_until", "Stadionverbot bis", "ipb_expiry",
        "sanction_end", "freeze_end", "Конец блокировки", "restriction_end", "bl_expiry", "reactivate_at",
        "Entsperrdatum", "unban_date", "unlock_at", "Fecha de desbloqueo", "Freischaltung am",
    ])
    func `the days on which locks end are proposed as such`(name: String) throws {
        let lines = "email,\(name)\na@x.example,2099-01-31\nb@x.example,2020-01-31\nc@x.example,\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.field == .lockedUntil && question.count == 1 && question.conditions.isEmpty)
        let lasting = Self.read(lines.replacing("2099-01-31", with: "permanent"), .csv).questions.first
        #expect(lasting?.field == nil && lasting?.count == 1, "\(String(describing: lasting))")
    }

    @Test(arguments: [
        ("ROW_STATUS", "A", "D"), ("stu_status", "A", "I"), ("rec_status", "1", "0"),
        ("Account Flags", "[UX         ]", "[UDX        ]"), ("USE_YN", "Y", "N"),
        ("Status", "Mitglied", "Alt-Mitglied"), ("Hinweis", "registered", "de-registered"),
    ])
    func `a code or word of few programs is asked about`(name: String, open: String, closed: String) {
        let lines = "email,\(name)\na@x.example,\(open)\nb@x.example,\(closed)\nc@x.example,\(open)\n"
        #expect(Self.read(lines, .csv).questions.count == 1)
        let same = "email,\(name)\na@x.example,\(open)\nb@x.example,\(open)\n"
        #expect(Self.read(same, .csv).questions.isEmpty)
    }

    @Test(arguments: [
        "Gültig von", "gueltig_von", "Eintritt", "Schuleintritt", "Date joined", "Valable du",
        "Date d'activation",
        "Beitrittsdatum", "Data attivazione", "Fecha de activación", "Geldig van", "Ingangsdatum",
        "Data rozpoczęcia",
        "Дата активации",
        "Date de prise de poste", "Zugriff von", "Login von", "opens_at", "Gültigkeit von", "Validity from",
        "Start of validity", "Beginn der Gültigkeit", "Début de validité", "Vigencia desde",
        "Data inizio validità",
        "Begin geldigheid", "Początek ważności", "Срок действия с",
    ])
    func `a first day to come keeps out, and a past one does not`(name: String) throws {
        let lines = "email,\(name)\na@x.example,2099-01-31\nb@x.example,2020-01-31\n"
        #expect(try #require(Self.read(lines, .csv).questions.first).count == 1)
        let past = "email,\(name)\na@x.example,2019-01-31\nb@x.example,2020-01-31\n"
        #expect(Self.read(past, .csv).questions.isEmpty)
    }

    @Test(arguments: [
        "01-Feb-2099", "1-Feb-36", "01/02/36", "2099-2-1", "1 février 2099", "02/2099", "February 2099",
        "75000",
        "/Date(4073587200000)/",
    ])
    func `a first day that can be read but for its year is asked about if that may be to come`(day: String)
        throws
    {
        for name in ["valid from", "Eintrittsdatum"] {
            let lines = "email,\(name)\na@x.example,\(day)\nb@x.example,2020-01-31\n"
            #expect(try #require(Self.read(lines, .csv).questions.first).count == 1)
        }
    }

    @Test(arguments: [
        ("debarred", "", "2099-12-31"), ("Exclusion end", "", "2099-12-31"),
        ("Blacklisted", "", "2099-12-31"),
        ("active", "yes", "no (left)"), ("Actif", "Oui", "Non (parti)"),
        ("active", "yes (paid)", "no (left)"),
        ("web_service_access_only", "false", "true"), ("AustrDat", "", "2020-06-30"),
        ("SEPDATE", "", "2020-06-30"),
        ("discharge date", "", "2020-06-30"), ("perm_ban", "0", "1"), ("Активность", "Да", "Нет"),
        ("De alta", "Sí", "No"), ("Trasferito", "No", "Sì"), ("trash", "0", "1"),
        ("Status", "Active", "Not invited"),
        ("CODSITUACAO", "A", "D"), ("Activation status", "active", "deactivated 2020-05-01 by admin"),
        ("activated", "1", "0 (2020)"), ("aktiviert am", "01.01.2020", "gesperrt 03/2021"),
        ("Active", "yes", "yes (until 2020-12-31)"), ("Blocked", "no", "no - yes since 2021"),
        ("nicht freigeschaltet", "", "2020-01-01"), ("Start", "2015", "ended 2020"),
        ("Zugang entfernt", "nein", "ja"), ("Access turned off", "", "2024-06-30"),
        ("Login pulled", "no", "yes"),
        ("Accès perdu", "non", "oui"), ("Доступ снят", "нет", "да"), ("Mitglied entfernt", "nein", "ja"),
        ("active", "1", "-1"), ("RA_MSBLQL", "2", "1"), ("unbestätigt", "nein", "ja"),
        ("Zugang", "offen", "zu"),
        ("user.status", "ACTIVE", "PROVISIONED"), ("Baixa", "", "2024-01-01"), ("preserved", "False", "True"),
        ("Lebt noch", "ja", "nein"), ("Studierendenstatus", "Rückmeldung", "Exmatrikulation"),
    ])
    func `words of products keep out`(name: String, open: String, closed: String) throws {
        let lines = "email,\(name)\na@x.example,\(open)\nb@x.example,\(closed)\nc@x.example,\(open)\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(
            question.field != .expires || name.lowercased().hasSuffix("dat")
                || name.lowercased().hasSuffix("date") || name == "Baixa")
    }

    @Test(arguments: [
        ("unlocked_at", "", "2024-01-01"), ("reactivated_at", "", "2024-01-01"),
        ("entsperrt_am", "", "2024-01-01"), ("Suspension lifted on", "", "2024-06-30"),
        ("Sperre beendet", "", "2024-06-30"),
        ("Blocage retiré", "", "2024-06-30"), ("Termination cancelled", "", "yes"),
        ("Блокировка снята", "", "да"), ("Lost accounts", "1", "0"), ("Alta", "", "2020-05-01"),
        ("Família de baixa renda", "", "2020-05-01"),
    ])
    func `a lock that was taken back keeps nobody out`(name: String, one: String, other: String) {
        let lines = "email,\(name)\na@x.example,\(one)\nb@x.example,\(other)\n"
        #expect(Self.read(lines, .csv).questions.isEmpty)
    }

    @Test(arguments: [
        "Access revoked due to ban", "Employment ended by resignation", "Kündigung/Widerruf", "Ban / expired",
        "Gültigkeit läuft ab am", "Ende der Gültigkeit ab", "Validity start/end", "Aktivierungsende",
        "Verstorben am",
        "Beendet durch Kündigung", "Fin de validez desde", "Kündigung-Widerruf", "Validité de l'inscription",
        "Geldigheid lidmaatschap", "Vigencia inicio/término", "Validità dal al", "Срок действия с по",
    ])
    func `what ends is neither taken back nor begun by another word beside it`(name: String) throws {
        let lines = "email,\(name)\na@x.example,1969-05-01\nb@x.example,\n"
        #expect(try #require(Self.read(lines, .csv).questions.first).count == 1)
    }

    @Test(arguments: [
        "Mitarbeiter eingestellt", "Employee taken on", "Konto Telefon entfernt", "Membership fee lifted",
        "Teacher taken", "Clients lost", "User session stopped", "Lost", "Employee department switched",
    ])
    func `what is taken, but neither an account nor access, needs no question`(name: String) {
        let lines = "email,\(name)\na@x.example,no\nb@x.example,yes\n"
        #expect(Self.read(lines, .csv).questions.isEmpty)
    }

    @Test(arguments: ["keine", "not suspended", "none", "aucun", "ninguno", "geen", "brak"])
    func `no reason is no lock`(reason: String) throws {
        let lines = "email,suspend reason\na@x.example,\(reason)\nb@x.example,Unpaid\n"
        #expect(try #require(Self.read(lines, .csv).questions.first).count == 1)
    }

    @Test(arguments: ["Suspension lifted on", "Sperre beendet am", "Blokkering opgeheven op", "lock.ended"])
    func `a lock that ends on a day to come is one`(name: String) throws {
        let lines = "email,\(name)\na@x.example,2099-05-01\nb@x.example,\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.field == .lockedUntil && question.count == 1)
        let answers = "email,Suspension lifted\na@x.example,no\nb@x.example,yes\n"
        #expect(try #require(Self.read(answers, .csv).questions.first).count == 1)
    }

    @Test func `an unknown word beside access may turn it around, so that no condition is proposed`() throws {
        let lines = "email,Zugang frobniert\na@x.example,nein\nb@x.example,ja\n"
        #expect(try #require(Self.read(lines, .csv).questions.first).conditions.isEmpty)
    }

    @Test(arguments: [
        ("user_activation_key", "1700000000:$P$Bx1y2z45abc", ""), ("Eintritt", "2026", "2020"),
        ("Date joined", "Feb 2025", "2020-01-01"), ("valid from", "01-Feb-25", "2020-01-01"),
        ("login from", "10.3.4.28", "10.0.0.1"), ("Joined via", "Campaign 2099", "Web"),
        ("Ruhestandseintritt", "2099", "2077"), ("blood_status", "A", "B"), ("row_status", "C", "A"),
        ("Tax status", "A", "D"), ("Key status", "1", "0"), ("Praktikum von", "2099-01-01", "2020-01-01"),
        ("Stage du", "2099-01-01", "2020-01-01"), ("SIM activation date", "2099-01-01", "2020-01-01"),
        ("Kita-Eintritt", "2099-01-01", "2020-01-01"), ("Gehalt von", "52000", "48000"),
        ("Startnummer", "2031", "12"),
        ("PLZ von", "50667", "10115"), ("Eintritt", "01.04.65", "01.04.99"),
        ("Hire Date", "01-FEB-25", "01-FEB-19"),
        ("Reopening date of shop", "2099-01-01", "2020-01-01"), ("Zugang ab", "08:30", "07:45"),
        ("Start", "1.30", "3-30"), ("Unlock code", "1234", "4321"),
    ])
    func `what is no first day and no code of who may log in needs no question`(
        name: String, one: String, other: String
    ) {
        let lines = "email,\(name)\na@x.example,\(one)\nb@x.example,\(other)\n"
        #expect(Self.read(lines, .csv).questions.isEmpty)
    }

    @Test func `who means only the active asks for the others`() throws {
        let lines = "email,Active only\na@x.example,yes\nb@x.example,no\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.conditions.map(\.typed) == ["Active only!=true"])
    }

    @Test func `bits may be written as words`() {
        let lines = """
            email,userAccountControl
            a@x.example,"NORMAL_ACCOUNT, DONT_EXPIRE_PASSWD"
            b@x.example,"ACCOUNT_DISABLED, NORMAL_ACCOUNT"
            c@x.example,512 = ( NORMAL_ACCOUNT )
            d@x.example,what
            e@x.example,Enabled=False
            f@x.example,Normal account (514)
            g@x.example,ACCOUNT_LOCKED
            h@x.example,0x202 = ( ACCOUNTDISABLE | NORMAL_ACCOUNT )
            i@x.example,"NORMAL_ACCOUNT(512), ACCOUNTDISABLE(2)"
            j@x.example,512|2
            k@x.example,0 disabled

            """
        #expect(
            Self.read(lines, .csv).records.map(\.isLocked) == [false, true, false]
                + Array(repeating: true, count: 8))
    }

    @Test func `the times of the last visit are no right to log in`() {
        let lines = "email,access\na@x.example,1700000000\nb@x.example,0\n"
        #expect(Self.read(lines, .csv).questions.isEmpty)
    }

    @Test(arguments: ["Abgangsdatum", "delete_on", "Deactivation Date", "gesperrt ab", "Data de saída"])
    func `a day to come on which somebody leaves is an end`(name: String) throws {
        let lines = "email,\(name)\na@x.example,2099-01-31\nb@x.example,2020-01-31\nc@x.example,\n"
        #expect(try #require(Self.read(lines, .csv).questions.first).field == .expires)
    }

    @Test(arguments: [
        "Пометка удаления", "ПометкаУдаления", "Wystąpił", "Uitgetreden", "Membre sortant",
        "Archivkennzeichen",
        "is_paused", "Pausado", "Do Not Admit", "delflg", "†",
    ])
    func `a yes under words for leaving keeps out`(name: String) throws {
        let question = try #require(
            Self.read("email,\(name)\na@x.example,0\nb@x.example,1\nc@x.example,0\n", .csv).questions.first)
        #expect(question.conditions.map(\.typed) == ["\(name)=true"] && question.count == 1)
    }

    @Test(arguments: [
        "valid until 2020", "aktiv bis Ende 2020", "active until May 2020", "válido hasta 2020",
    ])
    func `who was active until a year is no more`(value: String) throws {
        let lines = "email,Status\na@x.example,active\nb@x.example,\(value)\nc@x.example,active\n"
        #expect(try #require(Self.read(lines, .csv).questions.first).count == 1)
    }

    @Test func `a reason locks unless the row says when the lock ends, by any spelling of its header`() {
        for header in ["lockedUntil,lockReason", "Locked Until,Lock Reason", "locked_until,lock reason"] {
            let lines = "email,\(header)\na@x.example,,left\nb@x.example,2099-01-31,leave\nc@x.example,,\n"
            let records = Self.read(lines, .csv).records
            #expect(records.map(\.isLocked) == [true, false, false], "\(header)")
            #expect(records.map { $0[.lockedUntil] ?? "" } == ["", "2099-01-31", ""], "\(header)")
        }
    }

    @Test(arguments: [
        ("{DISABLED}x", "!"), ("{NOLOGIN}", "!"),
        ("{Locked}\(RegistryDisk.weakHash)", "!\(RegistryDisk.weakHash)"),
        ("{SASL}ann@x.example", "{SASL}ann@x.example"),
    ])
    func `a word for a closed account in place of a scheme is a lock`(value: String, read: String) {
        let entry = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\nuserPassword: \(value)\n"
        #expect(Self.read(entry, .ldif).records.map { $0[.passwordHash] } == [read])
    }

    @Test(arguments: ["not_after", "No access after", "Nicht länger als bis", "Banker until"])
    func `a last day is no end of a lock, however it is said`(name: String) throws {
        let lines = "email,\(name)\na@x.example,2020-01-31\nb@x.example,\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.field != .lockedUntil && question.count == 1)
    }

    @Test(arguments: ["Banned", "Blocked", "Gesperrt", "Hausverbot", "banned_at"])
    func `whoever is banned on a day to come is banned`(name: String) throws {
        let lines = "email,\(name)\na@x.example,2099-01-31\nb@x.example,\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.field == nil && question.count == 1)
    }

    @Test(arguments: [
        "aktiv 2019 bis 2030", "Member until 2019/2030", "active (ID 1234) until further notice",
    ])
    func `the last of several years counts`(value: String) {
        let lines = "email,Status\na@x.example,active\nb@x.example,\(value)\nc@x.example,active\n"
        #expect(Self.read(lines, .csv).questions.isEmpty)
    }

    @Test(arguments: [
        "Admit Type,Transfer,First-Year", "Luogo ritiro,Roma,Milano", "Account flags,gold,newsletter;beta",
        "Temat wystąpienia,Chopin,Bach", "Serveur sortant,true,false",
    ])
    func `ordinary columns need no question`(row: String) {
        let cells = row.split(separator: ",")
        let reading = Self.read("email,\(cells[0])\na@x.example,\(cells[1])\nb@x.example,\(cells[2])\n", .csv)
        #expect(reading.questions.isEmpty && !reading.records.contains(where: \.isLocked))
    }

    @Test func `a hyphen in place of a hash is a lock, and May no never`() {
        let hash = Self.read("email,passwordHash\na@x.example,-\n", .csv).records.map { $0[.passwordHash] }
        #expect(hash == ["-"])
        #expect(Field.expires.imported("Mai", dayFirst: nil) != "never")
        let status = Self.read("email,Status\na@x.example,In Ativo\nb@x.example,ativo\n", .csv)
        #expect(status.questions.count == 1)
        let reset =
            "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n"
            + "passwordExpirationTime: 19700101000000Z\n"
        #expect(Self.read(reset, .ldif).records.map { $0[.mustChange] } == ["true"])
    }

    @Test func `a surname is no word cut short, and the in of in_ativo turns nothing around`() throws {
        let lines = "email,Display Name\na@x.example,Ann White\nb@x.example,Jack Black\n"
        #expect(Self.read(lines, .csv).questions.isEmpty)
        let active = Self.read("email,in_ativo\na@x.example,1\nb@x.example,0\nc@x.example,1\n", .csv)
        #expect(try #require(active.questions.first).conditions.map(\.typed) == ["in_ativo!=true"])
    }

    @Test func `a lock that ends in the day holds for the whole day`() {
        for (text, day) in [
            ("2030-01-31", "2030-01-31"), ("2030-01-31 00:00:00", "2030-01-31"),
            ("2030-01-31T15:00:00Z", "2030-02-01"),
        ] {
            #expect(Field.lockedUntil.imported(text, dayFirst: nil) == day)
        }
    }

    @Test func `a status of which all values may close is not said to be the same everywhere`() throws {
        let lines = "email,Status\na@x.example,Customer\nb@x.example,Chargeback\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.count == 2 && !question.isSingle && question.conditions.isEmpty)
    }

    @Test func `a list that regapp printed brings a lock that ends by itself as one`() {
        let lines =
            "email,passwordSet,locked,lockedUntil\na@x.example,true,true,2099-01-31\nb@x.example,true,true,\n"
        let records = Self.read(lines, .csv).records
        #expect(records.map { $0.isLocked } == [false, true])
        #expect(records.first?[.lockedUntil] == "2099-01-31")
    }

    @Test func `a ban's end is no end of the account, and no day hides in a text`() throws {
        for name in ["ban_expires", "suspension_expires", "deleted_date", "lock_expires"] {
            let reading = Self.read("email,\(name)\na@x.example,2030-01-01\nb@x.example,\n", .csv)
            let question = try #require(reading.questions.first)
            let isOfLock = name != "deleted_date"
            // Who is deleted on a day to come may log in until then.
            #expect(question.field == (isOfLock ? .lockedUntil : .expires), "\(reading)")
            #expect(question.conditions.isEmpty)
        }
        for (text, day) in [
            ("1577836800", "2020-01-01"), ("20201231235959Z", "2020-12-31"),
            ("1577836800000", "2020-01-01"),
            ("01/02/2030 until noon", nil), ("2030-01-01 or later", nil), ("123456789", nil),
        ] {
            let read = Field.expires.imported(text, dayFirst: false)
            #expect(CalendarDate(iso: read)?.isoString == day, "\(text): \(read)")
        }
        for value in ["never", "0", "yes", "1500000000"] {
            let reading = Self.read("email,activation_date\na@x.example,\(value)\n", .csv)
            #expect(reading.problems.isEmpty && reading.records.first?.isLocked == false, "\(reading)")
        }
        let banned = Self.read("email,temp_ban\na@x.example,4070908800000\n", .csv)
        #expect(banned.records.first?[.lockedUntil] == "2099-01-01")
        let later = Self.read("email,temp_ban\na@x.example,4070908801\n", .csv)
        #expect(later.records.first?[.lockedUntil] == "2099-01-02")
    }

    @Test func `the number of a kind is no condition by itself`() {
        for name in ["login_type", "user_type"] {
            let same = Self.read("email,\(name)\na@x.example,0\nb@x.example,0\n", .csv)
            #expect(same.questions.allSatisfy { $0.conditions.isEmpty && $0.codes.isEmpty }, "\(same)")
        }
        let reading = Self.read("email,user_type\na@x.example,0\nb@x.example,1\n", .csv)
        #expect(reading.questions.allSatisfy { $0.conditions.isEmpty }, "\(reading)")
    }

    @Test(arguments: [
        ("home", "disabled", "ann@x.example:{SHA}x:1:1:Ann:/home/disabled/ann:/bin/sh"),
        (
            "gecos", "account disabled",
            "ann@x.example:{SHA}x:1:1:Ann Lee (account disabled):/home/ann:/bin/sh"
        ),
        ("home", "disabled", "ann@x.example:{SHA}x:1:1::0:0:Ann:/home/disabled/ann:/bin/sh"),
        ("class", "disabled", "ann@x.example:{SHA}x:1:1:disabled:0:0:Ann:/home/ann:/bin/sh"),
    ])
    func `a home directory or a whole name may say who is locked`(
        field: String, value: String, line: String
    ) {
        let open = "bob@x.example:{SHA}x:1:1:Bob:/home/bob:/bin/sh\n"
        let asked = Self.read(line + "\n" + open, .passwdFile)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["\(field)=\(value)"], "\(asked)")
        let locked = Self.read(
            line + "\n" + open, .passwdFile, locks: asked.questions.first?.conditions ?? [])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false])
        #expect(Self.read(line + "\n", .passwdFile, mapped: [(field, .dropped)]).problems == [])
        // Nobody could log in with such a password anyway.
        #expect(Self.read(line.replacingEach("{SHA}x", with: "*") + "\n", .passwdFile).problems == [])
    }

    @Test(arguments: [
        ("Ann Lee (left 2023)", "left 2023"), ("*** LEFT ***", "*** left ***"), ("ZZZ - left", "left"),
        ("LEAVER - Sales clerk", "leaver"), ("[DISABLED] Ann Lee", "disabled"), ("Ann Lee - BAJA", "baja"),
        ("xxx Former employee xxx", "former employee"), ("corp/Leavers/Berlin", "leavers"),
        ("Anna Lee (uit dienst)", "uit dienst"),
    ])
    func `what is added to a name or a title keeps out, and is the condition`(
        value: String, condition: String
    ) {
        for name in ["displayName", "title"] {
            let entries = ["a": value, "b": "Bob Ray"].sorted { $0.key < $1.key }.map { user, value in
                "dn: uid=\(user),dc=x\nobjectClass: person\nmail: \(user)@x.example\n\(name): \(value)\n\n"
            }
            let table = "email,\(name)\na@x.example,\(value)\nb@x.example,Bob Ray\n"
            for (text, format) in [(entries.joined(), ExchangeFormat.ldif), (table, .csv)] {
                let asked = Self.read(text, format)
                let conditions = asked.questions.first?.conditions ?? []
                #expect(conditions.map(\.typed) == ["\(name)=\(condition)"], "\(asked)")
                let locked = Self.read(text, format, locks: conditions)
                #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false])
            }
        }
    }

    @Test func `a name keeps nobody out, whatever it means, but what is added to it does`() {
        for name in ["Banned", "Frozen", "Bloccati", "Left-Hand", "Ban (née Ende)"] {
            #expect(Self.read("email,lastName\na@x.example,\(name)\n", .csv).problems == [], "\(name)")
        }
        #expect(Self.read("email,Nome\na@x.example,Anna (cessata)\n", .csv).questions.count == 1)
        let entry =
            "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\nsn: Lee\ncn: Ann Lee (inactive)\n"
        #expect(Self.read(entry, .ldif).questions.count == 1)
    }

    @Test(arguments: [
        "LEAVER Ann Lee", "Ann Lee ex-employee", "zzz Leaver", "Ann Lee deactivated", "leaver ann lee",
    ])
    func `what marks a name is told from a surname`(name: String) {
        #expect(Self.read("email,Full name\na@x.example,\(name)\n", .csv).questions.count == 1)
    }

    @Test(arguments: [
        "Mot de passe", "Mot_de_passe", "passe", "Contraseña", "Clave", "Hasło", "Пароль", "Wachtwoord",
        "Senha",
        "Palavra-passe", "Kennwort", "Parola d'ordine", "Passwort", "Codice segreto", "Passphrase",
    ])
    func `a column of passwords is never left out in silence`(name: String) {
        let reading = Self.read("email,\(name)\na@x.example,qwertz-12\n", .csv, others: .refused)
        #expect(!reading.problems.isEmpty || reading.records.first?[.password] == "qwertz-12", "\(reading)")
    }

    @Test func `of several columns for phones one is taken, and the others are unknown`() {
        let table = "email,mobile,phone\na@x.example,+49 171 1234567,+49 30 1234567\n"
        let ignored = Self.read(table, .csv)
        #expect(ignored.problems == [] && ignored.records.first?[.phone] == "+49 30 1234567", "\(ignored)")
        let kept = Self.read(table, .csv, others: .kept)
        #expect(kept.problems == [] && kept.records.first?.own.map(\.key) == ["mobile"], "\(kept)")
        #expect(Self.read(table, .csv, others: .refused).problems.count == 1)
        // Of objects, each may have another.
        let objects =
            #"[{"email":"a@x.example","phone":null,"mobile":"1"},{"email":"b@x.example","phone":"2","mobile":"3"}]"#
        let read = Self.read(objects, .json)
        #expect(read.problems == [] && read.records.map { $0[.phone] } == ["1", "2"], "\(read)")
    }

    @Test func `times of a password are left out of a file whose other columns are kept`() {
        let table =
            "email,password_expires,passwordChangedAt,team,Strong password required\n"
            + "a@x.example,2020-01-01,2019-01-01,blue,yes\n"
        let reading = Self.read(table, .csv, others: .kept)
        #expect(reading.problems == [] && reading.records.first?.own.map(\.key) == ["team"], "\(reading)")
        #expect(
            reading.remarks.unkept == ["password_expires", "passwordChangedAt", "Strong password required"])
        let objects = #"[{"email":"a@x.example","reset_password_sent_at":"2020-01-01"}]"#
        #expect(Self.read(objects, .json, others: .kept).remarks.unkept == ["reset_password_sent_at"])
        let dated = "email,Дата последней смены пароля\na@x.example,2019-01-01\n"
        #expect(Self.read(dated, .csv, others: .kept).remarks.unkept == ["Дата последней смены пароля"])
        // What may be the password itself is refused.
        for name in ["password_plain", "password_hint", "old_password"] {
            #expect(
                Self.read("email,\(name)\na@x.example,x\n", .csv, others: .kept).problems.count == 1,
                "\(name)")
        }
    }

    @Test func `a number that stands alone in a user's state may be any code`() {
        #expect(Self.read("email,UserState\na@x.example,2\n", .csv).questions.count == 1)
        #expect(Self.read("email,UserState\na@x.example,1\n", .csv).problems == [])
    }

    @Test func `a word of a sentence is a condition`() throws {
        let table = "email,labels\na@x.example,vip disabled\nb@x.example,vip\nc@x.example,not disabled\n"
        let asked = Self.read(table, .csv)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["labels=disabled"], "\(asked)")
        let locked = Self.read(table, .csv, locks: asked.questions.first?.conditions ?? [])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false, false])
    }

    @Test func `keys that are read are not kept inside their object`() throws {
        let text = #"""
            [{"email":"a@x.example","status":{"locked":true,"since":"May"},"attributes":{"userAccountControl":["514"],"x":1}},
            {"email":"b@x.example","status":{"locked":false},"attributes":{"userAccountControl":["512"]}}]
            """#
        let locks = [LockCondition("status.locked", "true")]
        let reading = Self.read(text, .json, others: .kept, locks: locks)
        #expect(reading.problems == [] && reading.records.map(\.isLocked) == [true, false], "\(reading)")
        #expect(
            reading.records.first?.own.map { String(decoding: $0.value.bytes, as: UTF8.self) }
                == [#"{"since":"May"}"#, #"{"x":1}"#])
    }

    @Test func `a harmless column is named, and left out even of a file that may have no others`() {
        let reading = Self.read(
            "email,status\na@x.example,active\nb@x.example,active\n", .csv, others: .refused)
        #expect(reading.problems == [] && reading.remarks.harmless == ["status"])
        let kept = Self.read("email,status\na@x.example,active\n", .csv, others: .kept)
        #expect(kept.records.first?.own.map(\.key) == ["status"])
    }

    @Test(arguments: [
        ("status", ["active", "left"], ["status=left"]), ("status", ["active", "A2"], ["status!=active"]),
        ("status", ["A1", "A2"], []), ("deleted_at", ["NULL", "2025-12-02 10:00:00"], ["deleted_at!="]),
        ("deleted_at", ["2026-01-02", "2026-01-03"], []), ("active", ["1", ""], ["active!=true"]),
        ("active", ["yes", "no"], ["active!=true"]), ("suspended", ["", "since May"], ["suspended!="]),
        ("status", ["active", "left", "suspended"], ["status=left", "status=suspended"]),
        ("lockoutTime", ["0", "133000000000000000"], ["lockouttime=133000000000000000"]),
        ("type", ["user", "disabled"], ["type=disabled"]),
        ("approved_at", ["2026-01-02", ""], ["approved_at="]),
        ("kind", ["employed", "left"], ["kind=left"]),
        ("Application", ["Background check failed", "Hired"], ["application!=hired"]),
        ("kind", ["Member", "gone"], ["kind=gone"]),
        ("loginShell", ["/bin/sh", "/usr/sbin/nologin"], ["loginshell=/usr/sbin/nologin"]),
        ("Access", ["full", "none"], ["access=none"]),
        ("Foo", ["active", "on ice", "locked"], ["foo!=active"]),
        ("Status", ["active", "on ice", "locked"], ["status!=active"]),
        ("loginpermitted", ["1", "0"], ["loginpermitted!=true"]),
        ("Status", ["active", "", "locked"], ["status=locked"]),
        ("Status", ["active", "A", "locked"], ["status=locked"]),
        ("Status", ["red", "green", "locked"], ["status=locked"]),
        ("block_reason", ["", "wrote spam"], ["block_reason!="]),
        ("state", ["1", "2"], []), ("can't login", ["no", "yes"], ["can't login=true"]),
    ])
    func `the proposed condition tells who is kept out from the others`(
        name: String, values: [String], proposed: [String]
    ) throws {
        let lines = values.enumerated().map { "a\($0)@x.example,\($1)\n" }.joined()
        let reading = Self.read("email,\(name)\n\(lines)", .csv)
        try #require(reading.questions.count == 1, "\(reading)")
        #expect(reading.questions[0].conditions.map(\.typed.localized) == proposed.map(\.localized))
        guard !reading.questions[0].conditions.isEmpty else { return }
        let locked = Self.read("email,\(name)\n\(lines)", .csv, locks: reading.questions[0].conditions)
        #expect(locked.problems == [])
        #expect(locked.records.contains { $0.isLocked } && locked.records.contains { !$0.isLocked })
    }

    @Test func `a last day is taken from inside an object and from an extra field`() {
        let json = #"[{"email":"a@x.example","profile":{"Leaving date":"2020-01-31"}}]"#
        let nested = Self.read(json, .json, mapped: [("profile.Leaving date", .field(.expires))])
        #expect(nested.problems == [] && nested.records.first?[.expires] == "2020-01-31", "\(nested)")
        let line = "a@x.example:{SHA}x::::::geldig-tot=2020-01-31\n"
        let extra = Self.read(line, .passwdFile, mapped: [("geldig-tot", .field(.expires))])
        #expect(extra.problems == [] && extra.records.first?[.expires] == "2020-01-31", "\(extra)")
        #expect(Self.read(line, .passwdFile, mapped: [("geldig", .field(.expires))]).problems.count == 2)
        #expect(Self.read(line, .passwdFile, mapped: [("geldig-tot", .dropped)]).problems == [])
    }

    @Test func `what stands inside lists and objects is judged, and an empty list says nothing`() {
        func questions(_ members: String) -> Int {
            Self.read(#"[{"email":"a@x.example",\#(members)}]"#, .json).questions.count
        }
        #expect(questions(#""identities":[{"provider":"x","isBlocked":true}]"#) == 1)
        #expect(questions(#""tags":["chess"]"#) == 0 && questions(#""tags":["suspended"]"#) == 1)
        #expect(questions(#""tags":["x","suspended"]"#) == 1 && questions(#""roles":["banned"]"#) == 1)
        #expect(questions(#""suspension":{"active":true}"#) == 1)
        #expect(questions(#""a":{"b":{"c":{"d":{"e":{"f":{"suspended":true}}}}}}"#) == 1)
        #expect(questions(#""attributes":[{"key":"is_active","value":"false"}]"#) == 1)
        #expect(questions(#""meta":"{\"is_active\":false}""#) == 1 && questions(#""meta":"{not JSON}""#) == 0)
        #expect(questions(#""blockedUsers":[],"bans":{},"profile":{"blocks":[]}"#) == 0)
    }

    @Test(arguments: [#""attributes":{"userAccountControl":["514"]}"#, #""userAccountControl":514"#])
    func `an attribute of a server counts inside objects and as a number`(members: String) {
        let closed = Self.read(#"[{"email":"a@x.example",\#(members)}]"#, .json)
        #expect(closed.problems == [] && closed.records.first?.isLocked == true, "\(closed)")
        let open = members.replacingEach("514", with: "512")
        #expect(Self.read(#"[{"email":"a@x.example",\#(open)}]"#, .json).records.first?.isLocked == false)
    }

    @Test(arguments: [
        ("131908572000000000", "2019-01-01"), ("2019-01-31T00:00:00Z", "2019-01-31"),
        ("9223372036854775807", nil), ("0", nil),
    ])
    func `the end of an account counts inside objects`(value: String, last: String?) {
        for text in ["\"\(value)\"", "[\"\(value)\"]"] {
            let account = #"[{"email":"a@x.example","attributes":{"accountExpires":\#(text)}}]"#
            let reading = Self.read(account, .json)
            #expect(reading.problems == [] && reading.records.first?[.expires] == last, "\(reading)")
        }
        let ambiguous = #"[{"email":"a@x.example","attributes":{"accountExpires":"05/06/2019"}}]"#
        #expect(!Self.read(ambiguous, .json).problems.isEmpty)
    }

    @Test func `a column called registered makes no file one of regapp's own`() {
        let table = "email,registered,status\na@x.example,2020-01-31,left\n"
        #expect(Self.read(table, .csv, others: .kept).questions.count == 1)
        let object = #"[{"email":"a@x.example","registered":"2020-01-31","status":"left"}]"#
        #expect(Self.read(object, .json, others: .kept).questions.count == 1)
    }

    @Test func `a table that regapp exported needs no option, and brings back all keys`() {
        let header = AccountRecord.exportedFields.map(\.rawValue).joined(separator: ";")
        let empty = String(repeating: ";", count: AccountRecord.exportedFields.count)
        let table = "\u{FEFF}\(header);status;tags[]\r\na@x.example\(empty)left;\"x;;y\"\r\n"
        let reading = Self.read(table, .csv, others: .refused)
        #expect(
            reading.problems == [] && reading.records.first?.own.map(\.key) == ["status", "tags"],
            "\(reading)")
        let object = #"[{"email":"a@x.example","registered":"2020-01-31T12:00:00Z","status":"left"}]"#
        let read = Self.read(object, .json, others: .kept)
        #expect(read.problems == [] && read.records.first?.own.map(\.key) == ["status"], "\(read)")
        #expect(
            !Self.read(object, .json, others: .refused).problems.isEmpty, "another program may write that")
    }

    @Test func `a column of who may log in may say nothing of those who may not`() {
        let asked = Self.read("email,Zugang\na@x.example,ja\nb@x.example,\n", .csv)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["Zugang!=true"], "\(asked)")
        let lists = #"[{"email":"a@x.example","access":["web","mail"]},{"email":"b@x.example","access":[]}]"#
        #expect(Self.read(lists, .json).questions.first?.conditions.map(\.typed) == ["access="])
        // Names, which only some have.
        #expect(Self.read("email,login\na@x.example,ann\nb@x.example,\n", .csv).problems == [])
    }

    @Test func `a membership in a directory is told from none by a condition`() {
        func entry(_ name: String, _ value: String) -> String {
            "dn: uid=\(name),dc=x\nobjectClass: person\nmail: \(name)@x.example\nemployee: \(value)\n\n"
        }
        let text = entry("a", "yes") + entry("b", "no")
        let asked = Self.read(text, .ldif)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["employee=no"], "\(asked)")
        let locked = Self.read(text, .ldif, locks: asked.questions.first?.conditions ?? [])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [false, true])
    }

    @Test(arguments: ["0", "99991231", "9223372036854775807", "9.223372036854775807e18"])
    func `an account that never ends may say so by a number`(number: String) {
        let reading = Self.read(#"[{"email":"a@x.example","accountExpires":\#(number)}]"#, .json)
        #expect(reading.problems == [] && reading.records.first?[.expires] ?? "" == "", "\(reading)")
    }

    @Test func `JSON in a cell is judged, and may be left out or read as an end`() {
        let table = "email,meta\na@x.example,\"{\"\"hr\"\":{\"\"left on\"\":\"\"2020-01-31\"\"}}\"\n"
        #expect(Self.read(table, .csv).questions.count == 1)
        #expect(Self.read(table, .csv, mapped: [("meta.hr.left on", .dropped)]).problems == [])
        let end = Self.read(table, .csv, mapped: [("meta.hr.left on", .field(.expires))])
        #expect(end.problems == [] && end.records.first?[.expires] == "2020-01-31", "\(end)")
        let lock = [LockCondition("meta.hr.left on", isNegated: true, "")]
        #expect(Self.read(table, .csv, locks: lock).records.first?.isLocked == true)
        #expect(Self.read(table, .csv, locks: [LockCondition("meta.x", "1")]).problems.count == 2)
        let unread = table.replacingEach("2020-01-31", with: "soon")
        #expect(Self.read(unread, .csv, mapped: [("meta.hr.left on", .field(.expires))]).problems.count == 1)
    }

    @Test func `a condition holds for a list if it holds for one of its values`() {
        let table = "email,roles\na@x.example,\"editor, banned\"\nb@x.example,editor\n"
        let asked = Self.read(table, .csv)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["roles=banned"], "\(asked)")
        let locked = Self.read(table, .csv, locks: [LockCondition("roles", "banned")])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false])
        let list =
            #"[{"email":"a@x.example","roles":["editor","banned"]},{"email":"b@x.example","roles":[]}]"#
        let inList = Self.read(list, .json, locks: [LockCondition("roles", "banned")])
        #expect(inList.problems == [] && inList.records.map(\.isLocked) == [true, false], "\(inList)")
    }

    /// Each column as a hint names it, with the value that locks its first account.
    @Test(arguments: [
        ("Suspended (1=yes, 0=no)", "1", "0", ["Suspended (1=yes, 0=no)=true"]),
        ("Suspended=1", "1", "0", ["Suspended=1=true"]), ("Suspended=", "1", "0", ["Suspended==true"]),
        ("active=1", "0", "1", ["active=1!=true"]),
        ("status", "Provisioned", "Active", ["status!=active"]),
        ("Active", "I", "A", ["Active=a", "Active=i"]), ("Active", "00", "01", ["Active=00", "Active=01"]),
        ("accountActive", "FALSE", "", ["accountActive==false"]),
        ("wp-approve-user", "", "1", ["wp-approve-user!=true"]),
        ("email_confirmed_at", "", "2024-05-01", ["email_confirmed_at="]),
    ])
    func `a proposed condition locks those accounts and no others`(
        name: String, closed: String, open: String, proposed: [String]
    ) throws {
        let table = "email,\"\(name)\"\na@x.example,\(closed)\nb@x.example,\(open)\n"
        let question = try #require(Self.read(table, .csv).questions.first)
        let conditions = question.conditions + question.codes
        #expect(conditions.map(\.typed) == proposed, "\(question)")
        // As a command line splits it.
        let parts = proposed[question.codes.isEmpty ? 0 : question.codes.count - 1]
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isNegated = parts[0].hasSuffix("!")
        let typed = LockCondition(
            String(isNegated ? parts[0].dropLast() : parts[0][...]), isNegated: isNegated, parts[1])
        guard question.codes.isEmpty || proposed.last == "Active=i" else { return }
        let locked = Self.read(table, .csv, locks: [typed])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false], "\(locked)")
        let missing = Self.read("email,team\na@x.example,a\n", .csv, locks: [typed])
        #expect(missing.problems.count == 1 && missing.records.isEmpty)
    }

    @Test func `a condition on a name with an equals sign holds in objects, too`() {
        let objects = #"[{"email":"a@x.example","active=1":false},{"email":"b@x.example","active=1":true}]"#
        let locked = Self.read(
            objects, .json, locks: [LockCondition("active", "1!=true")])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [true, false], "\(locked)")
        // Whoever has no such key comes first, while nothing has been named yet.
        let exact = Self.read(
            #"[{"email":"a@x.example"},{"email":"b@x.example","enabled":"no"}]"#, .json,
            locks: [LockCondition("enabled", "=no")])
        #expect(exact.problems == [] && exact.records.map(\.isLocked) == [false, true], "\(exact)")
    }

    @Test func `words of one state are proposed with those of another`() throws {
        for word in ["Provisioned", "New", "weg"] {
            let lines = "email,status\na@x.example,\(word)\nb@x.example,Active\nc@x.example,Suspended\n"
            for more in ["", "d@x.example,Enrolled\n"] {
                let question = try #require(Self.read(lines + more, .csv).questions.first)
                let locked = Self.read(lines + more, .csv, locks: question.conditions)
                #expect(
                    locked.problems == [] && locked.records.map(\.isLocked).prefix(3) == [true, false, true],
                    "\(question)")
            }
        }
    }

    @Test(arguments: [
        ("ｓｕｓｐｅｎｄｅｄ", "ｎｏ", "ｙｅｓ"), ("ａｃｔｉｖｅ", "1", "0"), ("Ｓｔａｔｕｓ", "Ａｃｔｉｖｅ", "Ｌｏｃｋｅｄ"),
        ("status", "Active", "Pre-active"), ("Status", "registered", "Pre-registered"),
        ("role", "admin", "pending"), ("roles", "editor", "rejected"), ("role", "editor", "expired"),
        ("role", "editor", "awaiting_approval"), ("Account type", "active", "resting"),
        ("Zugang", "2024-05-01", ""), ("Needs approval", "no", "yes"),
        ("Wartet auf Freigabe", "nein", "ja"), ("На модерации", "нет", "да"),
        ("invitation_accepted", "TRUE", "FALSE"), ("Available", "Yes", "No"), ("validating", "0", "1"),
        ("row_status", "0", "2"), ("is_invited_user", "false", "true"),
        ("Pendiente de aprobación", "no", "sí"), ("Oczekuje na akceptację", "nie", "tak"),
        ("usergroup", "Registered Users", "Users Awaiting Email Confirmation"),
        ("Active", "2020-01-01", "2099-01-01"), ("Enabled", "2020-01-01", "2099-01-01"),
        ("Allow Login", "2020-01-01", "2099-01-01"), ("Active", "active", "2020-01-01"),
        ("approved", "yes", "2020-01-01"), ("Konto", "offen", "zu"), ("Nutzer", "da", "weg"),
        ("noch da", "ja", "nein"),
    ])
    func `what keeps out in other letters and by other words is asked about`(
        name: String, open: String, closed: String
    ) {
        let lines = "email,\(name)\na@x.example,\(open)\nb@x.example,\(closed)\n"
        #expect(Self.read(lines, .csv).questions.count == 1)
    }

    @Test func `a no beside a word for a closed account, and a ban without an end, are asked about, too`()
        throws
    {
        let lines = "email,Availability\na@x.example,No\nb@x.example,Yes\nc@x.example,Disabled\n"
        let question = try #require(Self.read(lines, .csv).questions.first)
        #expect(question.conditions.map(\.typed) == ["Availability=disabled", "Availability=no"])
        let states = "email,Status\na@x.example,0\nb@x.example,1\nc@x.example,suspended\n"
        #expect(try #require(Self.read(states, .csv).questions.first).count == 2)
        let codes = "email,status\na@x.example,0\nb@x.example,-1\n"
        #expect(try #require(Self.read(codes, .csv).questions.first).codes.count == 2)
        let waits = "email,Wartet auf Freigabe\na@x.example,ja\nb@x.example,nein\n"
        let waiting = try #require(Self.read(waits, .csv).questions.first)
        #expect(waiting.conditions.map(\.typed) == ["Wartet auf Freigabe=true"])
        let paid = "email,Paid\na@x.example,no\nb@x.example,yes\nc@x.example,blocked\n"
        #expect(try #require(Self.read(paid, .csv).questions.first).count == 1)
        let bans = "email,ban_end\na@x.example,0\nb@x.example,\nc@x.example,2099-01-01\n"
        let banned = try #require(Self.read(bans, .csv).questions.first)
        let none = "email,ban_end\na@x.example,0\nb@x.example,2099-01-01\n"
        let ends = try #require(Self.read(none, .csv).questions.first)
        #expect(ends.field == nil && ends.conditions.map(\.typed) == ["ban_end=2099-01-01"], "\(ends)")
        let mapped = Self.read(none, .csv, mapped: [("ban_end", .field(.lockedUntil))])
        #expect(mapped.records.map { $0[.lockedUntil] } == ["0", "2099-01-01"], "a rule refuses it")
        #expect(banned.count == 2 && banned.conditions.map(\.typed) == ["ban_end!="], "\(banned)")
        let email = "email,Confirmed email\na@x.example,Confirmation Required\nb@x.example,Confirmed\n"
        let others = email + "c@x.example,Confirmation Not Required\n"
        #expect(try #require(Self.read(others, .csv).questions.first).count == 1)
    }

    @Test(arguments: [
        ("1.2.840.113556.1.4.8", "514"), ("2.16.840.1.113730.3.1.610", "true"),
        ("1.2.840.113556.1.4.159", "133801632000000000"),
        ("2.16.840.1.113730.3.1.575", "cn=nsManagedDisabledRole"), ("1.3.6.1.1.1.1.10", "1"),
    ])
    func `an attribute that a number names is what its name is`(number: String, value: String) throws {
        let entry = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(number): \(value)\n"
        let record = try #require(Self.read(entry, .ldif).records.first)
        #expect(record.isLocked || record[.expires].map { $0 < "2026" } == true, "\(record)")
        let open = "email,userAccountControl\na@x.example,512 [NORMAL_USER(512)]\n"
        #expect(Self.read(open, .csv).records.map(\.isLocked) == [false])
    }

    @Test func `times that databases write as objects are times`() throws {
        for time in [
            #"{"$date":"2025-12-01T12:00:00Z"}"#, #"{"$date":{"$numberLong":"1764590400000"}}"#,
            #"{"$date":1764590400000}"#, #"{"_seconds":1764590400,"_nanoseconds":5}"#,
        ] {
            let ended = Self.read(#"[{"email":"a@x.example","expires":\#(time)}]"#, .json)
            let days = ended.records.map { Field.expires.imported($0[.expires] ?? "", dayFirst: nil) }
            #expect(ended.problems == [] && days == ["2025-12-01"], "\(ended)")
        }
        let born = Self.read(
            #"[{"email":"a@x.example","birthday":{"$date":{"$numberLong":"-315619200000"}}}]"#, .json)
        let days = born.records.map { Field.birthday.imported($0[.birthday] ?? "", dayFirst: nil) }
        #expect(born.problems == [] && days == ["1960-01-01"], "\(born)")
        // Under a custom key it stays what it is.
        let kept = #"{"email":"a@x.example","seen":{"$date":"2024-01-01T00:00:00Z"}}"#
        let own = Self.read("[\(kept)]", .json, others: .kept).records.first?.own.first
        #expect(own?.key == "seen" && own?.value.cell.contains("$date") == true, "\(String(describing: own))")
        let banned = #"{"email":"a@x.example","banned_until":{"$date":"2099-12-01T12:00:00Z"}}"#
        let asked = Self.read("[\(banned)]", .json)
        #expect(asked.questions.first?.field == .lockedUntil, "\(asked)")
    }

    @Test func `codes of a status are proposed, since only the administrator knows them`() {
        let reading = Self.read("email,status\na@x.example,A\nb@x.example,R\n", .csv)
        #expect(reading.questions.first?.codes.map(\.typed) == ["status=a", "status=r"], "\(reading)")
        let long = Self.read("email,status\na@x.example,secret\nb@x.example,other\n", .csv)
        #expect(long.questions.first?.codes == [])
    }

    @Test(arguments: [
        ("can_be_deleted", ["true", "false"]), ("2FA enabled", ["Yes", "No"]),
        ("Account type", ["Member", "Multi-Channel Guest"]), ("Availability", ["weekends", "no"]),
        ("Role", ["left", "right"]), ("Age group", ["Over 60", "Under 60"]), ("Group", ["Invited", "Hosts"]),
        ("Groupe", ["Retraités", "Profs"]),
        ("Pendiente", [#""0,00""#, #""25,00""#]), ("Approval required", ["Manager", "Director"]),
        ("relationship_status", ["0", "2"]), ("Approved", ["2027-03-01", "2027-04-01"]),
        ("Booking", ["Confirmation required", "Confirmed"]),
        ("access", ["2024-05-01T10:00:00+00:00", ""]),
        ("state", ["CA", "NY"]), ("hand", ["left", "right"]), ("Building block", ["A", "B"]),
        ("block", ["A1", "B2"]), ("end_time", ["17:00", "18:00"]), ("order status", ["open", "closed"]),
        ("loginShell", ["/bin/sh", "/bin/bash"]), ("shell", ["/sbin/nologin", "/bin/false"]),
        ("Login (self-service)", ["ann", "bob"]), ("Login (08:00-18:00)", ["ann", "bob"]),
        ("Shirt (M = medium; X = none)", ["M", "X"]),
        ("Term", ["Fall 2025", "Spring 2026"]), ("city", ["Ban", "Bar"]), ("Raum", ["R", "X"]),
        ("Team", ["grün", "rot"]), ("Mitgliedsart", ["aktiv", "fördernd"]),
        ("Urlaubsantrag", ["genehmigt", "abgelehnt"]),
        ("Observaciones", [#""taquilla 12 bloqueada, falta la llave""#, "se le rompió la silla"]),
        ("status", ["online", "away"]),
        ("Foo", ["active", "2019-05-01"]),

        ("passwordPolicies", ["none", #""DisablePasswordExpiration, DisableStrongPassword""#]),
    ])
    func `values that differ without keeping anybody out need no question`(name: String, values: [String]) {
        let lines = values.enumerated().map { "a\($0)@x.example,\($1)\n" }.joined()
        let reading = Self.read("email,\(name)\n\(lines)", .csv)
        #expect(reading.problems == [] && reading.records.count == 2, "\(reading)")
    }

    @Test(arguments: [
        ("Login (green = may, red = may not)", ["green", "red"]),
        ("Code (W = welcome / X = must not have an account any more)", ["W", "X"]),
        ("Code (M = member; X = shown the door)", ["M", "X"]),
        ("Aufnahme durch den Vorstand", ["zugestimmt", "abgelehnt"]),
        ("Access", ["Under Review", "yes"]), ("Deleted by (U = user / S = system)", ["U", ""]),
        ("access.opens", ["2019-04-01", "2099-04-01"]),
        ("Carné", ["en regla", "retirado por no devolver libros"]),
        ("Проход (1 – пропускать / 0 – не пропускать)", ["1", "0"]),
        ("Ingresso al registro", ["consentito", "non ancora - manca la firma dei genitori"]),
        ("Good to go?", ["yes", "hold off - background check not back"]),
        ("May come", ["sì", "no: mai pagato"]),
        ("Login", ["after the exam only", "from now on"]),
        // Beside a word for an open account, whatever the others are.
        ("Foo", ["active", "on ice"]), ("Col 7", ["aktiv", "aktiv", "weg"]),
        ("estado", ["activo", "apartado"]),
        ("Zugang", ["aktiv", "banane"]), ("Account", ["open", "op slot"]), ("darf rein?", ["ja", "nein"]),
        ("OK to use portal?", ["y", "n"]),
        ("Toegang account", ["open", "dicht"]),
        ("Acceso", ["sí", "suelto"]),
        ("kerio-Mail-AccountEnabled", ["1", "0"]), ("Accès accordé", ["x", ""]),
        ("Noch dabei", ["ja", "nein"]),
        ("Foo", ["zulässig", "unzulässig"]), ("Zugang", ["erlaubt", "unerlaubt"]),
        ("cust_disable", ["1", "0"]),
        ("Status", ["active", "idle"]), ("Account status", ["online", "offline"]),
        ("Toegang", ["mogelijk", "onmogelijk"]),
        ("Membership status", ["active", "walked away"]),
        ("Status", ["active", "family trouble"]), ("Synchronization account", ["enabled", "disabled"]),
        ("Status", ["active", "end of contract"]),
        ("Login-Ampel", ["grün", "rot"]), ("Доступ", ["🟢", "🔴"]), ("Gruppo forum", ["Utente", "Espulso"]),
        ("Bemerkung", ["nett", "Zugang zum Mieterportal geschlossen"]),
    ])
    func `answers to who may log in are asked about, whatever their words`(name: String, values: [String]) {
        let lines = values.enumerated().map { "a\($0)@x.example,\($1)\n" }.joined()
        #expect(Self.read("email,\(name)\n\(lines)", .csv).questions.count == 1)
    }

    @Test func `a shell that lets nobody log in is asked about where others have another one`() throws {
        func line(_ name: String, _ hash: String, _ shell: String) -> String {
            "\(name)@x.example:\(hash):1:1:Ann Lee:/home/\(name):\(shell)\n"
        }
        let mixed = line("ann", "{SHA}x", "/bin/sh") + line("bob", "{SHA}x", "/usr/sbin/nologin")
        let asked = Self.read(mixed, .passwdFile)
        #expect(asked.questions.first?.conditions.map(\.typed) == ["shell=/usr/sbin/nologin"], "\(asked)")
        let locked = Self.read(mixed, .passwdFile, locks: asked.questions.first?.conditions ?? [])
        #expect(locked.problems == [] && locked.records.map(\.isLocked) == [false, true])
        #expect(Self.read(mixed, .passwdFile, mapped: [("shell", .dropped)]).problems == [])
        let told = line("ann", "{SHA}x", "/bin/sh") + line("bob", "{SHA}x", "/opt/bin/account-suspended")
        #expect(Self.read(told, .passwdFile).questions.count == 1)
        let mail = line("ann", "{SHA}x", "/usr/sbin/nologin") + line("bob", "{SHA}x", "/bin/false")
        let same = Self.read(mail, .passwdFile)
        #expect(same.problems == [] && same.remarks.harmless == ["shell"])
        // Nobody could log in with such a password anyway.
        let daemons = line("ann", "{SHA}x", "/bin/sh") + line("bin", "*", "/usr/sbin/nologin")
        #expect(Self.read(daemons, .passwdFile).problems == [])
        // Its password is in another file.
        #expect(Self.read(daemons + line("x", "x", "/bin/false"), .passwdFile).questions.count == 1)
    }

    @Test func `attributes of no interest take no room in an entry`() {
        // Together they have more bytes than an entry may; few long ones are soon read.
        let unit = String(repeating: "g", count: ImportedAccount.maximumBytes / 500)
        let members = (0..<600).map { "memberOf: cn=group\($0),ou=\(unit),dc=example,dc=org\n" }.joined()
        let text = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\n\(members)"
        #expect(Self.read(text, .ldif).problems == [])
    }

    @Test func `an option that says I know ends the question`() {
        let text = "email,status\na@x.example,left\nb@x.example,active\n"
        let dropped = Self.read(text, .csv, others: .refused, mapped: [("Status", .dropped)])
        #expect(dropped.problems == [] && dropped.records.count == 2)
        let ldif = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\nsuspended: TRUE\n"
        #expect(Self.read(ldif, .ldif, mapped: [("suspended", .dropped)]).problems == [])
        #expect(
            Self.read(ldif, .ldif, locks: [LockCondition("suspended", "true")]).records.first?.isLocked
                == true)
    }

    @Test(arguments: [
        ("accountStatus", "disabled"), ("zimbraAccountStatus", "closed"),
        ("msDS-UserAccountDisabled", "TRUE"),
        ("mailUserStatus", "inactive"), ("inetUserStatus", "deleted"), ("ibm-pwdAccountLocked", "true"),
        ("orclIsEnabled", "DISABLED"), ("orclIsEnabled", "FALSE"), ("inetUserStatus", "false"),
        ("isDeleted", "TRUE"), ("nsAccountLock", "TRUE"),
        ("ds-pwp-account-disabled", "true"), ("pwdStartTime", "20990101000000Z"),
        ("userAccountControl", "514"), ("userAccountControl", "0x202"), ("userAccountControl", "514.0"),
        ("userAccountControl", "528"), ("userAccountControl", "262656"),
        ("sambaAcctFlags", "[UL         ]"), ("ds-pwp-account-activation-time", "20990101000000Z"),
        ("msExchUserAccountControl", "2"), ("ads-pwdAccountLocked", "TRUE"),
        ("sambaAcctFlags", "[UD         ]"), ("acctFlags", "[DU]"), ("mailDeliveryStatus", "disabled"),
        ("pwdAccountLockedTime", "000001010000Z"),
        ("passwordExpirationTime", "20200101000000Z"), ("loginDisabled", "TRUE"),
        ("supannRessourceEtat", "{COMPTE}I"),
        ("supannRessourceEtatDate", "{COMPTE}S:SupannVerrouAdministratif:20190304:"),
        ("schacUserStatus", "urn:schac:userStatus:example.org:inactive"), ("krbTicketFlags", "64"),
        ("nsRoleDN", "cn=nsManagedDisabledRole,dc=x"), ("krbPasswordExpiration", "20200101000000Z"),
        ("lockedByIntruder", "TRUE"), ("isRecycled", "TRUE"), ("msDS-User-Account-Control-Computed", "16"),
        ("krb5KDCFlags", "254"), ("orclActiveStartdate", "20990101000000Z"),
        ("nsAccountLock;lang-en", "TRUE"), ("user_account_control", "514"), ("User-Account-Control", "514"),
        ("prop_deny", "true"), ("available_ind", "N"), ("accepted_application", "f"),
        ("accountUnlockTime", "19700101000000Z"), ("accountUnlockTime", "20990101000000Z"),
        ("temp_ban", "-1"), ("blockedUntil", "4070908800"), ("krb5ValidStart", "20990101000000Z"),
        ("sambaLogonHours", "000000000000000000000000000000000000000000"), ("kopanoAccount", "0"),
    ])
    func `an attribute of a server locks the account`(name: String, value: String) {
        for (format, text) in Self.files(name, value) where !text.contains("profile") {
            let reading = Self.read(text, format)
            let isKeptOut =
                reading.records.first?.isLocked == true || reading.records.first?[.lockedUntil] != nil
                || !reading.questions.isEmpty
            #expect(isKeptOut && (format != .ldif || reading.problems == []), "\(format) \(reading)")
        }
    }

    @Test(arguments: [("2", true), ("1", false), ("0", false)])
    func `Domino's lock counts in an entry, and another program's column says nothing`(
        value: String, isLocked: Bool
    ) {
        let entry = "dn: CN=Ann,O=Acme\nobjectClass: person\nmail: ann@x.example\nCheckPassword: \(value)\n"
        #expect(Self.read(entry, .ldif).records.first?.isLocked == isLocked)
        for text in [value, "yes", "no"] {
            let table = Self.read("email,check_password\nann@x.example,\(text)\n", .csv)
            #expect(
                table.records.first?.isLocked == false && table.questions.isEmpty && table.problems.isEmpty)
        }
    }

    @Test func `a column that regapp writes too makes no file one of its own`() {
        for others in [ImportColumns.Others.ignored, .kept] {
            let table =
                "email,password,registered,locked,nsAccountLock\n"
                + "a@x.example,rainy-night-7,2026-01-31T12:00:00Z,no,TRUE\n"
            #expect(Self.read(table, .csv, others: others).records.first?.isLocked == true)
            let nested = #"[{"email":"a@x.example","mustChange":false,"profile":{"suspended":true}}]"#
            #expect(Self.read(nested, .json, others: others).questions.count == 1)
        }
    }

    @Test func `a key under which a column is kept does not say that it means nothing`() {
        let mapped: [(name: String, target: ColumnMap.Target)] = [
            (name: "Status", target: .own(OwnColumn("hr", .text)))
        ]
        let table = "email,Status\na@x.example,suspended\n"
        #expect(Self.read(table, .csv, mapped: mapped).questions.count == 1)
        for (name, value) in [("nsAccountLock", "TRUE"), ("userAccountControl", "514"), ("nologin", "yes")] {
            let mapped: [(name: String, target: ColumnMap.Target)] = [(name, .own(OwnColumn("hr", .text)))]
            for (format, text) in Self.files(name, value) where name != "nologin" || format == .passwdFile {
                let record = Self.read(text, format, mapped: mapped).records.first
                #expect(record?.isLocked == true, "\(name) in \(format)")
            }
        }
    }

    @Test(arguments: [
        ("accountStatus", "active"), ("orclIsEnabled", "ENABLED"), ("isDeleted", "FALSE"),
        ("mailUserStatus", "active"), ("pwdStartTime", "20200101000000Z"), ("userAccountControl", "512"),
        ("userAccountControl", "0x200"), ("userAccountControl", "512.0"),
        ("sambaKickoffTime", "2147483647"), ("sambaKickoffTime", "0"),
        ("accountExpires", "9223372036854775807"),
        ("krb5KDCFlags", "126"), ("orclActiveStartDate", "20200101000000Z"),
        ("loginGraceLimit", "5"), ("shadowExpire", "-1"), ("accountExpires", "0"), ("krbTicketFlags", "128"),
        ("nsRoleDN", "cn=staff,dc=x"), ("supannRessourceEtat", "{COMPTE}A"),
        ("supannRessourceEtat", "{MAIL}I"),
        ("schacUserStatus", "urn:schac:userStatus:example.org:active"),
        ("schacUserStatus", "urn:schac:userStatus:es:example.com:cuenta:activa"),
        ("lockedByIntruder", "FALSE"), ("krbPasswordExpiration", "20990101000000Z"),
    ])
    func `an attribute of a server that locks nobody is read`(name: String, value: String) {
        for (format, text) in Self.files(name, value) where !text.contains("profile") && format != .passwdFile
        {
            let reading = Self.read(text, format)
            #expect(
                reading.problems == [] && reading.records.first?.isLocked == false, "\(format) \(reading)")
            #expect(reading.records.first?[.expires] ?? "" == "", "\(format) \(reading)")
        }
    }

    @Test(arguments: [
        ("sambaKickoffTime", "1000000000", "2001-09-09"), ("sambaKickoffTime", "1000080000", "2001-09-09"),
        ("ds-pwp-account-expiration-time", "20241231235959Z", "2024-12-31"),
        ("loginExpirationTime", "20991231120000Z", "2099-12-31"),
        ("loginGraceLimit", "20241231000000Z", "2024-12-30"), ("pwdEndTime", "20250101000000Z", "2024-12-31"),
        ("orclActiveEndDate", "20250101000000z", "2024-12-31"),
        ("krb5ValidEnd", "20200101000000Z", "2019-12-31"), ("blockedAfter", "1577836800", "2019-12-31"),
        ("shadowExpire", "1", "1970-01-01"), ("accountExpires", "133801632000000000", "2024-12-31"),
    ])
    func `an attribute of a server ends the account`(name: String, value: String, last: String) {
        let reading = Self.read(Self.files(name, value)[3].text, .ldif)
        #expect(reading.problems == [] && reading.records.first?[.expires] == last, "\(reading)")
        guard LoginAttribute.named(name)?.isDistinctive ?? false else { return }
        let table = Self.read(Self.files(name, value)[0].text, .csv)
        #expect(table.problems == [] && table.records.first?[.expires] == last, "\(table)")
    }

    @Test(arguments: [
        "NULL", #"\N"#, "null", "nil", "N/A", "#N/A", "-", "0000-00-00", "0000-00-00 00:00:00", "1900-01-00",
        "n/a",
        "0001-01-01T00:00:00",
        "None", "NaN", "(null)", "<null>", "undefined", "--",
    ])
    func `no value as text is none in names, dates and phones`(text: String) {
        let csv =
            "email,firstName,phone,birthday,expires,mustChange,lastSeen\na@x.example"
            + String(repeating: ",\"\(text)\"", count: 6) + "\n"
        let reading = Self.read(csv, .csv)
        #expect(reading.records.map(\.fields) == [[.email]] && reading.remarks.counts[.noValue] == 6)
        let json = #"[{"email":"a@x.example","lastName":"\#(text == #"\N"# ? #"\\N"# : text)"}]"#
        #expect(Self.read(json, .json).records.map(\.fields) == [[.email]])
        let ldif = "dn: uid=a,dc=x\nobjectClass: person\nmail: a@x.example\nsn: \(text)\n"
        #expect(Self.read(ldif, .ldif).records.map(\.fields) == [[.email]])
    }

    @Test func `a person may be called Null`() {
        let reading = Self.read("email,lastName\na@x.example,Null\n", .csv)
        #expect(reading.records.first?[.lastName] == "Null")
    }

    @Test(arguments: [
        ("ann:*:15000:0:90:7:14::", true, nil), ("ann:$1$a$b:15000:0:90:7:::", false, "true"),
        ("ann:$1$a$b:20000:0:999:7:99999::", false, nil), ("ann:$1$a$b:20000:0:99999:7:::", false, nil),
        ("ann:$1$a$b:0:0:99999:7:::", false, "true"), ("ann:$1$a$b:15000:0::7:14::", false, nil),
        ("ann:$1$a$b:1001:1001::1000000000:0:Ann:/home/ann:/bin/sh", false, "true"),
        ("ann:$1$a$b:1001:1001::0:0:Ann:/home/ann:/bin/sh", false, nil),
        ("ann:$1$a$b:1001:1001::9000000000:0:Ann:/home/ann:/bin/sh", false, nil),
    ])
    func `the age of a password counts`(line: String, isLocked: Bool, mark: String?) throws {
        let reading = Self.read(line + "\n", .passwdFile)
        let record = try #require(reading.records.first)
        #expect(record.isLocked == isLocked && record[.mustChange] == mark, "\(reading)")
    }

    @Test func `an extra field of Dovecot that keeps out is read or asked about`() {
        for field in ["nologin", "fail", "fail=y"] {
            let reading = Self.read("a@x.example:{SHA}x::::::\(field)\n", .passwdFile)
            #expect(reading.records.first?.isLocked == true)
        }
        #expect(
            Self.read("a@x.example:{SHA}x::::::nologin=no reason\n", .passwdFile).records.first?.isLocked
                == true)
        let asked = Self.read("a@x.example:{SHA}x::::::userdb_disabled=yes\n", .passwdFile)
        #expect(asked.questions.count == 1)
    }

    @Test func `a spreadsheet's formula for a text is the text`() {
        for cell in ["=\"0049\"", "\"=\"\"0049\"\"\""] {
            let reading = Self.read("email,phone\na@x.example,\(cell)\n", .csv)
            #expect(reading.records.first?[.phone] == "0049", "\(reading)")
        }
    }
}

extension String {
    /// Conditions compare without case.
    fileprivate var localized: String { lowercased() }
}

extension ForeignReading {
    fileprivate var questions: [LoginQuestion] {
        problems.compactMap {
            if case .format(.lock(_, _, let question)) = $0.reason { question } else { nil }
        }
    }
}
