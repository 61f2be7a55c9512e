// swift-tools-version: 6.3
import PackageDescription

// Random programs, compared with a model of what the pages promise of state. PropertiesTests has the same sources, and
// runs some of the programs.
//
//   swift run -c release --package-path Tests/Oracle oracle --steps 10000000 --threads 1 --seed 1
//
// With more threads, each program has two to so many of them. `--with handlers,cutOffs` chooses what the programs of
// one thread contain (see `Features`), `--for lost,overlap` the faults that several threads are watched for.
// With `--lists`, the programs are of lists and tables, and are compared with recomputation.

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
    // `Properties` is named, although `Rill` brings it, so that this is compiled again after a change in code that can be
    // inlined here.
    .executableTarget(
      name: "oracle",
      dependencies: [.product(name: "Rill", package: "Rill"), .product(name: "Properties", package: "Rill")],
      path: "Sources", swiftSettings: strict)
  ]
)
