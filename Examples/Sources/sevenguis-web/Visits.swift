import Rill
import WebElements
import WebServer

/// The pages of all visitors, one for each visitor and task, whichever number of tabs shows it.
@MainActor
final class Visits {
  private struct Key: Hashable {
    let visitor: String
    let task: Task
  }

  private final class Visit {
    let page: any Page
    var openTabs = 0

    /// Ends the visit some time after its last tab was closed. A reload comes back before that.
    let farewell = SerialDisposable()

    init(_ page: any Page) { self.page = page }
  }

  private var visits: [Key: Visit] = [:]

  /// Connects a socket with the page of its visitor.
  func open(_ socket: Socket) {
    guard
      let task = Task.allCases.first(where: { $0.socketPath == socket.request.path }),
      let visitor = socket.request.cookie("visit"), visitor.utf8.count <= 64
    else { return socket.refuse("A page comes first: it has the cookie.") }
    let key = Key(visitor: visitor, task: task)
    let visit = visits[key] ?? Visit(task.page())
    visits[key] = visit
    visit.openTabs += 1
    visit.farewell.inner = nil

    let tab = Tab(showing: visit.page.elements) { socket.send($0, sent: $1) }
    socket.messages.subscribe(
      next: { message in
        do {
          try tab.receive(message)
          socket.next()
        } catch {
          socket.refuse("\(error)")
        }
      },
      completed: { self.leave(visit, key) })
    socket.next()
  }

  private func leave(_ visit: Visit, _ key: Key) {
    visit.openTabs -= 1
    guard visit.openTabs == 0 else { return }
    visit.farewell.inner = Signal<Void, Never>.timer(after: .seconds(5), on: .main).subscribe { [weak self] in
      self?.visits[key] = nil
    }
  }
}
