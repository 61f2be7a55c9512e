import Rill

/// A button, to which a command can be bound.
public final class Button: Element, CommandControl {
  public let id: String
  @Observed public var isEnabled = true
  public let commandBinding = CommandBinding()

  /// The clicks that arrived while it was disabled. A tab may not have received that state yet.
  public let refused = Subject<Void, Never>()

  /// The key of the last accepted click, if the page sent one. It identifies a repeated click, perhaps on another
  /// server.
  public private(set) var key: String?

  /// The key of the last click with an answer. A page that was disconnected repeats a click until it receives this key.
  @Observed public var settled: String?

  private let clicks = Subject<Void, Never>()

  public init(_ id: String) { self.id = id }

  public var activations: Signal<Void, Never> { clicks.signal }

  public var changes: Signal<Void, Never> { merge($isEnabled.mapTo(()), $settled.mapTo(())) }

  public func look(_ known: inout Int) -> Look { Look(enabled: isEnabled, settled: settled) }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .click(let key) = gesture else { throw Refusal("\(id) accepts only clicks") }
    guard key.map({ $0.utf8.count <= 64 && $0.allSatisfy(\.isHexDigit) }) ?? true else {
      throw Refusal("a key must have at most 64 hexadecimal digits")
    }
    if isEnabled { self.key = key }
    if isEnabled { clicks.send() } else { refused.send() }
  }
}
