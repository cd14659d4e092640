// swift-tools-version: 6.2

import PackageDescription

let examples = [
    "verify-login", "show-profile", "set-first-name", "check-password", "list-emails", "serve-verify",
]

let package = Package(
    name: "LibraryExamples",
    dependencies: [.package(name: "regapp", path: "../..")],
    targets: examples.map { name in
        .executableTarget(
            name: name, dependencies: [.product(name: "RegappCore", package: "regapp")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    })
