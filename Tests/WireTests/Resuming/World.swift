import Operators
import StreamCore
import StreamTesting
import Wire

/// A fault of the server, so that a test can be seen to fail.
enum Flaw: CaseIterable { case forgetsKeys, leavesOut, acknowledgesTooEarly }

/// The events that schedules must include.
enum Meeting: CaseIterable { case reset, resumption, gap, overflow, saidAgain }

/// A server with a list, an unreliable network, and clients that follow the list and add to it.
///
/// Guarded by: the test's thread, which plays the world by advancing the time.
final class World: @unchecked Sendable {
  let time = TestScheduler()
  let flaw: Flaw?
  let server: Server
  private(set) var fault: String?
  private(set) var isCalm = false

  /// The events that have happened, so that a test can check that they did.
  var met: Set<Meeting> = []
  private var random: Random
  private var clients: [Client] = []

  init(_ seed: UInt64, _ flaw: Flaw? = nil) {
    random = Random(state: seed)
    self.flaw = flaw
    server = Server(keeps: Int.random(in: 1...8, using: &random), flaw)
  }

  func complain(_ text: String) { fault = fault ?? text }

  /// Whether an event with this probability happens. Nothing happens once all is calm.
  func happens(_ oneIn: Int) -> Bool { !isCalm && Int.random(in: 0..<oneIn, using: &random) == 0 }

  func ticks(_ range: ClosedRange<Int>) -> Duration { time.ticks(Int.random(in: range, using: &random)) }

  func play() {
    clients = (0...Int.random(in: 0...2, using: &random)).map { Client($0, self) }
    for _ in 0..<Int.random(in: 20...60, using: &random) {
      time.advance(by: ticks(0...6))
      let client = clients.randomElement(using: &random)!
      switch Int.random(in: 0..<12, using: &random) {
      case 0: server.restart()
      case 1: server.cut()
      case 2: client.restart()
      case 3: server.beat()
      default: client.post()
      }
    }
    isCalm = true
    // Long enough to send every message again, and for the heartbeat that reveals a lost one.
    for _ in 0..<60 where !clients.allSatisfy({ $0.isDone(server.list) }) {
      time.advance(by: time.ticks(20))
      server.beat()
    }
    // Until no message is in flight.
    time.advance(by: time.ticks(5))
    for client in clients { client.check(server.list) }
    // In order, and each once.
    for client in clients {
      let taken = server.list.filter { $0.hasPrefix("\(client.number):") }
      if taken != client.posted { complain("client \(client.number) posted \(client.posted), and \(taken) was taken") }
    }
    for client in clients { client.stop() }
    if server.isSaidAgain { met.insert(.saidAgain) }
    if time.pendingCount > 0 { complain("\(time.pendingCount) actions are left") }
  }

  /// Delivers, delays, doubles or loses a message, or cuts the connection.
  func carry(_ arrive: @escaping @Sendable () -> Void, cut: @escaping @Sendable () -> Void) {
    if happens(25) { return cut() }
    if happens(10) { return }
    for _ in 0...(happens(8) ? 1 : 0) {
      let delay = isCalm ? time.ticks(1) : ticks(0...4)
      time.schedule(after: delay) { arrive() }
    }
  }
}

/// The reference: a list of messages with the newest kept one by one, and the answer to every key.
final class Server: @unchecked Sendable {
  typealias Message = FeedMessage<[String], String, Int>

  private(set) var list: [String] = []
  private(set) var isSaidAgain = false
  private var answers: [String: Int] = [:]
  /// In the order in which they came, so that a seed plays the same schedule every time.
  private var listeners: [(name: Int, observer: Observer<Message, TestFailure>, say: (Message) -> Void)] = []
  private var names = 0
  private let keeps: Int
  private let flaw: Flaw?

  init(keeps: Int, _ flaw: Flaw?) {
    self.keeps = keeps
    self.flaw = flaw
  }

  /// Takes a message, unless it has it; the answer is its number.
  func take(_ message: String, key: String) -> Int {
    if let known = answers[key], flaw != .forgetsKeys {
      isSaidAgain = true
      return known
    }
    list.append(message)
    answers[key] = list.count
    let change = Message.change(message, at: list.count, after: list.count - 1)
    for listener in listeners { listener.say(change) }
    return list.count
  }

  /// The first messages for a client that has received all up to a position.
  func beginning(after position: Int?) -> [Message] {
    guard let position, list.count - position <= keeps else { return [.snapshot(list, at: list.count)] }
    var numbers = Array(position..<list.count)
    if flaw == .leavesOut, numbers.count > 1 { numbers.removeFirst() }
    var previous = position
    let changes = numbers.map { number -> Message in
      defer { previous = number + 1 }

      return .change(list[number], at: number + 1, after: previous)
    }
    return changes + [.current(at: list.count)]
  }

  func listen(_ observer: Observer<Message, TestFailure>, _ say: @escaping (Message) -> Void) -> Int {
    names += 1
    listeners.append((names, observer, say))
    return names
  }

