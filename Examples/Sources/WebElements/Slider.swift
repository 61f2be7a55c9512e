import Rill

/// A number that a person drags.
public final class Slider: Element {
  public let id: String
  public let value: MutableProperty<Double>
  private let range: ClosedRange<Double>

  public init(_ id: String, in range: ClosedRange<Double>) {
    self.id = id
    self.range = range
    value = MutableProperty(range.lowerBound)
  }

  public var changes: Signal<Void, Never> { value.mapTo(()) }

  public func look(_ known: inout Int) -> Look { Look(text: "\(value.value)") }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .type(let text) = gesture, let number = Double(text), range.contains(number) else {
      throw Refusal("\(id) accepts only a number from \(range.lowerBound) to \(range.upperBound)")
    }
    value.value = number
  }
}
