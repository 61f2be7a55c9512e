import Rill
import Testing

struct WaitingExamples {
  let print = Printed()

  @Test("blocking(timeout:)") func blocking() throws {
    let numbers = Signal([1, 2, 3])
    print(try numbers.blocking(timeout: .seconds(5)).toArray())
    print.expect("[1, 2, 3]")
  }
}
