// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rill", path: "..")
  ],
  targets: [
    .target(
      name: "SignUpModel",
      dependencies: [.product(name: "Rill", package: "Rill")],
      swiftSettings: strict),
    .executableTarget(
      name: "signup", dependencies: ["SignUpModel", .product(name: "Rill", package: "Rill")], swiftSettings: strict),
    .target(
      name: "CommandTutorials",
      dependencies: [.product(name: "Rill", package: "Rill")],
      swiftSettings: strict + [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "login", dependencies: ["CommandTutorials", .product(name: "Rill", package: "Rill")], swiftSettings: strict),
    .executableTarget(
      name: "commands", dependencies: ["CommandTutorials", .product(name: "Rill", package: "Rill")],
      swiftSettings: strict),
    .testTarget(
      name: "CommandExamplesTests",
      dependencies: [
        "CommandTutorials", .product(name: "Rill", package: "Rill"), .product(name: "StreamTesting", package: "Rill"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SignUpTests", dependencies: ["SignUpModel", .product(name: "Rill", package: "Rill")], swiftSettings: strict
    ),
  ]
)
