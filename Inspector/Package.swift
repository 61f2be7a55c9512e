// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let pages = [
  "page.html", "page.css", "icon.svg",
  "model.js", "filter.js", "paint.js", "folding.js", "layout.js", "graph.js", "tree.js", "lanes.js", "heads.js",
  "commands.js", "why.js", "blame.js", "blametable.js", "marbles.js", "replaytest.js", "export.js", "details.js",
  "dialog.js", "follow.js", "pointer.js", "splitters.js", "variables.js", "page.js",
]

let package = Package(
  name: "Inspector",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.7.0"),
  ],
  targets: [
    // The storage of a recording. It reads recordings of a gigabyte, so it is optimized in a debug build, too.
    .target(name: "Recordings", swiftSettings: strict + [.unsafeFlags(["-O"])]),
    .testTarget(name: "RecordingsTests", dependencies: ["Recordings"], swiftSettings: strict),

    // The page and its server.
    .executableTarget(
      name: "inspect",
      dependencies: [
        "Recordings",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      resources: pages.map { .embedInCode("Page/\($0)") },
      swiftSettings: strict),
  ]
)
