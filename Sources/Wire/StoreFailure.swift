/// The reason why a store could not be read or written, with a text for the user.
public struct StoreFailure: Error, Hashable, CustomStringConvertible {
  /// The path and the system's message, for example.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) { self.description = description }
}
