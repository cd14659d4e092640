// swift-tools-version: 6.2

import PackageDescription

/// The one block of settings that every Swift target of the package is built with.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // So that the linker can put the functions of a start side by side.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

/// What a debug build optimises as well: simulated power cuts, faults and screens run it millions of times in tests.
/// It takes the compiler three times as long, so the modules whose tests hardly get faster by it are not.
let optimized: [SwiftSetting] =
    settings + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// How the program lies in its file: what a start touches comes first, in the order of a list that `.ci/layout` writes;
/// names that are gone are passed over. Functions that come out alike are one, unless their addresses count.
let layout =
    ["-use-ld=lld"]
    + [
        "--icf=safe", "--symbol-ordering-file=\(Context.packageDirectory)/.ci/layout.d/start",
        "--no-warn-symbol-ordering",
    ].flatMap { ["-Xlinker", $0] }

/// What commands and screens are made of, and every test that drives them in-process.
let libraries: [Target.Dependency] = [
    "PlainValues", "StrictJSON", "DocumentStore", "ChildPrograms", "Accounts", "AlbumCatalog", "TerminalUI",
    "CommandParser",
]

/// Their code runs once for each key or command: the smaller it is, the less there is to load.
let small = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
    name: "regapp",
    products: [
        .executable(name: "regapp", targets: ["regapp"]),
        .library(name: "RegappCore", targets: ["Accounts"]),
        .library(name: "AlbumCatalog", targets: ["AlbumCatalog"]),
    ],
    targets: [
        .systemLibrary(name: "CCrypt"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .target(name: "PlainValues", swiftSettings: optimized),
        .target(name: "StrictJSON", dependencies: ["PlainValues"], swiftSettings: optimized),
        .target(
            name: "DocumentStore", dependencies: ["PlainValues", "StrictJSON", "CLinux"],
            swiftSettings: optimized),
        .target(
            name: "Accounts", dependencies: ["PlainValues", "StrictJSON", "DocumentStore", "CCrypt"],
            swiftSettings: settings),
        .target(name: "ChildPrograms", dependencies: ["CLinux"], swiftSettings: settings),
        .target(
            name: "AlbumCatalog",
            dependencies: ["PlainValues", "StrictJSON", "DocumentStore", "ChildPrograms", "CZlib"],
            swiftSettings: settings,
            // Sorting is ICU's. Its module names no library, and a static one names none that it needs.
            linkerSettings: ["_FoundationICU", "stdc++", "m"].map { .linkedLibrary($0) }),
        .target(name: "TerminalUI", dependencies: ["PlainValues"], swiftSettings: optimized),
        .target(name: "CommandParser", dependencies: ["PlainValues"], swiftSettings: settings),
        .target(name: "RegappWording", dependencies: libraries, swiftSettings: small),
        .target(name: "RegappScreens", dependencies: libraries + ["RegappWording"], swiftSettings: small),
        .executableTarget(
            name: "regapp", dependencies: libraries + ["RegappWording", "RegappScreens", "CLinux"],
            swiftSettings: small,
            linkerSettings: [.unsafeFlags(layout, .when(configuration: .release))]),

        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        .target(
            name: "TestSupport", dependencies: ["DocumentStore", "TerminalUI", "CSpawn"],
            path: "Tests/TestSupport",
            swiftSettings: optimized),
        .executableTarget(
            name: "store-writer", dependencies: ["StrictJSON", "DocumentStore"], path: "Tests/store-writer",
            swiftSettings: settings),
        .executableTarget(
            name: "screen-timer", dependencies: ["TestSupport"], path: "Tests/screen-timer",
            swiftSettings: settings),
        .executableTarget(
            name: "fake-catalogue", dependencies: ["DocumentStore", "AlbumCatalog", "CLinux", "TestSupport"],
            path: "Tests/fake-catalogue",
            swiftSettings: settings),
        .target(
            name: "fuzz",
            dependencies: [
                "PlainValues", "StrictJSON", "DocumentStore", "Accounts", "AlbumCatalog", "TerminalUI",
                "TestSupport",
            ], path: "Tests/fuzz", swiftSettings: settings),
        .testTarget(name: "FuzzTests", dependencies: ["fuzz"], swiftSettings: settings),
        .testTarget(name: "PlainValuesTests", dependencies: ["PlainValues"], swiftSettings: settings),
        .testTarget(
            name: "StrictJSONTests", dependencies: ["PlainValues", "StrictJSON", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DocumentStoreTests",
            dependencies: ["PlainValues", "StrictJSON", "DocumentStore", "TestSupport", "store-writer"],
            swiftSettings: settings),
        .testTarget(
            name: "AccountsTests",
            dependencies: ["PlainValues", "StrictJSON", "DocumentStore", "Accounts", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "AlbumCatalogTests",
            dependencies: ["PlainValues", "DocumentStore", "ChildPrograms", "AlbumCatalog", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TerminalUITests", dependencies: ["PlainValues", "TerminalUI", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CommandParserTests", dependencies: ["CommandParser", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestSupport", "regapp", "RegappWording", "RegappScreens", "store-writer"]
                + libraries,
            swiftSettings: settings),
    ]
)

// The tests of values and those that run other programs; without them the thread sanitizer, which judges threads of its
// own process, has less to build.
if Context.environment["REGAPP_TESTS"] == "threads" {
    let keptTests = ["DocumentStoreTests", "AccountsTests", "AlbumCatalogTests", "TerminalUITests"]
    let keptPrograms = ["store-writer"]
    package.products.removeAll { $0.name == "regapp" }
    package.targets.removeAll { target in
        switch target.type {
        case .test: !keptTests.contains(target.name)
        case .executable: !keptPrograms.contains(target.name)
        default: ["CommandParser", "RegappWording", "RegappScreens", "fuzz"].contains(target.name)
        }
    }
}
