// swift-tools-version: 6.2

import PackageDescription

/// In the checks of this package a warning is an error. A program with the library is built all the same when a newer
/// compiler warns of more.
let warnings: [SwiftSetting] =
    Context.environment["REGAPP_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

/// The one block of settings that every Swift target of the package is built with.
let settings: [SwiftSetting] =
    warnings + [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// A debug build in this directory optimises three modules: simulated power cuts and faults run these millions of times in
/// tests. The others stay as the compiler makes them quickest, so that the first `swift run` of a newcomer takes half as
/// long. A program that depends on the library runs none of these tests, and would wait twice as long for its first build.
let isBuiltForItself = Context.environment["PWD"] == Context.packageDirectory
let optimized: [SwiftSetting] =
    settings
    + (isBuiltForItself
        ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])

/// What a release of the program's own modules has: the first lets the linker put the functions of a start side by side.
/// With the second, code builds the types of its collections from the types themselves and not from their names, which
/// would cost a start a fifth more. The third keeps a megabyte of regular expressions out of the program.
let released: [SwiftSetting] = [
    .unsafeFlags(
        [
            "-function-sections", "-disable-concrete-type-metadata-mangled-name-accessors",
            "-disable-implicit-string-processing-module-import",
        ].flatMap { ["-Xfrontend", $0] }, .when(configuration: .release))
]

/// What the modules that simulated disks drive have, and what the others have.
let driven = optimized + released
let product = settings + released

/// How the program lies in its file: functions that come out alike are one, unless their addresses count. In a packaged
/// program what a start touches comes first, in the order of a list that `.ci/package` makes and names here.
let order = Context.environment["REGAPP_ORDER"].map {
    ["--symbol-ordering-file=\($0)", "--no-warn-symbol-ordering"]
}
let layout = ["-use-ld=lld"] + (["--icf=safe"] + (order ?? [])).flatMap { ["-Xlinker", $0] }

/// A debug build's program is static, like the one that people install: it starts three times as fast, which the tests
/// do some 8,000 times. Only the module of the entry point may have this, since the tests cannot be static.
let quickStart = ["-static-executable", "-use-ld=lld"]

/// What commands and screens are made of, and every test that drives them in-process.
let libraries: [Target.Dependency] = [
    "RegappValues", "RegappJSON", "RegappStore", "RegappProcesses", "RegappCore", "RegappAlbums",
    "RegappTerminal", "RegappCommandLine",
]

/// What sentences, screens and commands have: their code runs once for each key or command, so the smaller it is, the
/// less there is to load.
let small = product + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
    name: "regapp",
    products: [
        .executable(name: "regapp", targets: ["RegappProgram"]),
        .library(name: "RegappCore", targets: ["RegappCore"]),
        .library(name: "RegappAlbums", targets: ["RegappAlbums"]),
    ],
    targets: [
        .systemLibrary(name: "CRegappCrypt"),
        .systemLibrary(name: "CRegappLinux"),
        .systemLibrary(name: "CRegappZlib"),
        // Only for the program: programs with the library may use ICU for more than sorting.
        .target(name: "CRegappICU", exclude: ["LICENSE", "collation.dat"], publicHeadersPath: "."),
        .target(name: "CRegappStart", publicHeadersPath: "."),
        .target(name: "RegappValues", swiftSettings: driven),
        .target(name: "RegappJSON", dependencies: ["RegappValues"], swiftSettings: driven),
        .target(
            name: "RegappStore", dependencies: ["RegappValues", "RegappJSON", "CRegappLinux"],
            swiftSettings: driven),
        .target(
            name: "RegappCore", dependencies: ["RegappValues", "RegappJSON", "RegappStore", "CRegappCrypt"],
            swiftSettings: product),
        .target(name: "RegappProcesses", dependencies: ["CRegappLinux"], swiftSettings: product),
        .target(
            name: "RegappAlbums",
            dependencies: ["RegappValues", "RegappJSON", "RegappStore", "RegappProcesses", "CRegappZlib"],
            swiftSettings: product,
            // Sorting is ICU's. Its module names no library, and a static one names none that it needs.
            linkerSettings: ["_FoundationICU", "stdc++", "m"].map { .linkedLibrary($0) }),
        .target(name: "RegappTerminal", dependencies: ["RegappValues"], swiftSettings: product),
        .target(
            name: "RegappCommandLine", dependencies: ["RegappValues"], swiftSettings: product),
        .target(name: "RegappWording", dependencies: libraries, swiftSettings: small),
        .target(name: "RegappScreens", dependencies: libraries + ["RegappWording"], swiftSettings: small),
        .target(
            name: "regapp",
            dependencies: libraries + ["RegappWording", "RegappScreens", "CRegappLinux"],
            swiftSettings: small),
        .executableTarget(
            name: "RegappProgram",
            dependencies: ["RegappValues", "RegappWording", "regapp", "CRegappICU", "CRegappStart"],
            swiftSettings: small,
            linkerSettings: [
                .unsafeFlags(layout, .when(configuration: .release)),
                .unsafeFlags(quickStart, .when(configuration: .debug)),
            ]),

        .target(name: "CRegappTests", path: "Tests/CRegappTests", publicHeadersPath: "."),
        .target(
            name: "RegappTestSupport", dependencies: ["RegappStore", "RegappTerminal", "CRegappTests"],
            path: "Tests/RegappTestSupport",
            swiftSettings: optimized),
        .executableTarget(
            name: "regapp-store-writer", dependencies: ["RegappJSON", "RegappStore"],
            path: "Tests/regapp-store-writer",
            swiftSettings: settings),
        .executableTarget(
            name: "regapp-screen-timer", dependencies: ["RegappTestSupport"],
            path: "Tests/regapp-screen-timer",
            swiftSettings: settings),
        .executableTarget(
            name: "regapp-fake-catalogue",
            dependencies: ["RegappStore", "RegappAlbums", "CRegappLinux", "RegappTestSupport"],
            path: "Tests/regapp-fake-catalogue",
            swiftSettings: settings),
        .target(
            name: "RegappFuzz",
            dependencies: [
                "RegappValues", "RegappJSON", "RegappStore", "RegappCore", "RegappAlbums", "RegappTerminal",
                "RegappTestSupport",
            ], path: "Tests/RegappFuzz", swiftSettings: settings),
        .testTarget(
            name: "RegappFuzzTests", dependencies: ["RegappFuzz", "RegappTestSupport"],
            swiftSettings: settings),
        .testTarget(name: "RegappValuesTests", dependencies: ["RegappValues"], swiftSettings: settings),
        .testTarget(
            name: "RegappJSONTests", dependencies: ["RegappValues", "RegappJSON", "RegappTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "RegappStoreTests",
            dependencies: [
                "RegappValues", "RegappJSON", "RegappStore", "RegappTestSupport", "regapp-store-writer",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RegappCoreTests",
            dependencies: [
                "RegappValues", "RegappJSON", "RegappStore", "RegappCore", "RegappAlbums",
                "RegappTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RegappAlbumsTests",
            dependencies: [
                "RegappValues", "RegappStore", "RegappProcesses", "RegappAlbums", "RegappTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RegappTerminalTests",
            dependencies: ["RegappValues", "RegappTerminal", "RegappTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "RegappCommandLineTests", dependencies: ["RegappCommandLine", "RegappTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "RegappTests",
            dependencies: [
                "RegappTestSupport", "regapp", "RegappWording", "RegappScreens", "regapp-store-writer",
            ]
                + libraries,
            swiftSettings: settings),
    ]
)

// The thread sanitizer judges threads of its own process, so that it need not build the tests of values, of pictures and
// of other programs.
if Context.environment["REGAPP_TESTS"] == "threads" {
    let foldersOfValues = [
        "RegappStoreTests": [],
        "RegappCoreTests": ["Exchange", "Fields", "Hashing", "LDAP"],
        "RegappAlbumsTests": [],
        "RegappTerminalTests": ["Frames", "Keys", "Text"],
    ]
    let keptPrograms = ["regapp-store-writer"]
    package.products.removeAll { $0.name == "regapp" }
    package.targets.removeAll { target in
        switch target.type {
        case .test: foldersOfValues[target.name] == nil
        case .executable: !keptPrograms.contains(target.name)
        default:
            ["RegappCommandLine", "RegappWording", "RegappScreens", "regapp", "RegappFuzz"].contains(
                target.name)
        }
    }
    for target in package.targets where target.type == .test {
        target.exclude += foldersOfValues[target.name] ?? []
    }
}
