import SevenGUIs
import WebElements
import WebServer

/// The site: a page for each task, and one that lists them.
@MainActor
final class Site {
  private struct Key: Hashable {
    let visitor: VisitorID
    let task: Task
  }

  private let visits = Visits<Key, any Page>(linger: .seconds(5))
  private let files = PageFiles(
    style: PackageResources.page_css, scripts: ["elements.js": Tab.script, "page.js": PackageResources.page_js])

  /// Answers a request of a browser.
  nonisolated func respond(to request: Request) -> Response {
    if let task = Task.allCases.first(where: { $0.path == request.path }) {
      var response = files.page(task.title, task.html.utf8)
      response.identify(request)
      return response
    }
    return request.path == "/" ? files.page("7GUIs", Task.overview.utf8) : files.file(for: request)
  }

  /// Connects a socket with the page of its visitor.
  func open(_ socket: Socket) {
    guard
      let task = Task.allCases.first(where: { $0.socketPath == socket.request.path }),
      let visitor = VisitorID(socket.request)
    else { return socket.refuse("The page must be loaded first.") }
    let key = Key(visitor: visitor, task: task)
    let tab = Tab(showing: visits.enter(key) { task.page() }.elements) { socket.send($0, sent: $1) }
    socket.handle {
      try tab.receive($0)
    } closed: {
      self.visits.leave(key)
    }
  }
}
