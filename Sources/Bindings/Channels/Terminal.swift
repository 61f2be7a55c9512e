public import StreamCore

/// One end of a two-way binding: a property that can be set, a part of one, or a ``Terminal``.
///
/// `a <~> b` connects two ends. ``converted(to:from:)`` makes an end with another type.
public protocol BindingEnd<Value> {
  /// The type of the values that both ends of a binding have.
  associatedtype Value: Sendable

  /// The end without its source, which it does not keep alive.
  var terminal: Terminal<Value> { get }
}

/// An end of a two-way binding that sends changes and accepts them.
///
/// As a stream it sends the values of its end: the current one, if there is one, and then every change.
public struct Terminal<Value: Sendable>: StreamProtocol, BindingEnd {
  @usableFromInline let changes: Signal<Change<Value>, Never>

  /// Makes the value of this end the latest change, without sending it, and passes it to `take`.
  ///
  /// Returns `false` if there is no value, or if the end was released.
  @usableFromInline let claim: @Sendable (_ take: (Change<Value>) -> Void) -> Bool

  /// Accepts a change from the other end, unless this end has a later one.
  @usableFromInline let accept: @Sendable (Change<Value>) -> Void

  /// Accepts a change that is made now, and so is later than all others.
  @usableFromInline let set: @Sendable (Value) -> Void

  /// Ends the channel, if it is a terminal of one.
  @usableFromInline let finish: @Sendable () -> Void

  /// The name of this end in a recording, if it has one.
  @usableFromInline let name: String?

  @inlinable
  package init(
    changes: Signal<Change<Value>, Never>,
    claim: @escaping @Sendable (_ take: (Change<Value>) -> Void) -> Bool,
    accept: @escaping @Sendable (Change<Value>) -> Void,
    set: (@Sendable (Value) -> Void)? = nil,
    finish: @escaping @Sendable () -> Void = {},
    name: String? = nil
  ) {
    self.changes = changes
    self.claim = claim
    self.accept = accept
    self.set = set ?? { accept(Change($0)) }
    self.finish = finish
    self.name = name
  }

  /// The value of this end, if there is one, then every change.
  @inlinable
  public var signal: Signal<Value, Never> { .values(of: changes) }

  /// Sends a value to this end: a property is set; a ``Channel`` sends it at its other terminal.
  @inlinable
  public func send(_ value: Value) { set(value) }

  /// Completes both terminals of a ``Channel``. Does nothing if this end is a property, which lasts as long as the
  /// property.
  @inlinable
  public func complete() { finish() }

  /// The terminal itself.
  @inlinable
  public var terminal: Terminal { self }
}

extension MutableProperty: BindingEnd {
  /// One end of a two-way binding.
  @inlinable
  public var terminal: Terminal<Value> {
    defer { extendLifetime(self) }
    let retained = source.retained
    source.withLock { _ = source.startBinding() }
    return Terminal(
      changes: Source.changes(retained),
      claim: { take in Change.claim(Source<Value>(retained).claim(), take) },
      accept: { Source(retained).accept($0) },
      set: { Source(retained).set($0) },
      name: nameInRecording(of: self))
  }
}
