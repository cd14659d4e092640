@testable import RegappCore
import Testing

extension `Reading accounts` {
    @Test(
        arguments: [
            (TextEncoding.windows1250, [0xE8, 0x9A], "čš"), (.windows1251, [0xC0, 0xED, 0xED, 0xE0], "Анна"),
            (.windows1252, [0xEB, 0x80], "ë€"), (.koi8R, [0xE1, 0xCE, 0xCE, 0xC1], "Анна"),
        ] as [(TextEncoding, [UInt8], String)])
    func `a file in another encoding is read by its name`(
        encoding: TextEncoding, bytes: [UInt8], text: String
    ) throws {
        let options = ReadingOptions(encoding: encoding)
        let table = Array("email,firstName\na@b.cd,".utf8) + bytes + [0x0A]
        try check(table, .csv, ["2: email=a@b.cd firstName=\(text)"], options)
        let json = Array(#"[{"email":"a@b.cd","firstName":""#.utf8) + bytes + Array("\"}]".utf8)
        try check(json, .json, ["1: email=a@b.cd firstName=\(text)"], options)
        #expect(encoding.text(of: bytes) == text)
    }

    /// A name in Windows-1250 as each encoding reads it.
    static let zofia = #"\#(foreign); read as windows-1250 it says "Żółć", as windows-1251 it says "Їуіж""#

    @Test(
        arguments: [
            (.csv, "email,firstName,password\na@b.cd,NAME,secret\n", "2! \(zofia)"),
            (.csv, "email,phone\na@b.cd,NAME\n", "2! \(foreign)"),
            (.json, "[{\"email\":\"a@b.cd\",\n\"password\":\"NAME\",\"lastName\":\"NAME\"}]", "2! \(zofia)"),
            (.json, "[{\"email\":\"a@b.cd\",\"password\":\"NAME\"}]", "1! \(foreign)"),
            (.json, "[{\"email\":\"a@b.cd\",\"NAME\":\"x\"}]", "1! \(zofia)"),
            (.passwdFile, "ann:x:1:1:NAME:/:/bin/sh\n", "1! \(zofia)"),
            (.passwdFile, "ann:{PLAIN}NAME:1:1:Ann:/:/bin/sh\n", "1! \(foreign)"),
            (.passwdFile, "NAME:*:20000:0:99999:7:::\n", "1! \(zofia)"),
            (.htpasswd, "NAME:x\n", "1! \(zofia)"), (.htpasswd, "a:NAME:b:c:NAME:d\n", "1! \(foreign)"),
            (.htpasswd, "NAME\n", "1! \(foreign)"),
            (.ldif, "dn: mail=a@b.cd\nmail: a@b.cd\nsn: NAME\n", "3! \(zofia)"),
            (.ldif, "dn: mail=a@b.cd\nmail: a@b.cd\ncn:: r/Oz5g==\n", "3! \(zofia)"),
            (.ldif, "dn: mail=a@b.cd\nmail: a@b.cd\ntelephoneNumber: NAME\n", "3! \(foreign)"),
        ] as [(ExchangeFormat, String, String)])
    func `an error shows a name as the encodings read it that make one of it, and nothing else`(
        format: ExchangeFormat, text: String, problem: String
    ) throws {
        let bytes = text.split(separator: "NAME", omittingEmptySubsequences: false).map { Array($0.utf8) }
        try check(Array(bytes.joined(separator: [0xAF, 0xF3, 0xB3, 0xE6])), format, [problem])
    }

    @Test(
        arguments: [
            ([0x5A, 0x6F, 0xE9], #"as windows-1252 it says "Zoé""#),
            ([0xA3, 0x75, 0x6B], #"as windows-1250 it says "Łuk""#),
            (
                [0xF4, 0xCF, 0xCD],
                #"as windows-1252 it says "ôÏÍ", as windows-1250 it says "ôĎÍ", as koi8-r it says "Том""#
            ),
        ] as [([UInt8], String)])
    func `readings of a name that no one is called are left out`(name: [UInt8], readings: String) throws {
        let table = Array("email,firstName\na@b.cd,".utf8) + name + [0x0A]
        try check(table, .csv, ["2! \(Self.foreign); read \(readings)"])
    }

    @Test func `an encoding that lacks a byte is named as the wrong one`() throws {
        let options = ReadingOptions(encoding: .windows1250)
        let table = Array("email,firstName\na@b.cd,".utf8) + [0x81, 0x98, 0x0A]
        try check(table, .csv, ["2! format: this is not windows-1250"], options)
        let entry = Array("dn: mail=a@b.cd\nmail: a@b.cd\nsn:: r/Oz5g==\n".utf8)
        try check(entry, .ldif, ["1: email=a@b.cd lastName=Żółć"], options)
    }

    @Test func `a byte order mark and UTF-8 count for more than the name of an encoding`() throws {
        let options = ReadingOptions(encoding: .windows1250)
        let table = Array("email,firstName\na@b.cd,Jörg\n".utf8)
        try check(
            table, .csv,
            ["2: email=a@b.cd firstName=JĂ¶rg", "1! format: the file is UTF-8, not windows-1250"],
            options)
        try check([0xEF, 0xBB, 0xBF] + table, .csv, ["2: email=a@b.cd firstName=Jörg"], options)
    }

    @Test(
        arguments: [
            ("Jürgen", "Rene", [0xE9], nil, true), ("Jürgen", "Rene", [0xE9], .windows1252, true),
            ("Müller", "", [0xDF], .windows1250, true), ("Анна", "", [0xC0, 0xED], .windows1251, true),
            ("Jürgen", "Rene", [], nil, false),
        ] as [(String, String, [UInt8], TextEncoding?, Bool)])
    func `a file that mixes two encodings is refused with a line of each`(
        utf8: String, ascii: String, other: [UInt8], encoding: TextEncoding?, isMixed: Bool
    ) throws {
        let lines = [Array("x@b.cd,\(utf8)\r\n".utf8), Array("y@b.cd,\(ascii)".utf8) + other + [0x0D, 0x0A]]
        for isReversed in [false, true] {
            let rows = isReversed ? lines.reversed() : lines
            let table = Array("email,firstName\r\n".utf8) + rows.joined()
            let found = try read(table, .csv, piece: 5, ReadingOptions(encoding: encoding))
            let problem =
                "3! format: the file mixes two encodings: line \(isReversed ? 3 : 2) is UTF-8, line "
                + "\(isReversed ? 2 : 3) is not"
            #expect(found.contains(problem) == isMixed, "\(found)")
        }
    }

    @Test(
        arguments: [
            (TextEncoding.koi8R, [0xC5, 0xA3], [0xE1, 0xCE]), (.windows1250, [0xD3, 0xA3], [0xE6]),
        ] as [(TextEncoding, [UInt8], [UInt8])])
    func `a word that happens to be UTF-8 is one of its encoding`(
        encoding: TextEncoding, word: [UInt8], other: [UInt8]
    ) throws {
        let table = Array("email,firstName\na@b.cd,".utf8) + word + Array("\nb@b.cd,".utf8) + other
        #expect(try read(table, .csv, piece: 100, ReadingOptions(encoding: encoding)).count == 2)
    }
}
