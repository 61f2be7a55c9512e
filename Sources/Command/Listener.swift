public import StreamCore

/// What an observer of a command can listen to.
@usableFromInline
enum Topic: Int, Sendable, CaseIterable { case state, executions, values, progress, completions, errors }

/// What observers are told.
@usableFromInline
enum Notice: Sendable {
  case state(Snapshot)
  case execution(Run)
  case value(Carried)
  case progress(Double)
  case completed
  case failed(Carried)
}

/// One who listens to a command.
///
/// Unlike a subject's observers they come and go without entering a gate: whoever does so on another thread at the moment of a delivery must not
/// become the one who delivers, since a command tells its observers in one place and nowhere else.
@usableFromInline
final class Listener: Disposing {
  let topic: Topic
  let hear: @Sendable (Notice) -> Void
  let end: @Sendable (Completion<Never>) -> Void
  let subscription: Subscription
  private let core: CommandCore

  @usableFromInline
  init(
    _ topic: Topic, _ core: CommandCore, _ subscription: Subscription, hear: @escaping @Sendable (Notice) -> Void,
    end: @escaping @Sendable (Completion<Never>) -> Void
  ) {
    self.topic = topic
    self.core = core
    self.subscription = subscription
    self.hear = hear
    self.end = end
  }

  @usableFromInline var isDisposed: Bool { !subscription.isActive }

  /// Takes time in proportion to how many listen to the same.
  @usableFromInline
  func dispose() { core.remove(self) }
}

/// Those who listen to the same, in the order in which they came.
typealias Listeners = ContiguousArray<Listener>

/// Tells them, one after the other. The list keeps them alive meanwhile, so no reference is counted.
func notify(_ listeners: Listeners, _ notice: Notice) {
  listeners.withUnsafeBytes { listeners in
    for listener in listeners.assumingMemoryBound(to: Unmanaged<Listener>.self) {
      listener._withUnsafeGuaranteedRef { if $0.subscription.isActive { $0.hear(notice) } }
    }
  }
}

/// Everyone who listens to a command.
struct Audience {
  private var listeners: [Listeners] = Topic.allCases.map { _ in [] }
  private(set) var isOver = false

  subscript(topic: Topic) -> Listeners { listeners[topic.rawValue] }

  mutating func add(_ listener: Listener) { listeners[listener.topic.rawValue].append(listener) }

  /// Those who come later find that all is over.
  ///
  /// - Returns: those that are left.
  mutating func close() -> [Listeners] {
    defer { self = Audience(listeners: Topic.allCases.map { _ in [] }, isOver: true) }
    return listeners
  }

  /// - Returns: the one taken out, for the caller to release after the lock: what it holds may have something to say when it goes.
  mutating func remove(_ listener: Listener) -> Listener? {
    let topic = listener.topic.rawValue
    return listeners[topic].firstIndex { $0 === listener }.map { listeners[topic].remove(at: $0) }
  }
}
