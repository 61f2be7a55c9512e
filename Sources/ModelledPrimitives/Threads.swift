import Dispatch
import Interleaving

/// A number that identifies this thread among the running ones; its low bits are zero.
@usableFromInline
package var currentThread: UInt {
  LogicalThread.current?.number ?? systemThread
}

/// Yields to other threads, because this thread cannot make progress without them.
package func yieldThread() { LogicalThread.current?.yield() }

/// Yields; modelled time does not pass.
package func blockThread(seconds: Int, nanoseconds: Int) { LogicalThread.current?.yield() }

/// Whether a model explores this code. Debugging aids must not order threads then.
@inlinable package var isExplored: Bool { true }

/// Reads writes of other threads to an object whose last reference is being released: the newest values.
@usableFromInline
package func withLastReference<Result>(_ read: () -> Result) -> Result {
  guard let thread = LogicalThread.current else { return read() }
  return thread.findingNewest(read)
}

/// Runs a closure on another modelled thread.
package func startElsewhere(_ work: @escaping @Sendable () -> Void) {
  if let thread = LogicalThread.current {
    thread.execution.start(work, after: thread)
  } else {
    DispatchQueue.global().async(execute: work)
  }
}

/// A value of which each execution has a separate instance.
package struct ProcessWide<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let make: @Sendable () -> Value
  private let outside: Box

  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    outside = Box(make())
  }

  package var value: Value {
    guard let thread = LogicalThread.current else { return outside.value }
    if let box = thread.execution.own(outside, for: thread) as? Box { return box.value }
    let box = Box(make())
    thread.execution.keep(box, insteadOf: outside, by: thread)
    return box.value
  }
}

/// The clock that limits how long a thread drains for others.
///
/// It stands still, or exceeds every limit, as the exploration chooses.
@usableFromInline
package struct ThreadClock: Clock, Sendable {
  @usableFromInline
  package struct Instant: InstantProtocol {
    var time: Duration
    @usableFromInline package func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    @usableFromInline package func duration(to other: Instant) -> Duration { other.time - time }
    @usableFromInline package static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
  }

  @usableFromInline package init() {}
  @usableFromInline package var minimumResolution: Duration { .nanoseconds(1) }
  @usableFromInline package func sleep(until deadline: Instant, tolerance: Duration?) async throws {}

  @usableFromInline package var now: Instant {
    let isOver = LogicalThread.current.map { $0.execution.expires() } ?? false
    return Instant(time: isOver ? .seconds(3_600) : .zero)
  }
}

/// A thread-local pointer.
@usableFromInline
package struct ThreadLocal: Sendable {
  @usableFromInline package let number: UInt

  /// Creates a slot that is empty on every thread. If `retained`, a pointer left there is an object, and is released
  /// when its thread ends.
  package init(retained: Bool = false) {
    number = UInt(ThreadKey.make(retained: retained))
  }

  /// The slot with a given number.
  @usableFromInline package init(number: UInt) { self.number = number }

  /// This thread's pointer. A thread that is not modelled has separate slots, and does not release their contents.
  @usableFromInline package var pointer: UnsafeMutableRawPointer? {
    get {
      if let thread = LogicalThread.current { return thread.local(Int(number)) }
      return outside?.pointee[Int(number)]
    }
    nonmutating set {
      if let thread = LogicalThread.current { return thread.setLocal(Int(number), newValue) }
      if outside == nil {
        let places = UnsafeMutablePointer<[Int: UnsafeMutableRawPointer]>.allocate(capacity: 1)
        places.initialize(to: [:])
        outsideModels.pointer = UnsafeMutableRawPointer(places)
      }
      outside?.pointee[Int(number)] = newValue
    }
  }

  private var outside: UnsafeMutablePointer<[Int: UnsafeMutableRawPointer]>? {
    outsideModels.pointer?.assumingMemoryBound(to: [Int: UnsafeMutableRawPointer].self)
  }
}

private let outsideModels = SystemLocal()
