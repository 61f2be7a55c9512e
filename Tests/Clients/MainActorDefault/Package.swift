// swift-tools-version: 6.2
import PackageDescription

// An application as new ones are set up: all code is the main actor's unless it says otherwise.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rill", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        "App", .product(name: "Rill", package: "Rill"), .product(name: "StreamTesting", package: "Rill"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error), .defaultIsolation(MainActor.self)]),
    .target(
      name: "App",
      dependencies: [.product(name: "Rill", package: "Rill")],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
  ]
)
