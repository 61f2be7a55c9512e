import StreamCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct Problem: Error, Hashable {
  var name = "problem"
}

/// A log that any thread may write to.
final class Log<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { elements.withLock { $0.count } }
  func add(_ element: Element) { elements.withLock { $0.append(element) } }
  func removeAll() { elements.withLock { $0 = [] } }
}

/// A counter for any number of threads.
final class Counter: Sendable {
  private let count = Lock<Int>(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func add(_ difference: Int = 1) -> Int {
    count.withLock {
      $0 += difference
      return $0
    }
  }
}

/// An event that a test waits for.
final class Latch: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }

  func wait() async { for await _ in stream {} }
}

/// Notifies when it is released.
final class Probe: Sendable {
  private let released: @Sendable () -> Void

  init(_ released: @escaping @Sendable () -> Void = {}) { self.released = released }

  deinit { released() }

  func touch() {}
}

/// A source that the test drives. Every subscriber gets a separate observer.
///
/// It releases an observer at its teardown, as every owner of observers should (contract 9), or keeps it so that a test
/// can send late events.
final class Hand<Value: Sendable, Failure: Error>: StreamProtocol {
  private let observers = Lock<[Observer<Value, Failure>]>([])
  private let started = Counter()
  private let keepsObservers: Bool
  let disposals = Counter()

  init(keepsObservers: Bool = false) { self.keepsObservers = keepsObservers }

  var subscriptions: Int { started.value }

  var signal: Signal<Value, Failure> {
    Signal { [self] observer in
      started.add()
      observers.withLock { $0.append(observer) }
      let id = ObjectIdentifier(observer)
      return Disposable { [weak self, disposals] in
        disposals.add()
        if let self, !keepsObservers { forget { ObjectIdentifier($0) == id } }
      }
    }
  }

  func send(_ value: Value) { for observer in all { observer.send(value) } }
  func complete() { for observer in all { observer.complete() } }
  func fail(_ failure: Failure) { for observer in all { observer.fail(failure) } }

  /// Releases observers, without the lock.
  func forget(where isGone: (Observer<Value, Failure>) -> Bool = { _ in true }) {
    let gone = observers.withLock { observers in
      defer { observers.removeAll(where: isGone) }
      return observers
    }
    withExtendedLifetime(gone) {}
  }

  private var all: [Observer<Value, Failure>] { observers.withLock { $0 } }
}

extension StreamProtocol {
  /// The values of a stream that ends synchronously.
  var events: [Event<Value, Failure>] {
    let log = Log<Event<Value, Failure>>()
    record(in: log)
    return log.all
  }

  /// The values of a stream that ends synchronously.
  var values: [Value] { events.compactMap(\.value) }

  @discardableResult
  func record(in log: Log<Event<Value, Failure>>) -> Disposable {
    subscribeEvents({ log.add($0) })
  }
}

/// The numbers from zero on, without an end.
let naturals = Signal(Naturals())

struct Naturals: Sequence, Sendable {
  func makeIterator() -> some IteratorProtocol<Int> { sequence(first: 0) { $0 + 1 } }
}

/// Runs `body` on a new thread with a stack of this size, and waits for it.
func onThread(stack: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void) {
  join(start(stack: stack, body))
}

/// Runs `body` on several threads at a time and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { index in start(stack: 512 * 1024) { body(index) } }
  for thread in threads { join(thread) }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func start(stack: Int, _ body: @escaping @Sendable () -> Void) -> pthread_t {
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  defer {
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }
  pthread_attr_setstacksize(attributes, stack)
  let work = Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(&thread, attributes, { Work.run($0) }, work)
    precondition(result == 0, "No thread: \(result)")
    return thread!
  #else
    var thread: pthread_t = 0
    let result = pthread_create(&thread, attributes, { Work.run($0!) }, work)
    precondition(result == 0, "No thread: \(result)")
    return thread
  #endif
}

extension Work {
  fileprivate static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
}

private func join(_ thread: pthread_t) {
  pthread_join(thread, nil)
}

/// Waits for work of other threads, for example for the rest of a drain that another thread continues.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
