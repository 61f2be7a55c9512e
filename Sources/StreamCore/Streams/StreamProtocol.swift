/// The abstract stream: any number of values over time, then at most one end.
///
/// A type that can hand out a ``Signal`` conforms, and gets every operator. Subjects, properties, channel terminals
/// and lazy streams conform, so they are combined with one another without conversion; what an operator gives back is
/// a `Signal`.
///
/// To make a stream of your own, return a signal that does the work for each subscriber:
///
/// ```swift
/// struct Countdown: StreamProtocol {
///   var start: Int
///   var signal: Signal<Int, Never> { Signal((0...start).reversed()) }
/// }
/// ```
///
/// The guarantees a stream gives are numbered in `Docs/Reference/Contract.md`.
public protocol StreamProtocol<Value, Failure>: Sendable {
  /// What the stream sends.
  associatedtype Value: Sendable

  /// What it can fail with; `Never` for a stream that cannot fail.
  associatedtype Failure: Error

  /// The stream as a signal, whose subscribers each get what this stream gives a new subscriber.
  var signal: Signal<Value, Failure> { get }
}
