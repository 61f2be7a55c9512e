// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// A separate package, so that users of Rill never resolve the libraries that it is compared with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "Tracing", description: "Enables recordings. Only `benchmarks tracing` needs them.")
  ],
  dependencies: [
    .package(name: "Rill", path: "..", traits: [.trait(name: "Tracing", condition: .when(traits: ["Tracing"]))]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Measuring", dependencies: ["CAllocations"], swiftSettings: strict),
    .target(
      name: "Workloads",
      dependencies: [
        "Measuring",
        // All products, although Rill includes them. After a change in inlinable code, the package manager recompiles
        // this package only for products named here. Otherwise it would measure the old code.
        .product(name: "StreamCore", package: "Rill"),
        .product(name: "Subjects", package: "Rill"),
        .product(name: "Operators", package: "Rill"),
        .product(name: "Command", package: "Rill"),
        .product(name: "Bindings", package: "Rill"),
        .product(name: "Rill", package: "Rill"),
        .product(name: "StreamTesting", package: "Rill"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Measuring", "Workloads",
        .product(name: "Rill", package: "Rill"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "pipeline", dependencies: [.product(name: "Rill", package: "Rill")], swiftSettings: strict),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: strict),
    .testTarget(
      name: "WorkloadsTests", dependencies: ["Measuring", "Workloads", .product(name: "Rill", package: "Rill")],
      swiftSettings: strict),
  ]
)
