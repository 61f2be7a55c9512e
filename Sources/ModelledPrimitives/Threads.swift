import Dispatch
import Interleaving

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A number that tells this thread from every other that is running; its low bits are zero.
@usableFromInline
package var currentThread: UInt {
  if let thread = LogicalThread.current { return thread.number }
  #if canImport(Glibc)
    return UInt(pthread_self())
  #else
    return UInt(bitPattern: pthread_self())
  #endif
}

/// Lets others run, since this thread can do nothing until they have.
package func yieldThread() { LogicalThread.current?.yield() }

/// Lets others run for a moment.
package func nap() { LogicalThread.current?.yield() }

/// Nothing that is explored takes time.
package func blockThread(seconds: Int, nanoseconds: Int) { nap() }

/// Whether this is explored by a model, where what only debugging needs must not bring threads in order.
@inlinable package var isExplored: Bool { true }

/// Reads what others have written to an object whose last reference is being given up: the newest there is.
@usableFromInline
package func withLastReference<Result>(_ read: () -> Result) -> Result {
  guard let thread = LogicalThread.current else { return read() }
  return thread.findingNewest(read)
}

/// Does something on another thread, which is explored like those of the program.
package func startElsewhere(_ work: @escaping @Sendable () -> Void) {
  if let thread = LogicalThread.current {
    thread.execution.start(work, after: thread)
  } else {
    DispatchQueue.global().async(execute: work)
  }
}

/// Something of which each execution has one.
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

/// The clock that measures how long a thread goes on for others: it stands still, or all time is over, as the
/// exploration chooses.
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

/// A pointer of each thread's own.
@usableFromInline
package struct ThreadLocal: Sendable {
  @usableFromInline package let number: UInt

  /// A place that is empty on every thread. What is left there when a thread ends is released, if it is `retained`:
  /// then it is an object.
  package init(retained: Bool = false) {
    number = UInt(ThreadKey.make(retained: retained))
  }

  /// The same place, by its number.
  @usableFromInline package init(number: UInt) { self.number = number }

  /// What this thread has there. A thread that is not explored has places of its own, and leaves what is there.
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
        pthread_setspecific(outsideKey, places)
      }
      outside?.pointee[Int(number)] = newValue
    }
  }

  private var outside: UnsafeMutablePointer<[Int: UnsafeMutableRawPointer]>? {
    pthread_getspecific(outsideKey)?.assumingMemoryBound(to: [Int: UnsafeMutableRawPointer].self)
  }
}

private let outsideKey: pthread_key_t = {
  var key = pthread_key_t()
  let failure = pthread_key_create(&key, nil)
  precondition(failure == 0, "No thread-specific key is left (error \(failure)).")
  return key
}()
