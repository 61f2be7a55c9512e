// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let rill = Target.Dependency.product(name: "Rill", package: "Rill")
let streamTesting = Target.Dependency.product(name: "StreamTesting", package: "Rill")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// GTK windows are built if GTK is installed: `apt-get install libgtk-4-dev`.
let hasGtk = FileManager.default.fileExists(atPath: "/usr/include/gtk-4.0/gtk/gtk.h")

let gtk: [Target] = [
  .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
  .target(name: "GtkControls", dependencies: ["CGtk", rill], swiftSettings: strict),
  .executableTarget(
    name: "signup-gtk", dependencies: ["GtkControls", "SignUpModel", arguments, rill], swiftSettings: strict),
  .executableTarget(
    name: "sevenguis-gtk", dependencies: ["GtkControls", "SevenGUIs", "SheetModel", arguments, rill],
    swiftSettings: strict),
]

/// The PostgreSQL store is built if its library is installed: `apt-get install libpq-dev`.
let hasPostgres = ["/usr/include/postgresql/libpq-fe.h", "/opt/homebrew/include/libpq-fe.h"]
  .contains { FileManager.default.fileExists(atPath: $0) }

let postgres: [Target] = [
  .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
  .target(name: "Postgres", dependencies: ["CPostgres", rill], swiftSettings: strict),
  .target(
    name: "SignUpPostgres", dependencies: ["Postgres", "SignUpModel", "SignUpWeb", rill],
    swiftSettings: strict),
]

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rill", path: ".."),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
  ],
  targets: [
    // Reads and writes lines.
    .target(name: "TerminalLines", dependencies: [rill], swiftSettings: strict),

    // The model of the sign-up screen, and the screen in the terminal.
    .target(name: "SignUpModel", dependencies: [rill], swiftSettings: strict),
    .executableTarget(
      name: "signup", dependencies: ["Inspection", "SignUpModel", "TerminalLines", arguments, rill],
      swiftSettings: strict),
    .testTarget(name: "SignUpTests", dependencies: ["SignUpModel", rill], swiftSettings: strict),

    // The same screen as a web page.
    .target(
      name: "WebElements", dependencies: [rill], resources: [.embedInCode("Web/elements.js")], swiftSettings: strict),
    .target(
      name: "WebServer",
      dependencies: [
        .product(name: "Subjects", package: "Rill"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      resources: ["base.html", "base.css", "base.js", "favicon.svg"].map { .embedInCode("Web/\($0)") },
      swiftSettings: strict),
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
      ]),
    .target(name: "SQLite", dependencies: ["CSQLite", rill], swiftSettings: strict),
    .testTarget(name: "SQLiteTests", dependencies: ["CSQLite", "SQLite", rill], swiftSettings: strict),

    // Writes an outbox, in a file or a database, until it is killed: see EndToEnd/outbox.
    .executableTarget(name: "outbox-writer", dependencies: ["SQLite", rill], swiftSettings: strict),
    .target(
      name: "Remote",
      dependencies: [
        "WebServer", rill,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "signup-remote", dependencies: ["Remote", "SignUpModel", "SignUpWeb", "TerminalLines", arguments, rill],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "Remote", "WebServer", rill,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .target(name: "CMemory"),
    .target(
      name: "SignUpWeb",
      dependencies: [
        "CMemory", "CSQLite", "Remote", "SignUpModel", "SQLite", "WebElements", "WebServer", logging, rill,
      ],
      resources: ["page.html", "page.css", "page.js"].map { .embedInCode("Web/\($0)") },
      swiftSettings: strict),
    .testTarget(
      name: "SignUpWebTests", dependencies: ["SignUpWeb", "SignUpModel", "SQLite", "WebElements", rill],
      swiftSettings: strict),
    .executableTarget(
      name: "signup-web",
      dependencies: ["Inspection", "SignUpModel", "SignUpWeb", arguments, logging, rill]
        + (hasPostgres ? ["SignUpPostgres"] : []),
      swiftSettings: strict + (hasPostgres ? [.define("POSTGRES")] : [])),

    // Programs with a mistake, for the inspector.
    .target(name: "Inspection", dependencies: [arguments, rill], swiftSettings: strict),
    .executableTarget(name: "broken", dependencies: ["Inspection", arguments, rill], swiftSettings: strict),

    // Programs with a slow place, for the inspector.
    .executableTarget(name: "slow", dependencies: ["Inspection", arguments, rill], swiftSettings: strict),

    // Recordings as spans of a tracer, and their replay.
    .target(
      name: "Spans", dependencies: [rill, .product(name: "Tracing", package: "swift-distributed-tracing")],
      swiftSettings: strict + [.enableUpcomingFeature("InternalImportsByDefault")]),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "SignUpModel", "Spans", rill,
        .product(name: "StreamTesting", package: "Rill"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: strict),

    // A spreadsheet.
    .target(name: "SheetModel", dependencies: [rill], swiftSettings: strict),
    .executableTarget(
      name: "sheet", dependencies: ["SheetModel", "TerminalLines", arguments, rill], swiftSettings: strict),
    .testTarget(name: "SheetTests", dependencies: ["SheetModel", "TerminalLines", rill], swiftSettings: strict),

    // Every operator on a page, computed in virtual time. The text of the catalog is a link to its source.
    .target(
      name: "LiveMarbles",
      dependencies: ["WebServer", rill, streamTesting],
      resources: [
        "Web/page.html", "Web/page.css", "Web/page.js",
        "Text/Awaiting.txt", "Text/Combining.txt", "Text/Core.txt", "Text/Effects.txt", "Text/Failing.txt",
        "Text/Filtering.txt", "Text/Flattening.txt", "Text/Making.txt", "Text/Timing.txt", "Text/Transforming.txt",
        "Text/Windows.txt",
      ].map { .embedInCode($0) },
      swiftSettings: strict),
    .executableTarget(name: "marbles", dependencies: ["LiveMarbles", "WebServer", arguments], swiftSettings: strict),
    .testTarget(name: "LiveMarblesTests", dependencies: ["LiveMarbles", rill, streamTesting], swiftSettings: strict),

    // A hundred thousand orders whose prices change, in the terminal and as a page.
    .target(name: "BlotterModel", dependencies: [rill], swiftSettings: strict),
    .target(
      name: "BlotterWeb", dependencies: ["BlotterModel", "WebServer", rill],
      resources: ["page.html", "page.css", "page.js"].map { .embedInCode("Web/\($0)") },
      swiftSettings: strict),
    .executableTarget(
      name: "blotter", dependencies: ["BlotterModel", "BlotterWeb", "TerminalLines", arguments, rill],
      swiftSettings: strict),
    .testTarget(
      name: "BlotterTests", dependencies: ["BlotterModel", "BlotterWeb", rill, streamTesting], swiftSettings: strict),

    // A kanban board: a server with a store, and clients that work offline.
    .target(name: "BoardModel", dependencies: [rill], swiftSettings: strict),
    .target(
      name: "BoardServer", dependencies: ["BoardModel", "SQLite", rill] + (hasPostgres ? ["Postgres"] : []),
      swiftSettings: strict + (hasPostgres ? [.define("POSTGRES")] : [])),
    .target(
      name: "BoardWeb", dependencies: ["BoardModel", "WebElements", "WebServer", rill],
      resources: ["page.html", "page.css", "page.js"].map { .embedInCode("Web/\($0)") },
      swiftSettings: strict),
    .executableTarget(
      name: "board",
      dependencies: ["BoardModel", "BoardServer", "BoardWeb", "Remote", "TerminalLines", "WebServer", arguments, rill],
      swiftSettings: strict),
    .testTarget(
      name: "BoardTests",
      dependencies: ["BoardModel", "BoardServer", "BoardWeb", "SQLite", "WebElements", rill, streamTesting],
      swiftSettings: strict),

    // The 7GUIs: a model for each task, in the terminal, as web pages and in windows.
    .target(name: "SevenGUIs", dependencies: ["SheetModel", rill], swiftSettings: strict),
    .executableTarget(
      name: "sevenguis", dependencies: ["SevenGUIs", "SheetModel", "TerminalLines", arguments, rill],
      swiftSettings: strict),
    .executableTarget(
      name: "sevenguis-web",
      dependencies: ["SevenGUIs", "SheetModel", "WebElements", "WebServer", arguments, rill],
      resources: (["page.html", "page.css", "page.js"]
        + ["counter", "temperature", "flight", "timer", "crud", "circles", "cells"].map { "\($0).html" })
        .map { .embedInCode("Web/\($0)") },
      swiftSettings: strict),
    .testTarget(
      name: "SevenGUIsTests",
      dependencies: ["SevenGUIs", "SheetModel", rill, streamTesting],
      swiftSettings: strict),

    // Common tasks, one file each: see Docs/Guides/Recipes.md.
    .target(name: "Recipes", dependencies: [rill], swiftSettings: strict),
    .testTarget(
      name: "RecipesTests",
      dependencies: ["Recipes", rill, streamTesting],
      swiftSettings: strict),

    // Commands, step by step.
    .target(
      name: "CommandTutorials",
      dependencies: [rill],
      swiftSettings: strict + [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(name: "login", dependencies: ["CommandTutorials", arguments, rill], swiftSettings: strict),
    .executableTarget(name: "commands", dependencies: ["CommandTutorials", arguments, rill], swiftSettings: strict),
    .testTarget(
      name: "CommandExamplesTests",
      dependencies: ["CommandTutorials", rill, streamTesting],
      swiftSettings: strict),
  ] + (hasGtk ? gtk : []) + (hasPostgres ? postgres : [])
)
