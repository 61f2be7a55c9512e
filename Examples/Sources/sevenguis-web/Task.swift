import WebElements

/// A task of the 7GUIs.
enum Task: String, CaseIterable {
  case counter, temperature, flight, timer, crud, circles, cells

  var path: String { "/\(rawValue)" }
  var socketPath: String { "/socket/\(rawValue)" }

  var title: String {
    switch self {
    case .counter: "Counter"
    case .temperature: "Temperature converter"
    case .flight: "Flight booker"
    case .timer: "Timer"
    case .crud: "CRUD"
    case .circles: "Circle drawer"
    case .cells: "Cells"
    }
  }

  @MainActor func page() -> any Page {
    switch self {
    case .counter: CounterPage()
    case .temperature: TemperaturePage()
    case .flight: FlightPage()
    case .timer: TimerPage()
    case .crud: PeoplePage()
    case .circles: CirclesPage()
    case .cells: CellsPage()
    }
  }

  private var content: [UInt8] {
    switch self {
    case .counter: PackageResources.counter_html
    case .temperature: PackageResources.temperature_html
    case .flight: PackageResources.flight_html
    case .timer: PackageResources.timer_html
    case .crud: PackageResources.crud_html
    case .circles: PackageResources.circles_html
    case .cells: PackageResources.cells_html
    }
  }

  /// The page of the task.
  var html: String { Self.frame(title, current: self, String(decoding: content, as: UTF8.self)) }

  /// The page that lists the tasks.
  static var overview: String {
    let items = allCases.map { "<li><a href=\"\($0.path)\">\($0.title)</a></li>" }.joined(separator: "\n")
    return frame("7GUIs", current: nil, "<ol class=\"tasks\">\n\(items)\n</ol>")
  }

  private static func frame(_ title: String, current: Task?, _ content: String) -> String {
    let links = allCases.map {
      "<a href=\"\($0.path)\"\($0 == current ? " aria-current=\"page\"" : "")>\($0.title)</a>"
    }
    return String(decoding: PackageResources.page_html, as: UTF8.self)
      .replacing("{title}", with: title)
      .replacing("{links}", with: links.joined(separator: "\n"))
      .replacing("{content}", with: content)
  }
}

/// The elements of a page, and the model that they show.
@MainActor protocol Page: AnyObject {
  var elements: [any Element] { get }
}
