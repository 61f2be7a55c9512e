// swift-tools-version: 6.2
import PackageDescription

/// Compiling it is the test.
///
/// An expression that takes the type checker more than 300 ms is a warning, and a warning is an error.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rill", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "Rill", package: "Rill")],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=300"]),
      ])
  ]
)
