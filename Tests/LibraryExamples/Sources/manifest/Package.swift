// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "my-server",
    dependencies: [.package(name: "regapp", path: "../regapp")],
    targets: [
        .executableTarget(
            name: "my-server", dependencies: [.product(name: "RegappCore", package: "regapp")])
    ])
