import Rill
import Testing

/// These tests run in a release build, in which `precondition` prints no message.
@Suite struct TrapTests {
  @Test func anIndexThatDoesNotExistIsNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservableList([1, 2])[2]
    }
    expect(result, "a list has no element at 2: its count is 2. Check `count` first.")
  }

  @Test func aSecondElementWithOneKeyIsNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservableList([1, 3]).indexed { $0 % 2 }.count
    }
    expect(result, "two elements have the key 1. Use `grouped(by:)` if keys are not unique.")
  }

  @Test func aComparisonThatIsNoOrderIsNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list = ObservableList([1, 1, 1])
      let sorted = list.sorted { $0 <= $1 }
      _ = sorted.count
      for index in 0..<3 {
        list[index] = 2
        _ = sorted.value
      }
    }
    expect(result, "The comparison must be a strict weak order, such as `<`, and not `<=`.")
  }

  private func expect(_ result: ExitTest.Result?, _ message: String) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("TrapTests.swift:") && output.contains(message), "\(output)")
  }
}
