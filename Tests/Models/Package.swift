// swift-tools-version: 6.3
import PackageDescription

// The library on models of atomics, locks and threads, so that its interleavings can be explored: see
// Docs/Internals/Interleaving.md. The modules are compiled from the library's own sources; `StreamPrimitives` is replaced.
//
//   swift test --package-path Tests/Models                        all models
//   MODELS=core swift test --package-path Tests/Models            those of one layer: core, subjects, streams or state

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let runtime: [Target.Dependency] = ["CStreamPrimitives", "StreamPrimitives", "StreamTracing", "StreamRuntime"]
let streams: [Target.Dependency] = runtime + ["StreamCore", "Subjects", "Operators"]
let state: [Target.Dependency] = streams + ["Command", "Properties", "Lists", "Bindings"]

/// A module of the library.
func module(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Library/\(name)", swiftSettings: strict + settings)
}

/// The models of one layer, and the modules that they need beside those of the layers below.
func layer(_ name: String, _ dependencies: [Target.Dependency], _ modules: [Target]) -> (
  name: String, targets: [Target]
) {
  let models = Target.testTarget(
    name: "\(name)Models", dependencies: ["Interleaving", "ModelSupport"] + dependencies, path: name,
    swiftSettings: strict)
  return (name.lowercased(), modules + [models])
}

let layers = [
  layer(
    "Core", runtime + ["StreamCore"],
    [
      .target(name: "CStreamPrimitives", path: "Library/CStreamPrimitives"),
      // Millions of schedules are explored, so the explorer is optimised.
      module("Interleaving", [], [.unsafeFlags(["-O"])]),
      module("StreamPrimitives", ["CStreamPrimitives", "Interleaving"]),
      module("StreamTracing", ["StreamPrimitives"]),
      module("StreamRuntime", ["CStreamPrimitives", "StreamPrimitives", "StreamTracing"]),
      module("StreamCore", runtime),
      .target(
        name: "ModelSupport", dependencies: ["Interleaving", "StreamPrimitives", "StreamRuntime"], path: "Support",
        swiftSettings: strict),
    ]),
  layer("Subjects", runtime + ["StreamCore", "Subjects"], [module("Subjects", runtime + ["StreamCore"])]),
  layer("Streams", streams, [module("Operators", runtime + ["StreamCore", "Subjects"])]),
  layer(
    "State", state + ["Rill"],
    [
      module("Command", streams + ["Properties"]), module("Properties", streams),
      module("Lists", streams + ["Properties", "Bindings"]),
      module("Bindings", streams + ["Properties"]),
      module("Wire", streams + ["Properties", "Lists", "Bindings"]),
      module("StreamFoundation", streams + ["Properties", "Bindings", "Wire"]),
      module("Controls", state), module("Rill", state + ["Wire", "StreamFoundation", "Controls"]),
    ]),
]

/// The layer whose models are built; those of the layers below are left out, and their modules are not.
let wanted = Context.environment["MODELS"] ?? "all"
let upTo = (layers.firstIndex { $0.name == wanted } ?? layers.count - 1) + 1

let package = Package(
  name: "Models",
  platforms: [.macOS(.v15)],
  targets: layers.prefix(upTo).flatMap { layer in
    layer.targets.filter { !$0.isTest || wanted == "all" || layer.name == wanted }
  }
)
