// swift-tools-version: 6.2

import PackageDescription

/// The parts that examples use of packages that they depend on; a package of its own, as those are.
let package = Package(
    name: "Stubs",
    products: [
        .library(name: "Crypto", targets: ["Crypto"]), .library(name: "Vapor", targets: ["Vapor"]),
    ],
    targets: [.target(name: "Crypto", path: "Crypto"), .target(name: "Vapor", path: "Vapor")])
