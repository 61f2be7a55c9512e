public import StreamCore

/// Something about a command that can be read, and followed.
///
///     executing   false---true------false-|
///     value       what is true now
///
/// As a stream it sends the current value at once, where it is subscribed to, and then every change, where the command
/// tells its observers; the same value twice in a row is sent once. It completes when the command is released. Keeps no
/// value; cannot fail.
public struct CurrentValue<Value: Sendable & Equatable>: StreamProtocol {
  let read: @Sendable () -> Value

  /// The current value, and then every change.
  public let signal: Signal<Value, Never>

  /// What is true now, and what ``Command/execute(_:)`` goes by. From any thread.
  public var value: Value { read() }
}
