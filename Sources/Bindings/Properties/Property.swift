public import StreamCore

/// A value that can be read and watched, and not set: a model's state as others see it, or state that is derived from other state.
///
/// ```swift
/// let full = Property(first, last) { "\($0) \($1)" }
/// ```
///
/// A subscriber gets the current value at once, and then one for every change of what the property is made of. What is derived never mixes old and new:
/// every value is computed from what all sources had at one moment, also when several threads set them. It is computed once for
/// each change, when it is asked for: a property that nobody watches costs nothing until it is read, and one that is read directly after a
/// source was set is up to date. Changes that other threads make while observers are being told of one may be told as one.
///
/// A derived property keeps its sources alive. They do not keep it: it lives while somebody holds or watches it. Its stream completes when all
/// that it is made of was released. It cannot be turned back into what can be set.
public struct Property<Value: Sendable>: PropertyProtocol {
  @usableFromInline let node: Node<Value>

  /// The sources.
  @usableFromInline let keep: [any Sendable]

  @usableFromInline
  init(_ node: Node<Value>, keeping keep: [any Sendable]) {
    self.node = node
    self.keep = keep
  }

  /// A property to read and to watch only.
  @inlinable
  public init(_ property: some PropertyProtocol<Value>) { self = property.property }

  /// A property that never changes. Its stream is the value and the end.
  public init(constant value: Value) {
    let cell = Cell(value)
    cell.end()
    self.init(cell.node, keeping: [])
  }

  /// A property that starts with a value and then has the last one of a stream.
  ///
  ///     stream                       ---b---c|
  ///     Property(initial: a, then:)  a--b---c|
  ///
  /// The stream is subscribed to now, once, and until the property and all that is derived from it are released. When it ends, the property
  /// keeps its last value and its stream completes.
  public init(initial value: Value, then stream: some StreamProtocol<Value, Never>) {
    let cell = Cell(value)
    let feed = ScopedDisposable(
      stream.signal.feed { [weak cell] value in
        if let value { cell?.set(value) } else { cell?.end() }
      })
    self.init(cell.node, keeping: [Fed(cell, feed)])
  }

  /// The current value.
  @inlinable
  public var value: Value { node.current().value }

  /// The current value, then every change.
  @inlinable
  public var signal: Signal<Value, Never> { .values(of: node.changes) }

  /// The property itself.
  @inlinable
  public var property: Property<Value> { self }

  /// What is told for every change is made where the types are known: see ``Combined``.
  @inlinable
  func joined<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<Output>) -> Property<Output> {
    let choice = Choice<Output>()
    let chooser = Chooser(transform, choice)
    let picks = node.mapped { chooser.pick($0) }
    let outer = node.sources
    let sources = Sources(
      outer.fixed,
      choices: { [weak choice] in outer.choices() + [choice].compactMap { $0 } },
      settle: {
        outer.settle()
        chooser.settle(on: picks.current().value)
      })
    let join = Combined(sources, height: node.height + 2) { moment in
      picks.evaluate(moment)?.value.node.evaluate(moment)?.value
    }
    return Property<Output>(join.node, keeping: keep + [choice])
  }
}

extension Signal where Failure == Never {
  /// Subscribes without an actor; `nil` is the end.
  fileprivate func feed(_ receive: @escaping @Sendable (Value?) -> Void) -> Disposable {
    let subscription = Subscription()
    attach(
      Sink(
        next: { if subscription.isActive { receive($0) } },
        end: { _ in
          receive(nil)
          subscription.dispose()
        }),
      to: subscription)
    return Disposable(subscription)
  }
}

/// What a property that is fed by a stream lives by.
private final class Fed<Value: Sendable>: Sendable {
  private let cell: Cell<Value>
  private let feed: ScopedDisposable

  init(_ cell: Cell<Value>, _ feed: ScopedDisposable) {
    self.cell = cell
    self.feed = feed
  }

  deinit {
    feed.dispose()
    cell.end()
  }
}
