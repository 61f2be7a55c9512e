import Rill
import StreamTesting
import Testing

private final class Cart: Sendable {
  let price = MutableProperty(2)
  let count = MutableProperty(3)
  let note = MutableProperty("")
  let total: Property<Int>

  init() { total = Property(price, count) { $0 * $1 } }
}

@Suite struct ExpectRunsTests {
  @Test func runsOfPropertiesThatWereMadeBeforeAreCounted() {
    let cart = Cart()
    let shown = effect { _ = cart.total.value }
    expectRuns(2...2) { cart.price.value = 5 }
    expectRuns(...0) { cart.note.value = "for Ada" }
    shown.dispose()
  }

  @Test func handlersAndExecutionsOfTheBodyAreCounted() async {
    await expectRuns(2...2) {
      await Task.yield()
      let command = Command { (number: Int) -> Signal<Int, Never> in .just(number) }
      let numbers = Subject<Int, Never>()
      numbers.subscribe { _ in }
      numbers.send(1)
      command.execute(1)
    }
  }

  @Test func anExceededBudgetNamesTheCodeThatRan() {
    let cart = Cart()
    let shown = effect { _ = cart.total.value }
    withKnownIssue {
      expectRuns(...3) { for price in 5...7 { cart.price.value = price } }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("code ran 6 times")
          && $0.rawValue.contains("3 × Property (StreamTracingTests/ExpectRunsTests.swift:11)")
      }
    }
    shown.dispose()
  }

  @Test func runsOfOtherTasksAreNotCounted() async {
    let cart = Cart()
    let other = Task.detached { for price in 0..<100 { cart.price.value = price; _ = cart.total.value } }
    expectRuns(...0) { cart.note.value = "" }
    await other.value
  }

  @Test func aResultThatIsTheSameIsWaste() {
    let cart = Cart()
    let place = "StreamTracingTests/ExpectRunsTests.swift:\(#line + 1)"
    let isDear = cart.total.map { $0 > 100 }
    let shown = effect { _ = isDear.value }
    withKnownIssue {
      expectNoWaste { cart.price.value = 5 }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("1 × Property (\(place))") }
    }
    expectNoWaste { cart.price.value = 500 }
    shown.dispose()
  }

  @Test func aResultThatACutOffStopsIsNoWaste() {
    let cart = Cart()
    let isDear = cart.total.map { $0 > 100 }.distinctUntilChanged()
    let shown = effect { _ = isDear.value }
    expectNoWaste { cart.price.value = 5 }
    expectRuns(3...3) { cart.price.value = 6 }
    shown.dispose()
  }
}
