// swift-tools-version: 6.3
import PackageDescription

// Random programs of state, compared with a model of the behaviour that the guides promise. PropertiesTests has the same
// sources, and runs some of the programs.
//
//   swift run -c release --package-path Tests/Oracle oracle --steps 10000000 --threads 1 --seed 1
//
// With `--threads 4`, each program has two to four threads. `--with handlers,cutOffs` selects the contents of
// one-threaded programs (see `Features`), and `--for lost,overlap` the faults to look for with several threads. With
// `--lists`, the programs are of lists and tables, and are compared with recomputation.

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "Oracle",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rill", path: "../..")],
  targets: [
    // `Bindings`, which brings Properties, is named, although `Rill` brings it. Otherwise this would not be compiled again
    // after a change in inlinable code.
    .executableTarget(
      name: "oracle",
      dependencies: [.product(name: "Rill", package: "Rill"), .product(name: "Bindings", package: "Rill")],
      path: "Sources", swiftSettings: strict)
  ]
)
