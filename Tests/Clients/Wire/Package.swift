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
      dependencies: [.product(name: "Wire", package: "Rill")],
      swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility")])
  ]
)
