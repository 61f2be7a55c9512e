import Rill

/// Something on a page that Swift knows: a field, a button, a label.
///
/// It has a state, which every open tab shows, and it receives the actions of people.
@MainActor
public protocol Element: AnyObject, Sendable {
  /// The element's name on the page.
  var id: String { get }

  /// Sends when it looks different.
  var changes: Signal<Void, Never> { get }

  /// How it looks now.
  ///
  /// - Parameter known: How much of an element that only grows is known to a tab. It is kept for the next call.
  func look(_ known: inout Int) -> Look

  /// Handles a gesture.
  func receive(_ gesture: Gesture) throws(Refusal)
}

extension Element {
  public func receive(_ gesture: Gesture) throws(Refusal) { throw Refusal("\(id) accepts no input") }
}

/// An action of a person on an element.
public enum Gesture: Sendable {
  case click(key: String? = nil)
  case type(String)

  /// A text for one of the parts of an element, such as a cell.
  case enter(String, into: String)
  case point(Pointing, x: Double, y: Double)
}

/// An action of a pointer on an element.
public enum Pointing: String, Sendable, Decodable {
  case click, menu, move, leave
}

/// The reason why a message of a page is refused.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// The look of an element, as it is sent to a page.
public struct Look: Encodable, Sendable {
  var id = ""
  var text: String?
  var tone: Tone?
  var enabled: Bool?
  var visible: Bool?
  var fraction: Double?
  var items: [String]?

  /// The number of the selected item, or -1.
  var selected: Int?
  var place: [Double]?
  var discs: [Disc]?
  var cells: [CellLook]?
  var lanes: [String]?
  var marbles: [Marble]?

  /// The key of the last click to which there is an answer.
  var settled: String?

  /// The number of the last keystroke of the tab that this takes into account.
  var keystroke: Int?
}
