import StreamCore
import StreamRuntime
import StreamTesting
import Subjects
import Wire

/// A network in memory and in virtual time, which a test makes unreliable.
///
/// It loses, repeats and reorders the messages to a client, refuses to connect, and cuts connections. The messages of a
/// client arrive in order, or none of them does.
final class MemoryNetwork: WireTransport {
  private struct State: Sendable {
    var service: WireService?
    var connections: [MemoryConnection] = []
    var random = Random(state: 0)
    var isCalm = true
    var sent: [[UInt8]] = []
  }

  let time: TestScheduler
  private let state: Lock<State>

  init(_ service: WireService?, on time: TestScheduler, seed: UInt64? = nil) {
    self.time = time
    state = Lock(State(service: service, random: Random(state: seed ?? 0), isCalm: seed == nil))
  }

  /// The messages that servers have sent.
  var sent: [String] { state.withLock { $0.sent }.map { String(decoding: $0, as: UTF8.self) } }

  func forgetSent() { state.withLock { $0.sent = [] } }

  func calmDown() { state.withLock { $0.isCalm = true } }

  /// Cuts all connections; later ones lead to another service, or to none.
  func restart(with service: WireService?) {
    state.withLock { $0.service = service }
    cut()
  }

  func cut() {
    let connections = state.withLock { state in
      defer { state.connections = [] }
      return state.connections
    }
    for connection in connections { connection.lose() }
  }

  func happens(_ oneIn: Int) -> Bool {
    state.withLock { state in !state.isCalm && Int.random(in: 0..<oneIn, using: &state.random) == 0 }
  }

  /// A delay; the same each time while all is calm, so that nothing is reordered.
  func delay() -> Duration {
    time.ticks(state.withLock { state in state.isCalm ? 1 : Int.random(in: 1...4, using: &state.random) })
  }

  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    Signal { [self] observer in
      let service = state.withLock { $0.service }
      guard let service, !happens(6) else {
        observer.fail(.unreachable("no way"))
        return Disposable {}
      }
      let connection = MemoryConnection(self, observer)
      state.withLock { $0.connections.append(connection) }
      if !happens(10) {
        time.schedule(after: delay()) {
          service.serve(connection)
          for message in first { connection.arrive(message) }
        }
      }
      return Disposable { connection.lose() }
    }
  }

  /// Delivers, delays, repeats or loses a message to a client, or cuts its connection.
  func carry(_ message: [UInt8], to connection: MemoryConnection, _ observer: Observer<[UInt8], WireFailure>) {
    state.withLock { $0.sent.append(message) }
    if happens(25) { return connection.lose() }
    if happens(12) { return }
    for _ in 0...(happens(10) ? 1 : 0) { time.schedule(after: delay()) { observer.send(message) } }
  }
}

final class MemoryConnection: WireConnection {
  private struct State: Sendable {
    var queue: [[UInt8]] = []
    var requested = 0
    var isOpen = true
  }

  private let network: MemoryNetwork
  private let observer: Observer<[UInt8], WireFailure>
  private let subject = Subject<[UInt8], Never>()
  private let state = Lock(State())

  init(_ network: MemoryNetwork, _ observer: Observer<[UInt8], WireFailure>) {
    (self.network, self.observer) = (network, observer)
  }

  var received: Signal<[UInt8], Never> { subject.signal }

  func receive() {
    state.withLock { $0.requested += 1 }
    deliver()
  }

  func arrive(_ message: [UInt8]) {
    state.withLock { $0.queue.append(message) }
    deliver()
  }

  private func deliver() {
    let message = state.withLock { state -> [UInt8]? in
      guard state.isOpen, state.requested > 0, !state.queue.isEmpty else { return nil }
      state.requested -= 1
      return state.queue.removeFirst()
    }
    if let message { subject.send(message) }
  }

  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void) {
    guard state.withLock({ $0.isOpen }) else { return }
    network.carry(message, to: self, observer)
    if network.happens(2) { accepted() } else { network.time.schedule(after: network.delay()) { accepted() } }
  }

  func refuse(_ reason: String) {
    let observer = observer
    network.time.schedule(after: network.delay()) { observer.fail(.refused(reason)) }
    close()
  }

  func lose() {
    observer.fail(.unreachable("lost"))
    close()
  }

  private func close() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if wasOpen { subject.complete() }
  }
}

/// Bounds in virtual time.
func limits(_ time: TestScheduler) -> WireLimits {
  var limits = WireLimits()
  limits.heartbeat = time.ticks(20)
  limits.silence = time.ticks(60)
  limits.saving = time.ticks(10)
  return limits
}

/// A store in memory, which a test makes fail.
final class MemoryReplicaStore<Stored: Equatable & Sendable>: ReplicaStore {
  private struct Content: Sendable {
    var replica: StoredReplica<Stored, WirePosition>?
    var saves: [Stored] = []
    var failure: StoreFailure?
  }

  private let content = Lock(Content())

  /// The states that were saved, the oldest first.
  var saves: [Stored] { content.withLock { $0.saves } }

  /// The failure of each call.
  var failure: StoreFailure? {
    get { content.withLock { $0.failure } }
    set { content.withLock { $0.failure = newValue } }
  }

  func stored() throws(StoreFailure) -> StoredReplica<Stored, WirePosition>? {
    if let failure { throw failure }
    return content.withLock { $0.replica }
  }

  func save(_ replica: StoredReplica<Stored, WirePosition>) throws(StoreFailure) {
    if let failure { throw failure }
    content.withLock { content in
      content.replica = replica
      content.saves.append(replica.state)
    }
  }
}
