// swift-tools-version: 6.2
import PackageDescription

// An application with the settings of a new project: all code is isolated to the main actor by default.
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
