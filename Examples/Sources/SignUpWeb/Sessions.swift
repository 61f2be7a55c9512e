import CMemory
import Logging
import Rill
import SignUpModel
import WebElements
import WebServer

/// One person's page, and the tabs that show it.
@MainActor
final class Session {
  let page: SignUpPage
  var openTabs = 0

  /// Ends the session some time after its last tab was closed. A reload comes back before that.
  let farewell = SerialDisposable()

  init(_ list: any SubscriberList) { page = SignUpPage(list) }
}

/// The sessions of all visitors.
@MainActor
public final class Sessions {
  private let list: any SubscriberList
  private let linger: Duration
  private let logger: Logger
  private var sessions: [String: Session] = [:]
  private var isDraining = false
  private var census = Census()
  private var sockets: [ObjectIdentifier: (socket: Socket, session: Session)] = [:]
  private let socketCount = MutableProperty(0)

  /// - Parameter linger: How long a session outlives its last tab, so that a reload finds it again.
  public init(_ list: any SubscriberList, linger: Duration, logger: Logger) {
    self.list = list
    self.linger = linger
    self.logger = logger
  }

  /// Connects a socket with the page of its session.
  public func open(_ socket: Socket) {
    guard let id = SessionID(socket.request) else { return socket.refuse("A page comes first: it has the cookie.") }
    // It came in while the door was being closed.
    if isDraining { return socket.sendElsewhere() }
    let session = session(id.text)
    session.openTabs += 1
    session.farewell.inner = nil

    let tab = Tab(showing: session.page.elements) { socket.send($0, sent: $1) }
    census.count(session, tab)
    sockets[ObjectIdentifier(socket)] = (socket, session)
    socketCount.value = sockets.count
    socket.messages.subscribe(
      next: { message in
        self.census.messages += 1
        do {
          try tab.receive(message)
          socket.next()
        } catch {
          self.census.refused += 1
          self.logger.info("refused", metadata: ["reason": "\(error)"])
          socket.refuse("\(error)")
        }
      },
      completed: {
        self.close(socket)
        self.leave(session, id.text)
      })
    socket.next()
  }

  private func close(_ socket: Socket) {
    sockets[ObjectIdentifier(socket)] = nil
    socketCount.value = sockets.count
  }

  private func session(_ id: String) -> Session {
    if let session = sessions[id] { return session }
    let session = Session(list)
    let command = session.page.model.subscribe
    command.completions.subscribe(with: self) { sessions, _ in sessions.census.signUps += 1 }
    command.errors.subscribe(with: self) { sessions, _ in sessions.census.failures += 1 }
    session.page.uncheckable.subscribe(with: self) { sessions, error in
      sessions.logger.warning("an address cannot be checked", metadata: ["reason": "\(error)"])
    }
    sessions[id] = session
    logger.info("session begins", metadata: ["sessions": "\(sessions.count)"])
    return session
  }

  private func leave(_ session: Session, _ id: String) {
    session.openTabs -= 1
    guard session.openTabs == 0 else { return }
    session.farewell.inner = Signal<Void, Never>.timer(after: linger, on: .main).subscribe { [weak self] in
      self?.end(id)
    }
  }

  private func end(_ id: String) {
    sessions[id] = nil
    logger.info("session ends", metadata: ["sessions": "\(sessions.count)"])
    if sessions.isEmpty { return_unused_memory() }
  }

  /// Moves every page to another server. A page moves when its pending request has ended and the answer was sent.
  ///
  /// - Parameter grace: The time limit.
  public func drain(within grace: Duration) async {
    isDraining = true
    logger.notice("draining", metadata: ["sockets": "\(sockets.count)"])
    for (socket, session) in sockets.values {
      session.page.model.subscribe.executing.filter { !$0 }.first()
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
