/// The abstract stream: any number of values over time, then at most one end.
///
/// A type that has a ``Signal`` conforms, and gets every operator. Subjects, properties, channel terminals and lazy
/// streams conform, so operators combine them without conversion. An operator returns a `Signal`.
///
/// A custom stream returns a signal that does the work for each subscriber:
///
/// ```swift
/// struct Countdown: StreamProtocol {
///   var start: Int
///   var signal: Signal<Int, Never> { Signal((0...start).reversed()) }
/// }
/// ```
///
/// `Docs/Reference/Contract.md` has the numbered guarantees of a stream.
public protocol StreamProtocol<Value, Failure>: Sendable {
  /// The type of the stream's values.
  associatedtype Value: Sendable

  /// The type of the stream's failure; `Never` for a stream that cannot fail.
  associatedtype Failure: Error

  /// The stream as a signal.
  var signal: Signal<Value, Failure> { get }
}
