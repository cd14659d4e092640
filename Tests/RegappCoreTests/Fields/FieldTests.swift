import RegappValues
@testable import RegappCore
import RegappTestSupport
import Testing

@Suite struct `Fields` {
    @Test func `a field says what it is called, once`() {
        #expect(Set(Field.allCases.map(\.label)).count == Field.allCases.count)
        #expect(Field.allCases.map(\.order) == Array(Field.allCases.indices))
        #expect(Set(Field.allCases.map(\.noun)).count == Field.allCases.count)
        for field in Field.allCases {
            #expect(!field.label.hasSuffix(":") && field.label.first?.isUppercase == true, "\(field): label")
            #expect(field.noun == field.noun.lowercased(), "\(field): noun")
            #expect(field.icon.count == 1, "\(field): icon")
        }
    }

    @Test(arguments: Field.typedByPeople)
    func `a typed field has an option, help, an example and a policy that asks for it`(field: Field) throws {
        let today = try #require(CalendarDate(iso: "2026-07-15"))
        #expect(!field.placeholder.isEmpty && field.placeholder == field.placeholder.uppercased())
        #expect(field.optionHelp().hasPrefix("the \(field.noun)"))
        #expect(field.optionHelp(isNew: true).hasPrefix("the new \(field.noun)"))
        let policies = Rules.PolicyName.allCases.map(Policy.builtIn)
        #expect(policies.contains { $0.fields.contains(field) }, "no policy asks for it")
        for policy in policies {
            let violations = policy.violations(of: field.example, for: field, today: today)
            #expect(violations == [], "the example of \(field) under \(policy.name)")
        }
    }

    @Test func `options are named after the keys`() {
        #expect(Field.firstName.optionName == "first-name" && Field.email.optionName == "email")
        #expect(Field.birthday.optionHelp() == "the birthday, as YYYY-MM-DD, DD.MM.YYYY or 31 May 1990")
        #expect(Field.phone.optionHelp(isNew: true) == "the new phone, such as '+7 916 123-45-67'")
    }

    /// What an entry of `inetOrgPerson` may hold, in lowercase: its attributes (RFC 2798, section 3), then those of
    /// `organizationalPerson` and of `person` (RFC 4519, sections 3.9 and 3.12), which it extends.
    private static let inetOrgPerson = Set(
        """
        audio businessCategory carLicense departmentNumber displayName employeeNumber employeeType givenName
        homePhone homePostalAddress initials jpegPhoto labeledURI mail manager mobile o pager photo roomNumber
        secretary uid userCertificate x500uniqueIdentifier preferredLanguage userSMIMECertificate userPKCS12

        title x121Address registeredAddress destinationIndicator preferredDeliveryMethod telexNumber
        teletexTerminalIdentifier telephoneNumber internationalISDNNumber facsimileTelephoneNumber street
        postOfficeBox postalCode postalAddress physicalDeliveryOfficeName ou st l

        sn cn userPassword telephoneNumber seeAlso description
        """.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))

    @Test(arguments: Field.allCases)
    func `a field's column, attribute and other names are its own`(field: Field) {
        if let header = field.definition.column {
            #expect(header.first?.isUppercase == true)
            #expect(Field.columns.filter { $0.column == header } == [field])
        }
        if let attribute = field.definition.attribute {
            #expect(ExchangeFormat.ldif.definition.fields.contains(field))
            #expect(Self.inetOrgPerson.contains(attribute.key), "a server refuses \(attribute.name)")
            for name in [attribute.key] + attribute.otherNames {
                #expect(LDAPAttribute.keys[name] == attribute.key, "another field has \(name)")
            }
        }
        for name in field.definition.otherNames {
            #expect(name.allSatisfy { $0.isLowercase || $0.isNumber }, "\(name) is never found")
            let meant = KeySuggestion.nearest(to: name, among: Field.allCases.map(\.keySuggestion))
            #expect(meant == field.rawValue, "\(name) is taken for another field")
        }
    }

    @Test func `what a field holds comes back from a file of every format that has it`() throws {
        for format in ExchangeFormat.allCases {
            let values = AccountRecord.complete.filter { field, _ in format.definition.fields.contains(field)
            }
            let bytes = try format.definition.writer().file(of: [values], format)
            var reader = format.reader()
            let read = reader.read(bytes) + reader.finish()
            #expect(try read.map { try $0.result.get() } == [values], "\(format)")
        }
    }
}
