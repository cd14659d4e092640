// swift-tools-version: 6.2

import PackageDescription

let examples = [
    "verify-login", "serve-verify", "check-password", "show-profile", "set-first-name", "list-emails",
    "copy-accounts",
]

let package = Package(
    name: "LibraryExamples",
    dependencies: [.package(name: "regapp", path: "../..")],
    targets: examples.map { name in
        .executableTarget(
            name: name, dependencies: [.product(name: "RegappCore", package: "regapp")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    })
