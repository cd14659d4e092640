// swift-tools-version: 6.2

import PackageDescription

let examples = [
    "verify-login", "serve-verify", "check-password", "show-profile", "set-first-name", "list-emails",
    "copy-accounts", "undo-last", "server", "test-greeting", "all-calls",
]

/// Modules of a program's own with common names, which those of regapp must not take.
let ownNames = [
    "Accounts", "TerminalUI", "CommandParser", "PlainValues", "StrictJSON", "DocumentStore", "CLinux",
    "TestSupport",
]

func example(_ name: String, of product: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "regapp")],
        swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
    name: "LibraryExamples",
    dependencies: [.package(name: "regapp", path: "../..")],
    targets: examples.map { example($0, of: "RegappCore") } + [example("search-albums", of: "RegappAlbums")]
        + ownNames.map { .target(name: $0, path: "Names/\($0)") })
