// swift-tools-version: 6.2
import PackageDescription

/// What every module is compiled with: Swift 6 mode comes with the tools version.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// `StreamCore` asks the runtime which actor it is running on, and that question takes a type of the `Builtin` module.
let core: [SwiftSetting] = strict + [.enableExperimentalFeature("BuiltinModule")]

/// The modules that most tests use. All of them are named, although `Rill` brings them: a target is compiled again after a change in the code that a module lets
/// its clients inline only where the module is named.
let all: [Target.Dependency] = [
  "StreamCore", "Subjects", "Operators", "Command", "Bindings", "Rill", "StreamTesting",
]

let package = Package(
  name: "Rill",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StreamCore", targets: ["StreamCore"]),
    .library(name: "Subjects", targets: ["Subjects"]),
    .library(name: "Operators", targets: ["Operators"]),
    .library(name: "Command", targets: ["Command"]),
    .library(name: "Bindings", targets: ["Bindings"]),
    .library(name: "Rill", targets: ["Rill"]),
    .library(name: "StreamTesting", targets: ["StreamTesting"]),
  ],
  targets: [
    .target(name: "StreamCore", swiftSettings: core),
    .target(name: "Subjects", dependencies: ["StreamCore"], swiftSettings: strict),
    .target(name: "Operators", dependencies: ["StreamCore", "Subjects"], swiftSettings: strict),
    .target(name: "Command", dependencies: ["StreamCore", "Subjects", "Operators"], swiftSettings: strict),
    .target(name: "Bindings", dependencies: ["StreamCore", "Subjects", "Operators"], swiftSettings: strict),
    .target(
      name: "Rill",
      dependencies: ["StreamCore", "Subjects", "Operators", "Command", "Bindings"],
      swiftSettings: strict),
    .target(name: "StreamTesting", dependencies: ["StreamCore"], swiftSettings: strict),
    .testTarget(
      name: "StreamCoreTests", dependencies: ["StreamCore", "StreamTesting"], swiftSettings: strict),
    .testTarget(name: "SubjectsTests", dependencies: all, swiftSettings: strict),
    .testTarget(
      name: "OperatorsTests", dependencies: ["StreamCore", "Subjects", "Operators", "StreamTesting"],
      swiftSettings: strict),
    .testTarget(name: "CommandTests", dependencies: all, swiftSettings: strict),
    .testTarget(name: "BindingsTests", dependencies: all, swiftSettings: strict),
    .testTarget(name: "StreamTestingTests", dependencies: all, swiftSettings: strict),
    .testTarget(name: "RillTests", dependencies: all, swiftSettings: strict),
  ]
)
