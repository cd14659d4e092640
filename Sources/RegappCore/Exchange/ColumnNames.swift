/// The names that columns have for fields in German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian;
/// the English ones stand with the fields. They count only in files of other programs.
extension Field {
    /// The field that another program's column or key stands for.
    init?(columnNamed name: String) {
        if let field = Field(foreignName: name) {
            self = field
            return
        }
        let bare = name.prefix { $0 != "[" && $0 != "(" }
        guard let field = Self.fieldsByName[Self.letters(of: String(bare))],
            // `Passwort (geändert am)`
            field != .password || bare.utf8.count == name.utf8.count
        else { return nil }
        self = field
    }

    /// Small letters only, without accents.
    private static func letters(of name: String) -> String {
        LoginWords.folded(String(name.prefix(64).filter { $0.isLetter || $0.isNumber }))
    }

    private static let fieldsByName: [String: Field] = {
        let lists: KeyValuePairs<Field, String> = [
            .email: """
            E-Mail-Adresse, Emailadresse, Mailadresse, Adresse e-mail, Adresse mail, Adresse électronique, Courriel,
            Correo, Correo electrónico, Email personale, Indirizzo email, Indirizzo e-mail, Posta elettronica,
            Endereço de email, Correio eletrónico, Correio eletrônico, E-mailadres, Adres e-mail, Adres email,
            Электронная почта, Почта, Эл. почта, Адрес электронной почты, Адрес почты, Имейл, Adresse courriel,
            User email, User mail, Correo-e, Dirección de correo, Indirizzo di posta elettronica, Endereço eletrônico
            """,
            .password: """
            Passwort, Kennwort, Mot de passe, Contraseña, Senha, Palavra-passe, Wachtwoord, Hasło, Пароль
            """,
            .firstName: """
            Vorname, Rufname, Prénom, Nombre, Nombre de pila, Nome, Nome próprio, Primeiro nome, Voornaam, Imię, Имя,
            Vornamen, Prénoms, Nombres, Primer nombre, Nomi, Roepnaam, Voornamen, Imiona
            """,
            .lastName: """
            Nachname, Familienname, Zuname, Nom, Nom de famille, Apellido, Apellidos, Cognome, Sobrenome, Apelido,
            Achternaam, Familienaam, Nazwisko, Фамилия, Noms, Primer apellido, Sobrenomes, Último nome, Nome de família
            """,
            .birthday: """
            Geburtstag, Geburtsdatum, Date de naissance, Fecha de nacimiento, Data di nascita, Data de nascimento,
            Geboortedatum, Verjaardag, Data urodzenia, Дата рождения, День рождения, Geb.-Datum, Geb. am, Geboren,
            Geboren am, Né, Née, Né le, Née le, Naissance, Date naissance, Nacimiento, F. nacimiento, Fecha nacimiento,
            Fecha nac., Nato il, Nata il, Data nascita, Data nascimento, Nascimento, Nascido em, Geb. datum,
            Geboren op, Data ur., Дата рожд., Urodzony, Urodzona, Родился, Родилась, Nascido, Nascida, Nascida em, Nato, Nata
            """,
            .phone: """
            Telefon, Telefonnummer, Handy, Handynummer, Mobil, Mobiltelefon, Mobilnummer, Rufnummer, Téléphone,
            Numéro de téléphone, Portable, Téléphone portable, Teléfono, Móvil, Celular, Número de teléfono, Telefono,
            Cellulare, Numero di telefono, Telefone, Telemóvel, Número de telefone, Telefoon, Telefoonnummer, Mobiel,
            Numer telefonu, Nr telefonu, Komórka, Телефон, Мобильный телефон, Номер телефона, Tel., Tel.-Nr.,
            Telefonnr., Telefon mobil, Mobilfunk, Mobilfunknummer, Mobiltelefonnummer, Handynr., Tél. portable,
            Tél. mobile, N° de téléphone, Numéro de portable, GSM, Tlf., Tfno., Teléfono móvil, Número de móvil,
            Nº de teléfono, Número de celular, Cell., Tel. cellulare, Numero di cellulare, Numero cellulare,
            Número de telemóvel, Telefone celular, Mobiel nummer, Mobiele telefoon, Mobiele nummer,
            Telefon komórkowy, Numer komórki, Numer komórkowy, Nr tel., Мобильный, Моб. телефон, Сотовый, Тел.,
            Cell phone, Cell number, Cell phone number, Mobile no.
            """,
        ]
        var fields: [String: Field] = [:]
        for (field, names) in lists {
            for name in names.split(separator: ",") { fields[letters(of: String(name))] = field }
        }
        return fields
    }()
}
