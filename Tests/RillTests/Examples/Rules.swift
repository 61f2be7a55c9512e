import Rill
import Testing

struct RulesExamples {
  let print = Printed()

  @Test("apply(_:named:)") func apply() {
    struct EveryOther: Operator {
      var isOdd = false
      mutating func step(_ input: Int) -> Step<Int> {
        isOdd.toggle()
        return isOdd ? .emit(input) : .skip
      }
    }
    Signal([1, 2, 3, 4]).apply(EveryOther()).subscribe { print($0) }
    print.expect("1, 3")
  }
}
