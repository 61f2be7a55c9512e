// swift-tools-version: 6.2
import PackageDescription

/// What every module is compiled with: Swift 6 mode comes with the tools version.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// The modules that most tests use. All of them are named, although `Rill` brings them: a target is compiled again after a change in the code that a module lets
/// its clients inline only where the module is named.
let all: [Target.Dependency] = [
  "StreamPrimitives", "StreamTracing", "StreamRuntime", "StreamCore", "Subjects", "Operators", "Command",
  "Properties",
  "Lists", "Bindings", "StreamFoundation",
  "Rill", "StreamTesting",
]

/// What every module of the library stands on.
let foundations: [Target.Dependency] = ["StreamPrimitives", "StreamTracing", "StreamRuntime"]

/// Whether the library stands on models of atomics, locks and threads, so that its interleavings can be explored: see
/// Docs/Interleaving.md.
let modelled = Context.environment["RILL_MODELS"]
let isModelled = modelled != nil

/// Millions of schedules are explored, so the explorer is optimised, also where what it explores is not.
let explorer = isModelled ? strict + [.unsafeFlags(["-O"])] : strict

/// What the library stands on: the system's, or the models.
let primitives: Target =
  isModelled
  ? .target(
    name: "StreamPrimitives", dependencies: ["CStreamPrimitives", "Interleaving"], path: "Sources/ModelledPrimitives",
    swiftSettings: strict)
  : .target(name: "StreamPrimitives", dependencies: ["CStreamPrimitives"], swiftSettings: strict)

/// The models of what stands in one layer: those of RILL_MODELS=core need the core alone, and are soon compiled.
func models(_ layer: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(layer)Models",
    dependencies: dependencies + [
      "Interleaving", "ModelSupport", "StreamPrimitives", "StreamRuntime", "StreamCore",
    ],
    path: "Tests/Models/\(layer)", swiftSettings: strict)
}

let support = Target.target(
  name: "ModelSupport", dependencies: ["Interleaving"], path: "Tests/Models/Support", swiftSettings: strict)

let layers = [
  models("Core", []), models("Subjects", ["Subjects"]), models("Streams", ["Subjects", "Operators"]),
  models("State", ["Subjects", "Operators", "Command", "Properties", "Bindings", "Rill"]),
]

/// The tests do without models, and the models without tests.
let tests: [Target] =
  isModelled
  ? [support] + layers.filter { modelled == "all" || $0.name.lowercased() == "\(modelled ?? "")models" }
  : [
    .testTarget(
      name: "StreamCoreTests", dependencies: foundations + ["StreamCore", "StreamTesting"], swiftSettings: strict),
    .testTarget(name: "SubjectsTests", dependencies: all, swiftSettings: strict),
    .testTarget(
      name: "OperatorsTests", dependencies: ["StreamCore", "Subjects", "Operators", "StreamTesting"],
      swiftSettings: strict),
    .testTarget(name: "CommandTests", dependencies: all, swiftSettings: strict),
    .testTarget(name: "BindingsTests", dependencies: all, swiftSettings: strict),
    .testTarget(name: "StreamTestingTests", dependencies: all, swiftSettings: strict),
    .testTarget(name: "InterleavingTests", dependencies: ["Interleaving"], swiftSettings: strict),
    .testTarget(name: "RillTests", dependencies: all, swiftSettings: strict),
  ]

let modules: [Target] = [
  .target(name: "CStreamPrimitives"),
  primitives,
  .target(name: "StreamTracing", dependencies: ["StreamPrimitives"], swiftSettings: strict),
  .target(
    name: "StreamRuntime", dependencies: ["CStreamPrimitives", "StreamPrimitives", "StreamTracing"],
    swiftSettings: strict),
  .target(name: "StreamCore", dependencies: foundations, swiftSettings: strict),
  .target(name: "Subjects", dependencies: foundations + ["StreamCore"], swiftSettings: strict),
  .target(name: "Operators", dependencies: foundations + ["StreamCore", "Subjects"], swiftSettings: strict),
  .target(
    name: "Command", dependencies: foundations + ["StreamCore", "Subjects", "Operators"], swiftSettings: strict),
  .target(
    name: "Properties", dependencies: foundations + ["StreamCore", "Subjects", "Operators"], swiftSettings: strict),
  .target(name: "Lists", dependencies: foundations + ["StreamCore", "Subjects", "Operators"], swiftSettings: strict),
  .target(
    name: "Bindings", dependencies: foundations + ["StreamCore", "Subjects", "Operators", "Properties"],
    swiftSettings: strict),
  .target(
    name: "StreamFoundation",
    dependencies: foundations + ["StreamCore", "Subjects", "Operators", "Properties", "Bindings"],
    swiftSettings: strict),
  .target(
    name: "Controls",
    dependencies: [
      "StreamCore", "Subjects", "Operators", "Command", "Properties", "Lists", "Bindings",
      // The controls of Apple's toolkits tell by notifications; elsewhere there is nothing that needs Foundation.
      .target(name: "StreamFoundation", condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
    ],
    swiftSettings: strict),
  .target(
    name: "Rill",
    dependencies: [
      "StreamCore", "Subjects", "Operators", "Command", "Properties", "Lists", "Bindings", "StreamFoundation",
      "Controls",
    ],
    swiftSettings: strict),
  .target(
    name: "StreamTesting", dependencies: foundations + ["StreamCore"], swiftSettings: strict),
  .target(name: "Interleaving", swiftSettings: explorer),
]

/// What the models of a layer need, which is all that is compiled for them.
let needed: [String: Set<String>] = [
  "core": ["CStreamPrimitives", "StreamPrimitives", "StreamTracing", "StreamRuntime", "StreamCore", "Interleaving"],
  "subjects": [
    "CStreamPrimitives", "StreamPrimitives", "StreamTracing", "StreamRuntime", "StreamCore", "Interleaving", "Subjects",
  ],
  "streams": [
    "CStreamPrimitives", "StreamPrimitives", "StreamTracing", "StreamRuntime", "StreamCore", "Interleaving",
    "Subjects", "Operators",
  ],
]

let products: [Product] = [
  .library(name: "StreamRuntime", targets: ["StreamRuntime"]),
  .library(name: "StreamCore", targets: ["StreamCore"]),
  .library(name: "Subjects", targets: ["Subjects"]),
  .library(name: "Operators", targets: ["Operators"]),
  .library(name: "Command", targets: ["Command"]),
  .library(name: "Properties", targets: ["Properties"]),
  .library(name: "Lists", targets: ["Lists"]),
  .library(name: "Bindings", targets: ["Bindings"]),
  .library(name: "StreamFoundation", targets: ["StreamFoundation"]),
  .library(name: "Controls", targets: ["Controls"]),
  .library(name: "Rill", targets: ["Rill"]),
  .library(name: "StreamTesting", targets: ["StreamTesting"]),
  .library(name: "Interleaving", targets: ["Interleaving"]),
]

let package = Package(
  name: "Rill",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: isModelled ? [] : products,
  traits: [
    .trait(
      name: "Tracing", description: "Streams can be recorded in release builds, too, as they can in debug builds.")
  ],
  targets: modules.filter { module in needed[modelled ?? ""]?.contains(module.name) ?? true } + tests
)
