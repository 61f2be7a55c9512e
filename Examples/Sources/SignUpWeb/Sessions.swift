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

  /// Ends the session a while after its last tab was closed; a reload comes back before.
  let farewell = SerialDisposable()

  init(_ list: any SubscriberList) { page = SignUpPage(list) }
}

/// Everyone who is here.
@MainActor
public final class Sessions {
  private let list: any SubscriberList
  private let linger: Duration
  private let logger: Logger
  private var sessions: [String: Session] = [:]
  private var census = Census()

  /// - Parameter linger: How long a session outlives its last tab, so that a reload finds it again.
  public init(_ list: any SubscriberList, linger: Duration, logger: Logger) {
    self.list = list
    self.linger = linger
    self.logger = logger
  }

  /// Connects a socket with the page of its session.
  public func open(_ socket: Socket) {
    guard let id = SessionID(socket.request) else { return socket.refuse("A page comes first: it has the cookie.") }
    let session = session(id.text)
    session.openTabs += 1
    session.farewell.inner = nil

    let tab = Tab(showing: session.page.elements) { socket.send($0, sent: $1) }
    census.count(session, tab)
    census.sockets += 1
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
        self.census.sockets -= 1
        self.leave(session, id.text)
      })
    socket.next()
  }

  private func session(_ id: String) -> Session {
    if let session = sessions[id] { return session }
    let session = Session(list)
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

  /// Who and what is there, counted now.
  public var stats: Stats { census.stats(sessions: sessions.count, subscribers: list.summary.value.count) }
}