  func leave(_ name: Int) { listeners.removeAll { $0.name == name } }

  /// A sign of life to all.
  func beat() { for listener in listeners { listener.say(.current(at: list.count)) } }

  /// Cuts all connections. Accepted messages stay.
  func restart() { for listener in listeners { listener.observer.fail(TestFailure("restarted")) } }

  /// One connection is closed.
  func cut() { listeners.first?.observer.complete() }
}

/// A program that follows the list and adds to it. After a restart it continues with the messages it has stored.
final class Client: @unchecked Sendable {
  typealias Box = Outbox<String, Int, TestFailure>
  typealias Event = FeedEvent<[String], String, Int, TestFailure, TestScheduler.Instant>

  let number: Int
  private(set) var posted: [String] = []
  private unowned let world: World
  private var box: Box?
  private var following: Disposable?
  private var known: (list: [String], position: Int)?
  private var isLive = false
  private var lives = 0

  init(_ number: Int, _ world: World) {
    self.number = number
    self.world = world
    start(keeping: [])
  }

  func post() {
    posted.append("\(number):\(posted.count)")
    let message = posted.last!
    box?.post(message).subscribe(
      next: { [self] place in
        // An acknowledged message is in the list, at the position in the answer.
        if !world.server.list.indices.contains(place - 1) || world.server.list[place - 1] != message {
          world.complain("client \(number) received \(message) as number \(place)")
        }
      }, failed: { [self] in world.complain("client \(number) failed with \($0)") })
  }

  func restart() {
    let kept = box?.entries.value ?? []
    stop()
    start(keeping: kept)
  }

  func stop() {
    following?.dispose()
    (following, box) = (nil, nil)
  }

  func isDone(_ list: [String]) -> Bool { isLive && known?.list == list && box?.entries.value.isEmpty == true }

  func check(_ list: [String]) {
    if known?.list != list { world.complain("client \(number) has \(known?.list ?? []), and the list is \(list)") }
    if !isLive { world.complain("client \(number) is not live") }
    if box?.entries.value.isEmpty != true { world.complain("client \(number) has not said everything") }
  }

  private func start(keeping entries: [Box.Entry]) {
    lives += 1
    let (world, time) = (world, world.time)
    box = Outbox(
      keeping: entries, batch: 1 + number, retrying: .constant(time.ticks(3)), silence: time.ticks(12), on: time
    ) { entries in Client.send(entries, world) }
    let policy = RetryPolicy<Disconnection<TestFailure>>.exponential(from: time.ticks(1)).capped(at: time.ticks(8))
    let noting = policy.when { reason in
      if reason == .gap { world.met.insert(.gap) }
      if reason == .overflow { world.met.insert(.overflow) }
      return true
    }
    following = resuming(after: known?.position, retrying: noting, limit: 6, on: time) { position in
      if position != nil { world.met.insert(.resumption) }
      return Client.connect(position, world)
    }.subscribe(next: { [self] in hear($0) }, failed: { world.complain("the feed ended with \($0)") })
  }

  /// One history: across all connections, each change follows the one before.
  private func hear(_ event: Event) {
    switch event {
    case .snapshot(let list, let position):
      if known != nil { world.complain("client \(number) was told a snapshot as if it knew nothing") }
      known = (list, position)
    case .reset(let list, let position):
      if known == nil { world.complain("client \(number) was told a reset as if it knew something") }
      world.met.insert(.reset)
      known = (list, position)
    case .change(let message, let position):
      if known?.position != position - 1 { world.complain("\(position) follows \(known?.position ?? -1)") }
      known?.list.append(message)
      known?.position = position
    case .connection(let state): isLive = state.isLive
    }
    if let known, world.server.list.prefix(known.position) != known.list[...] {
      world.complain("client \(number) has \(known.list) at \(known.position)")
    }
  }

  private static func connect(_ position: Int?, _ world: World) -> Signal<Server.Message, TestFailure> {
    Signal { observer in
      let server = world.server
      let say: (Server.Message) -> Void = { message in
        world.carry({ observer.send(message) }, cut: { observer.fail(TestFailure("cut")) })
      }
      if world.happens(6) {
        observer.fail(TestFailure("refused"))
        return Disposable {}
      }
      let name = server.listen(observer, say)
      for message in server.beginning(after: position) { say(message) }
      return Disposable { server.leave(name) }
    }
  }

  /// Entries go together; the answers may be lost one by one.
  private static func send(_ entries: [Box.Entry], _ world: World) -> Signal<Box.Acknowledgement, TestFailure> {
    Signal { observer in
      world.carry(
        {
          for entry in entries {
            if world.flaw == .acknowledgesTooEarly, world.happens(3) {
              observer.send(Box.Acknowledgement(key: entry.key, answer: world.server.list.count + 1))
              return
            }
            let number = world.server.take(entry.message, key: entry.key)
            world.carry(
              { observer.send(Box.Acknowledgement(key: entry.key, answer: number)) },
              cut: { observer.fail(TestFailure("cut")) })
          }
        }, cut: { observer.complete() })
    }
  }
}
