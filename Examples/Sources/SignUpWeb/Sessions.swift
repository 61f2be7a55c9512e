import CMemory
import Logging
import Rill
import SignUpModel
import WebElements
import WebServer

/// The sessions of all visitors.
@MainActor
public final class Sessions {
  private let list: any SubscriberList
  private let logger: Logger
  private lazy var sessions = Visits<VisitorID, SignUpPage>(linger: linger) { [weak self] in self?.sessionEnded() }
  private let linger: Duration
  private var isDraining = false
  private var census = Census()
  private var sockets: [ObjectIdentifier: (socket: Socket, page: SignUpPage)] = [:]
  private let socketCount = MutableProperty(0)

  /// - Parameter linger: How long a session outlives its last tab, so that a reload finds it again.
  public init(_ list: any SubscriberList, linger: Duration, logger: Logger) {
    self.list = list
    self.linger = linger
    self.logger = logger
  }

  /// Connects a socket with the page of its session.
  public func open(_ socket: Socket) {
    guard let id = VisitorID(socket.request) else { return socket.refuse("The page must be loaded first.") }
    // It came in while the door was being closed.
    if isDraining { return socket.sendElsewhere() }
    let page = sessions.enter(id) { newPage() }
    let tab = Tab(showing: page.elements) { socket.send($0, sent: $1) }
    census.count(page, tab)
    sockets[ObjectIdentifier(socket)] = (socket, page)
    socketCount.value = sockets.count
    socket.handle { message in
      self.census.messages += 1
      do {
        try tab.receive(message)
      } catch {
        self.census.refused += 1
        self.logger.info("refused", metadata: ["reason": "\(error)"])
        throw error
      }
    } closed: {
      self.close(socket)
      self.sessions.leave(id)
    }
  }

  private func close(_ socket: Socket) {
    sockets[ObjectIdentifier(socket)] = nil
    socketCount.value = sockets.count
  }

  private func newPage() -> SignUpPage {
    let page = SignUpPage(list)
    let command = page.model.subscribe
    command.completions.subscribe(with: self) { sessions, _ in sessions.census.signUps += 1 }
    command.errors.subscribe(with: self) { sessions, _ in sessions.census.failures += 1 }
    page.uncheckable.subscribe(with: self) { sessions, error in
      sessions.logger.warning("an address cannot be checked", metadata: ["reason": "\(error)"])
    }
    logger.info("session begins", metadata: ["sessions": "\(sessions.count + 1)"])
    return page
  }

  private func sessionEnded() {
    logger.info("session ends", metadata: ["sessions": "\(sessions.count)"])
    if sessions.count == 0 { return_unused_memory() }
  }

  /// Moves every page to another server. A page moves when its pending request has ended and the answer was sent.
  ///
  /// - Parameter grace: The time limit.
  public func drain(within grace: Duration) async {
    isDraining = true
    logger.notice("draining", metadata: ["sockets": "\(sockets.count)"])
    for (socket, page) in sockets.values {
      page.model.subscribe.executing.filter { !$0 }.first()
        .delay(for: .milliseconds(100), on: .main)
        .subscribe { _ in socket.sendElsewhere() }
    }
    let isOver = socketCount.filter { $0 == 0 }.mapTo(())
    _ = await race(isOver, Signal.timer(after: grace, on: .main)).first
    logger.notice("drained", metadata: ["sockets": "\(sockets.count)"])
  }

  /// Whether pages show what there is.
  public var isUpToDate: Bool { list.isUpToDate.value }

  /// The current counts.
  public var stats: Stats {
    census.stats(
      sockets: sockets.count, sessions: sessions.count, subscribers: list.summary.value.count,
      isUpToDate: isUpToDate)
  }
}
