// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rill", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: ["MainByDefault", .product(name: "Rill", package: "Rill")],
      swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility")]),
    // An application with the settings of a new project: all code is isolated to the main actor by default.
    .target(
      name: "MainByDefault",
      dependencies: [.product(name: "Rill", package: "Rill")],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
  ]
)
