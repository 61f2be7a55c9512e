import Rill

/// Lines of which one can be selected: a list, or a choice of one of several.
public final class Choice: Element {
  public let id: String
  public let items = MutableProperty<[String]>([])

  /// The number of the selected line.
  public let selection = MutableProperty<Int?>(nil)

  /// Sends the number of a line that a person selects.
  public let selections = Subject<Int, Never>()

  public init(_ id: String, _ items: [String] = []) {
    self.id = id
    self.items.value = items
  }

  public var changes: Signal<Void, Never> { merge(items.mapTo(()), selection.mapTo(())) }

  public func look(_ known: inout Int) -> Look { Look(items: items.value, selected: selection.value ?? -1) }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .type(let text) = gesture, let number = Int(text), items.value.indices.contains(number) else {
      throw Refusal("\(id) accepts only the number of one of its lines")
    }
    selection.value = number
    selections.send(number)
  }
}
