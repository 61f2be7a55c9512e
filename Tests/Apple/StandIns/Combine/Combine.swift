// Combine: macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0. OpenCombine behaves as it does, and has its names.
@_exported public import OpenCombine
