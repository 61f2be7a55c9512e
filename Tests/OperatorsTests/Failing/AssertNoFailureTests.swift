import Operators
import StreamTesting
import Testing

struct AssertNoFailureTests {
  @Test func picture() {
    marbles {
      "1-2-|"
      "1-2-|"
    } through: { input, _ in
      input.assertNoFailure()
    }
  }

  @Test func aFailureTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Signal<Int, TestFailure>.fail(TestFailure("late")).assertNoFailure("Nobody is ever late.").subscribe { _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Nobody is ever late."))
    #expect(message.contains("AssertNoFailureTests.swift"))
    #expect(message.contains("with late"))
  }

  @Test func battery() {
    Battery.check("assertNoFailure") { (input: Signal<Int, Never>) in
      input.promoteFailure(to: TestFailure.self).assertNoFailure()
    }
  }
}
