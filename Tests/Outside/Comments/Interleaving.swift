import Interleaving

@MainActor class World {}

/// An explored type; two threads that call `put` race.
final class Cell<Value: Sendable>: Sendable {
  private let value = Shared<Value?>(nil)

  func put(_ new: Value) { value.value = new }
  func take() -> Value? { value.value }
}
