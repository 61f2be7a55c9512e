// Draws views and performs the actions of a user; none of these declarations is Apple's.
import Observation

/// A view that draws itself.
@MainActor public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { fatalError("A primitive view has no body.") }
}

struct Disabled<Content: View>: Primitive {
  let content: Content
  let isDisabled: Bool
}

struct Tasked<Content: View>: Primitive {
  let content: Content
  let action: @Sendable () async -> Void
}

/// A view on a screen. It is drawn when the test looks at it, and counts how many times its last drawing became stale.
@MainActor public final class Screen<Content: View> {
  private let content: Content
  public private(set) var staleCount = 0
  private var tasks: [Task<Void, Never>] = []

  public init(_ content: Content) { self.content = content }

  /// Returns the visible text: `Subscribe`, `[Subscribe]` for a button, `(Subscribe)` for a disabled one, `…` and `50
  /// %` for progress.
  public func look() -> String {
    var words: [String] = []
    withObservationTracking {
      draw(content, isDisabled: false) { words.append($0.text) }
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.staleCount += 1 }
    }
    return words.joined(separator: " ")
  }

  public func press() {
    draw(content, isDisabled: false) { $0.press?() }
  }

  public func type(_ text: String) {
    draw(content, isDisabled: false) { $0.field?.wrappedValue = text }
  }

  public func appear() {
    draw(content, isDisabled: false) { element in
      if let action = element.task { tasks.append(Task { await action() }) }
    }
  }

  public func disappear() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    tasks = []
  }
}

private struct Element {
  var text = ""
  var press: (@MainActor () -> Void)?
  var field: Binding<String>?
  var task: (@Sendable () async -> Void)?
}

@MainActor private func draw(_ view: Any, isDisabled: Bool, _ found: (Element) -> Void) {
  switch view {
  case let text as Text: found(Element(text: text.text))
  case let progress as ProgressView: found(Element(text: progress.value.map { "\(Int($0 * 100)) %" } ?? "…"))
  case let field as TextField: found(Element(text: field.text.wrappedValue, field: field.text))
  case let button as any ButtonDrawing:
    var label: [String] = []
    draw(button.drawnLabel, isDisabled: isDisabled) { label.append($0.text) }
    let text = label.joined(separator: " ")
    found(Element(text: isDisabled ? "(\(text))" : "[\(text)]", press: isDisabled ? nil : button.drawnAction))
  case let container as any Containing: container.draw(isDisabled: isDisabled, found)
  case let view as any View where !(view is any Primitive): draw(body(of: view), isDisabled: isDisabled, found)
  default: break
  }
}

@MainActor private func body<Content: View>(of view: Content) -> Any { view.body }

@MainActor private protocol ButtonDrawing {
  var drawnLabel: Any { get }
  var drawnAction: @MainActor () -> Void { get }
}

extension Button: ButtonDrawing {
  fileprivate var drawnLabel: Any { label }
  fileprivate var drawnAction: @MainActor () -> Void { action }
}

@MainActor private protocol Containing {
  func draw(isDisabled: Bool, _ found: (Element) -> Void)
}

extension HStack: Containing {
  fileprivate func draw(isDisabled: Bool, _ found: (Element) -> Void) {
    SwiftUI.draw(content, isDisabled: isDisabled, found)
  }
}

extension TupleView: Containing {
  fileprivate func draw(isDisabled: Bool, _ found: (Element) -> Void) {
    for child in Mirror(reflecting: value).children { SwiftUI.draw(child.value, isDisabled: isDisabled, found) }
  }
}

extension Optional: Containing where Wrapped: View {
  fileprivate func draw(isDisabled: Bool, _ found: (Element) -> Void) {
    if let self { SwiftUI.draw(self, isDisabled: isDisabled, found) }
  }
}

extension Disabled: Containing {
  fileprivate func draw(isDisabled: Bool, _ found: (Element) -> Void) {
    SwiftUI.draw(content, isDisabled: isDisabled || self.isDisabled, found)
  }
}

extension Tasked: Containing {
  fileprivate func draw(isDisabled: Bool, _ found: (Element) -> Void) {
    found(Element(task: action))
    SwiftUI.draw(content, isDisabled: isDisabled, found)
  }
}
