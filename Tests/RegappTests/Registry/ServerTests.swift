import Foundation
import RegappTestSupport
import Testing

/// Real servers let an exported account in with its password and with no other.
@Suite(.serialized, .waiting) struct ServerTests {
    static let methods = ["\"bcrypt\",\"hashCost\":4", "\"yescrypt\",\"hashCost\":1"]

    /// A registry with one account, exported in a format; the path of the export.
    private static func export(_ format: String, _ method: String) throws -> (RegistrySession, String) {
        let session = try RegistrySession(policy: #"{"policy":"authorisation","hash":\#(method)}"#)
        #expect(try session.register("Ann@x.example", "Ann", "password1").status == 0)
        let answer = try session("accounts export --format", format)
        #expect(answer.status == 0)
        return (session, try session.file("export", answer.out))
    }

    private static func run(
        _ name: String, _ arguments: [String], _ session: RegistrySession
    ) throws -> Answer {
        let path = try #require(Tool.path(name))
        return Answer(try BuiltProgram(path: path).run(arguments, in: session.home), in: session.home)
    }

    private static func httpStatus(
        _ port: Int, _ password: String, _ session: RegistrySession, user: String = "ann@x.example"
    ) throws -> String {
        try run(
            "curl",
            [
                "-s", "-o", "/dev/null", "-w", "%{http_code}", "-u", "\(user):\(password)",
                "http://127.0.0.1:\(port)/",
            ], session
        ).out
    }

    /// Expects a server to let the account in by its exported name alone: it compares names exactly, as the help says.
    private static func expectLogins(
        at port: Int, of name: String, _ arguments: [String], _ session: RegistrySession
    ) throws {
        let server = try LoopbackServer(name, arguments, in: session.home) {
            try httpStatus(port, "password1", session) != "000"
        }
        defer { server.stop() }
        #expect(try httpStatus(port, "password1", session) == "200")
        #expect(try httpStatus(port, "password2", session) == "401")
        #expect(try httpStatus(port, "password1", session, user: "Ann@x.example") == "401")
    }

    @Test(Tool.require("nginx", install: "nginx"), Tool.require("curl", install: "curl"), arguments: methods)
    func `nginx lets an exported account in`(method: String) throws {
        let (session, users) = try Self.export("htpasswd", method)
        let (home, port) = (session.home.path, try LoopbackServer.freePort())
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(home)/\($0);"
        }
        let configuration = try session.file(
            "nginx.conf",
            """
            daemon off; master_process off; pid \(home)/nginx.pid; error_log \(home)/error.log;
            events {}
            http {
              access_log off; \(paths.joined(separator: " "))
              server { listen 127.0.0.1:\(port); root \(home); index nginx.conf;
                auth_basic test; auth_basic_user_file \(users); }
            }
            """)
        try Self.expectLogins(
            at: port, of: "nginx", ["-c", configuration, "-e", home + "/error.log"], session)
    }

    @Test(
        Tool.require("apache2", install: "apache2-bin"), Tool.require("curl", install: "curl"),
        arguments: methods)
    func `Apache lets an exported account in`(method: String) throws {
        let (session, users) = try Self.export("htpasswd", method)
        let (home, port) = (session.home.path, try LoopbackServer.freePort())
        let modules = [
            "mpm_event", "authn_core", "authn_file", "auth_basic", "authz_core", "authz_user", "dir",
        ].map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
        let configuration = try session.file(
            "apache.conf",
            """
            ServerRoot \(home)
            ServerName localhost
            Listen 127.0.0.1:\(port)
            PidFile \(home)/apache.pid
            ErrorLog \(home)/error.log
            DocumentRoot \(home)
            \(modules.joined(separator: "\n"))
            DirectoryIndex apache.conf
            <Directory \(home)>
              AuthType Basic
              AuthName test
              AuthUserFile \(users)
              Require valid-user
            </Directory>
            """)
        try Self.expectLogins(at: port, of: "apache2", ["-X", "-d", home, "-f", configuration], session)
    }

