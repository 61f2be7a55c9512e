// swift-tools-version: 6.3
import PackageDescription

/// The compiler settings of every module. Swift 6 mode comes with the tools version.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// The modules that all modules above them depend on.
let runtime: [Target.Dependency] = ["CStreamPrimitives", "StreamPrimitives", "StreamTracing", "StreamRuntime"]
let streams: [Target.Dependency] = runtime + ["StreamCore", "Subjects", "Operators"]

/// Tests name all modules, although `Rill` brings them. Otherwise a change of inlinable code would not recompile tests.
let all: [Target.Dependency] =
  streams + ["Command", "Properties", "Lists", "Bindings", "Wire", "StreamFoundation", "Rill", "StreamTesting"]

/// The controls of Apple's toolkits notify through Foundation.
let notifications: [Target.Dependency] = [
  .target(name: "StreamFoundation", condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = all) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

let package = Package(
  name: "Rill",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // Properties comes with Bindings. StreamNetworking is not in Rill, because it loads 27 libraries on Linux.
  products: ["StreamCore", "Subjects", "Operators", "Command", "Bindings", "Wire", "Rill", "StreamNetworking"]
    .map { .library(name: $0, targets: [$0]) } + [
      .library(name: "StreamTesting", targets: ["StreamTesting", "Interleaving"])
    ],
  traits: [.trait(name: "Tracing", description: "Streams can be recorded in release builds, too, as in debug builds.")],
  targets: [
    .target(name: "CStreamPrimitives"),
    module("StreamPrimitives", ["CStreamPrimitives"]),
    module("StreamTracing", ["StreamPrimitives"]),
    module("StreamRuntime", ["CStreamPrimitives", "StreamPrimitives", "StreamTracing"]),
    module("StreamCore", runtime),
    module("Subjects", runtime + ["StreamCore"]),
    module("Operators", runtime + ["StreamCore", "Subjects"]),
    module("Command", streams + ["Properties"]),
    module("Properties", streams),
    module("Bindings", streams + ["Properties"]),
    module("Lists", streams + ["Properties", "Bindings"]),
    module("Wire", streams + ["Properties", "Bindings", "Lists"]),
    module("StreamFoundation", streams + ["Properties", "Bindings", "Wire"]),
    module("Controls", streams + ["Command", "Properties", "Lists", "Bindings"] + notifications),
    module("Rill", streams + ["Command", "Properties", "Lists", "Bindings", "Wire", "StreamFoundation", "Controls"]),
    module("StreamNetworking", runtime + ["StreamCore"]),
    module("StreamTesting", runtime + ["StreamCore"]),
    module("Interleaving", []),
    .target(name: "TestSupport", dependencies: runtime, path: "Tests/TestSupport", swiftSettings: strict),
    tests("StreamTracingTests"),
    tests("StreamRuntimeTests", runtime + ["StreamCore", "StreamTesting"]),
    tests("StreamCoreTests", runtime + ["StreamCore", "StreamTesting"]),
    tests("SubjectsTests"),
    tests("OperatorsTests", streams + ["StreamTesting"]),
    tests("CommandTests"),
    tests("PropertiesTests"),
    tests("ListsTests"),
    tests("BindingsTests"),
    tests("WireTests"),
    tests("StreamFoundationTests"),
    tests("StreamNetworkingTests", all + ["StreamNetworking"]),
    tests("ControlsTests", all + ["Controls"]),
    tests("StreamTestingTests"),
    tests("InterleavingTests", ["Interleaving"]),
    tests("RillTests"),
  ]
)
