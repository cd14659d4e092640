@testable import CommandParser
import Testing

struct HelpTests {
    @Test func `the overview`() {
        #expect(
            Regapp.help() == """
                Manage accounts on this machine, in files that you can read and edit.

                Alone on a terminal, regapp opens its screens; elsewhere it prints what 'regapp
                show' prints.

                USAGE
                  regapp [COMMAND] [ARGUMENTS] [OPTIONS]

                YOUR ACCOUNT
                  login            log in, or create the profile of this directory
                  show             show the account that is logged in
                  edit             change the account that is logged in
                  cancel           take back the last edit, logout or replacing login
                  logout           log out
                  register         register an account

                REGISTRY
                  accounts         keep the registry of accounts
                  policy           show or choose the rules for accounts

                ALBUMS
                  albums           search albums in the iTunes catalogue

                MORE
                  completions      print a script that lets a shell complete regapp's commands
                  manual           print the manual page
                  help             explain a command or a topic

                TOPICS
                  help exit-codes  what the exit codes mean
                  help files       where regapp keeps its files, and what is in them

                OPTIONS
                  --documents DIR  keep the files in DIR (see 'regapp help files')
                  --no-input       never ask, as if there were no terminal
                  --no-color       use no colour
                  -h, --help       explain the command
                  --version        print the version

                EXAMPLES
                  Create a profile, or log in:
                    regapp login
                  See who is logged in:
                    regapp show
                  Change a value, and take it back:
                    regapp edit --first-name Ann && regapp cancel

                LEARN MORE
                  'regapp help COMMAND' explains a command, and 'regapp manual | man -l -' all
                  of them.

                """)
    }

    @Test func `a command with a required argument, at 60 columns`() {
        #expect(
            Regapp.help(for: ["accounts", "import"], width: 60) == """
                Register the accounts of a file.

                Either all accounts are taken in or none. Each bad line is
                named with its number, field and rule. Without --format the
                ending of the file decides: .json, .csv, .htpasswd,
                .passwd-file.

                USAGE
                  regapp accounts import FILE [--format FORMAT] [--update]
                      [--allow-missing] [--dry-run]

                ARGUMENTS
                  FILE             the file to read

                OPTIONS
                  --format FORMAT  the format of the file: json, csv,
                                   htpasswd or passwd-file
                  --update         replace the values of accounts that exist
                                   already
                  --allow-missing  take accounts that lack required fields
                  --dry-run        say what would happen, and change nothing

                EVERYWHERE
                  --documents DIR  keep the files in DIR (see 'regapp help
                                   files')
                  --no-input       never ask, as if there were no terminal
                  --no-color       use no colour
                  -h, --help       explain the command

                EXAMPLES
                  See what an import would do:
                    regapp accounts import people.csv --dry-run
                  Take over the users of a web server:
                    regapp accounts import users --format htpasswd \\
                        --allow-missing

                """)
    }

    @Test func `the exit codes`() {
        #expect(
            Regapp.help(for: ["exit-codes"]) == """
                What the exit codes mean.

                  0    done
                  1    a failure that no other code names
                  64   the command line is wrong
                  65   a value breaks a rule, or a file holds what regapp cannot accept
                  67   there is no such account, or no such album
                  69   the album catalogue cannot be reached, or answered with an error
                  73   it exists already
                  74   reading or writing failed; the message names the file and the reason
                  75   busy: another regapp holds the files, somebody changed them meanwhile, a
                       hash found no memory, or the catalogue had too many requests; the same
                       command may work later
                  77   nobody is logged in, or the credentials do not match
                  130  interrupted, as by Ctrl-C

                """)
    }

    @Test(arguments: [[]] + HelpPage.allNames, [40, 60, 80, 200])
    func `no line is longer than asked for`(_ words: [String], _ width: Int) {
        let lines = Regapp.help(for: words, width: width).split(separator: "\n")
        // A path that is longer than the line stands alone on it.
        #expect(lines.allSatisfy { $0.count <= width || $0.split(separator: " ").count == 1 })
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test(arguments: [Int.min, -1, 0, 39])
    func `a width too small for words is taken as 40`(_ width: Int) {
        #expect(Regapp.help(for: ["login"], width: width) == Regapp.help(for: ["login"], width: 40))
    }

    @Test(arguments: [[]] + HelpPage.allNames)
    func `help is ASCII without tabs, fit for any terminal`(_ words: [String]) {
        let scalars = Regapp.help(for: words).unicodeScalars
        #expect(scalars.allSatisfy { (" "..."~").contains($0) || $0 == "\n" })
    }
}