    @Test(
        Tool.require("dovecot", install: "dovecot-core"), Tool.require("doveadm", install: "dovecot-core"),
        arguments: methods)
    func `Dovecot authenticates an exported account`(method: String) throws {
        let (session, users) = try Self.export("passwd-file", method)
        let home = session.home.path
        let (user, group) = (NSUserName(), try Self.run("id", ["-gn"], session).out)
        let configuration = try session.file(
            "dovecot.conf",
            """
            base_dir = \(home)/run
            state_dir = \(home)/state
            log_path = \(home)/dovecot.log
            protocols =
            ssl = no
            default_internal_user = \(user)
            default_login_user = \(user)
            default_internal_group = \(group)
            first_valid_uid = 0
            auth_mechanisms = plain
            passdb {
              driver = passwd-file
              args = \(users)
            }
            userdb {
              driver = static
              args = uid=\(getuid()) gid=\(getgid()) home=\(home)
            }

            """)
        let server = try LoopbackServer("dovecot", ["-F", "-c", configuration], in: session.home) {
            FileManager.default.fileExists(atPath: home + "/run/auth-userdb")
        }
        defer { server.stop() }
        func test(_ password: String) throws -> Int32? {
            try Self.run(
                "doveadm", ["-c", configuration, "auth", "test", "Ann@x.example", password], session
            ).status
        }
        #expect(try test("password1") == 0)
        #expect(try test("password2") == 77)
    }

    @Test(
        Tool.require("slapd", install: "slapd"), Tool.require("slapadd", install: "slapd"),
        Tool.require("ldapwhoami", install: "ldap-utils"), arguments: methods)
    func `OpenLDAP loads the export into an empty directory and binds an account`(method: String) throws {
        let (session, entries) = try Self.export("ldif", method)
        let (home, port) = (session.home.path, try LoopbackServer.freePort())
        try FileManager.default.createDirectory(atPath: home + "/ldap", withIntermediateDirectories: false)
        let schemas = ["core", "cosine", "inetorgperson"].map { "include /etc/ldap/schema/\($0).schema" }
        let configuration = try session.file(
            "slapd.conf",
            """
            \(schemas.joined(separator: "\n"))
            pidfile \(home)/slapd.pid
            modulepath /usr/lib/ldap
            moduleload back_mdb
            database mdb
            maxsize 10485760
            suffix "dc=regapp"
            directory \(home)/ldap

            """)
        #expect(try Self.run("slapadd", ["-f", configuration, "-l", entries], session).status == 0)
        func bind(_ password: String) throws -> Int32? {
            let name = "mail=Ann@x.example,ou=accounts,dc=regapp"
            let address = "ldap://127.0.0.1:\(port)"
            return try Self.run(
                "ldapwhoami", ["-x", "-H", address, "-D", name, "-w", password], session
            ).status
        }
        let server = try LoopbackServer(
            "slapd", ["-f", configuration, "-h", "ldap://127.0.0.1:\(port)", "-d", "0"], in: session.home
        ) { try bind("password1") != 255 }
        defer { server.stop() }
        #expect(try bind("password1") == 0)
        #expect(try bind("password2") == 49)
    }

    @Test(Tool.require("htpasswd", install: "apache2-utils"), arguments: ["-B", "-5"])
    func `a file of htpasswd imports, and its user logs in`(method: String) throws {
        let session = try RegistrySession()
        let users = session.home.path + "/users.htpasswd"
        let made = try Self.run(
            "htpasswd", ["-c", "-b", method, users, "ann@x.example", "password1"], session)
        #expect(made.status == 0, "\(made)")
        #expect(try session("accounts import", users).status == 65)
        #expect(try session("accounts import", users, "--allow-missing").status == 0)
        #expect(try session.login("--email", "ann@x.example", "password2").status == 77)
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
        let shown = try session("accounts show ann@x.example")
        #expect(shown.err.contains("warning: missing: first name, last name"))
        #expect(try session("check").status == 65)
    }
}
