import Rill

/// A button, to which a command can be bound.
public final class Button: Element, CommandControl {
  public let id: String
  @Observed public var isEnabled = true
  public let commandBinding = CommandBinding()

  /// The clicks that came while it was disabled. A tab may not have heard yet that it is.
  public let refused = Subject<Void, Never>()

  private let clicks = Subject<Void, Never>()

  public init(_ id: String) { self.id = id }

  public var activations: Signal<Void, Never> { clicks.signal }

  public var changes: Signal<Void, Never> { $isEnabled.mapTo(()) }

  public func look(_ known: inout Int) -> Look { Look(enabled: isEnabled) }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .click = gesture else { throw Refusal("\(id) is there to be clicked") }
    if isEnabled { clicks.send() } else { refused.send() }
  }
}
