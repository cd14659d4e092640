// swift-tools-version: 6.2

import PackageDescription

let examples = [
    "verify-login", "serve-verify", "check-password", "show-profile", "set-first-name", "list-emails",
    "copy-accounts", "undo-last", "server", "test-greeting", "all-calls", "lock-leavers", "manage-team",
    "tell-error", "all-values", "password-link", "invite", "cookie-sessions", "verify-lines",
]

/// Modules of a program's own with common names, which those of regapp must not take.
let ownNames = [
    "Accounts", "TerminalUI", "CommandParser", "PlainValues", "StrictJSON", "DocumentStore", "CLinux",
    "TestSupport",
]

let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let core = Target.Dependency.product(name: "RegappCore", package: "regapp")
let albums = Target.Dependency.product(name: "RegappAlbums", package: "regapp")
let crypto = Target.Dependency.product(name: "Crypto", package: "Stubs")
let vapor = Target.Dependency.product(name: "Vapor", package: "Stubs")

let package = Package(
    name: "LibraryExamples",
    dependencies: [.package(name: "regapp", path: "../.."), .package(name: "Stubs", path: "Stubs")],
    targets: examples.map { .executableTarget(name: $0, dependencies: [core], swiftSettings: warnings) }
        + [
            .executableTarget(name: "search-albums", dependencies: [albums], swiftSettings: warnings),
            .executableTarget(
                name: "signed-cookie", dependencies: [core, crypto], swiftSettings: warnings),
            .target(name: "vapor-login", dependencies: [core, vapor], swiftSettings: warnings),
        ] + ownNames.map { .target(name: $0, path: "Names/\($0)") })
