import StreamCore
import StreamPrimitives

/// What brings the events of a stream to a subject.
///
/// Subjects that are linked send to each other inside each other's deliveries, and a chain of them would need as much
/// stack as it is long. Where too many are inside each other on one thread, the rest of the way waits until the
/// outermost has returned. What else comes over the link meanwhile, from another thread, waits for it at the gate.
final class Link<Target: SubjectProtocol>: Gated {
  typealias Item = Event<Target.Value, Target.Failure>

  let gate = Gate<Item>()
  private let subject: Target
  private let subscription: Subscription

  init(_ subject: Target, _ subscription: Subscription) {
    self.subject = subject
    self.subscription = subscription
  }

  /// Takes an event. Calls do not overlap, so the gate need not be entered where nothing waits.
  func pass(_ event: Item) {
    if gate.isIdle, Nesting.run({ handle(event) }) { return }
    if gate.post(event) { return takeOver() }
    Nesting.runLater {
      self.handle(event)
      self.leave()
    }
  }

  func handle(_ event: Item) {
    guard subscription.isActive else { return }
    subject.send(event)
    if event.isTerminal { subscription.dispose() }
  }
}

/// How many deliveries are inside each other on one thread, and what waits until the outermost has returned.
private final class Nesting {
  private var depth = 0
  private var waiting = Queue<() -> Void>()

  /// A link takes about two kilobytes of stack in a debug build, without the operators before it.
  private static let limit = 32

  /// Does something now, and then what waits if this is the outermost.
  ///
  /// - Returns: `false` if too much is going on already; then it was not done.
  static func run(_ work: () -> Void) -> Bool {
    let nesting = ofThisThread
    guard nesting.depth < limit else { return false }
    nesting.depth += 1
    work()
    if nesting.depth == 1 {
      while let next = nesting.waiting.popFirst() { next() }
    }
    nesting.depth -= 1
    return true
  }

  /// Does something when the outermost that is going on on this thread has returned; now if there is none.
  static func runLater(_ work: @escaping () -> Void) {
    let nesting = ofThisThread
    if nesting.depth == 0 { _ = run(work) } else { nesting.waiting.append(work) }
  }

  private static var ofThisThread: Nesting {
    if let place = local.pointer { return Unmanaged<Nesting>.fromOpaque(place).takeUnretainedValue() }
    let nesting = Nesting()
    local.pointer = Unmanaged.passRetained(nesting).toOpaque()
    return nesting
  }

  private static let local = ThreadLocal(retained: true)
}
