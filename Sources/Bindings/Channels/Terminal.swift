public import StreamCore

/// One end of a two-way binding: it tells of changes, and takes them.
///
/// `a <~> b` connects two. As a stream it is the values at its end: where there is a current one that first, and then
/// every change.
public struct Terminal<Value: Sendable>: StreamProtocol {
  @usableFromInline let changes: Signal<Change<Value>, Never>

  /// Makes the value at this end the latest change, without telling of it, and hands it over if it can be; `false` when
  /// there is none, or the end is gone.
  @usableFromInline let claim: @Sendable (_ take: (Change<Value>) -> Void) -> Bool

  /// Takes a change from the other end, unless a later one has come here already.
  @usableFromInline let accept: @Sendable (Change<Value>) -> Void

  /// Takes a change that is made here and now; it is the later one, whatever came before it.
  @usableFromInline let set: @Sendable (Value) -> Void

  /// Ends the channel, if it is a terminal of one.
  @usableFromInline let finish: @Sendable () -> Void

  @inlinable
  package init(
    changes: Signal<Change<Value>, Never>,
    claim: @escaping @Sendable (_ take: (Change<Value>) -> Void) -> Bool,
    accept: @escaping @Sendable (Change<Value>) -> Void,
    set: (@Sendable (Value) -> Void)? = nil,
    finish: @escaping @Sendable () -> Void = {}
  ) {
    self.changes = changes
    self.claim = claim
    self.accept = accept
    self.set = set ?? { accept(Change($0)) }
    self.finish = finish
  }

  /// The value at this end, if there is one, then every change.
  @inlinable
  public var signal: Signal<Value, Never> { .values(of: changes) }

  /// Sends a value to this end: a property is set; what is sent to a terminal of a ``Channel`` is heard at the other.
  @inlinable
  public func send(_ value: Value) { set(value) }

  /// Completes both terminals of a ``Channel``. The end that is a property lasts as long as the property, and this does
  /// nothing.
  @inlinable
  public func complete() { finish() }
}

extension MutableProperty {
  /// One end of a two-way binding.
  @inlinable
  public var terminal: Terminal<Value> {
    defer { extendLifetime(self) }
    let retained = source.retained
    source.withLock { _ = source.link() }
    return Terminal(
      changes: Source.changes(retained),
      claim: { take in Change.claim(Source<Value>(retained).claim(), take) },
      accept: { Source(retained).accept($0) },
      set: { Source(retained).set($0) })
  }
}
