// swift-tools-version: 6.2
import PackageDescription

// Compiles the library as on Apple's systems, on a system without their frameworks.
//
// Modules of the same names replace the frameworks: they have the declarations that are used, with minimal bodies.
// Docs/Reference/AppleSystems.md describes the value and the limits of these tests.
//
//   swift run --package-path Tests/Apple
//
// It is a program and not a test target, because the package manager's own runner also needs Darwin.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

func standIn(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "StandIns/\(name)", swiftSettings: strict)
}

/// Returns a target for a module of the library, from its real sources.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["Darwin", "ObjectiveC"] + dependencies, path: "Library/\(name)",
    swiftSettings: strict)
}

let foundations: [Target.Dependency] = ["StreamPrimitives", "StreamTracing", "StreamRuntime"]

let state: [Target.Dependency] = ["StreamCore", "Subjects", "Operators", "Properties", "Lists", "Bindings", "Wire"]

let package = Package(
  name: "Apple",
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0")],
  targets: [
    standIn("Darwin", ["CStreamPrimitives"]),
    standIn("ObjectiveC"),
    standIn("UIKit", ["ObjectiveC"]),
    standIn("AppKit", ["ObjectiveC"]),
    standIn("SwiftUI"),
    standIn("Combine", [.product(name: "OpenCombine", package: "OpenCombine")]),

    .target(name: "CStreamPrimitives", path: "Library/CStreamPrimitives"),
    module("StreamPrimitives", ["CStreamPrimitives"]),
    module("StreamTracing", ["StreamPrimitives"]),
    module("StreamRuntime", ["CStreamPrimitives", "StreamPrimitives", "StreamTracing"]),
    module("StreamCore", foundations),
    module("Subjects", foundations + ["StreamCore"]),
    module("Operators", foundations + ["StreamCore", "Subjects"]),
    module("Command", foundations + ["StreamCore", "Subjects", "Operators", "Properties"]),
    module("Properties", foundations + ["StreamCore", "Subjects", "Operators"]),
    module("Lists", foundations + ["StreamCore", "Subjects", "Operators", "Properties", "Bindings"]),
    module("Bindings", foundations + ["StreamCore", "Subjects", "Operators", "Properties"]),
    module("Wire", foundations + ["StreamCore", "Subjects", "Operators", "Properties", "Lists", "Bindings"]),
    module(
      "StreamFoundation", foundations + ["StreamCore", "Subjects", "Operators", "Properties", "Bindings", "Wire"]),
    module(
      "Controls",
      state + ["Command", "StreamFoundation", "UIKit", "AppKit", "SwiftUI", "Combine"]),
    module("Rill", state + ["Command", "StreamFoundation", "Controls"]),
    module("StreamTesting", foundations + ["StreamCore"]),

    .executableTarget(
      name: "Checks",
      dependencies: state + [
        "Rill", "StreamRuntime", "Command", "StreamFoundation", "Controls", "Darwin", "ObjectiveC",
        "UIKit", "AppKit", "SwiftUI", "Combine", "StreamTesting",
      ],
      path: "Checks", swiftSettings: strict),
  ]
)
