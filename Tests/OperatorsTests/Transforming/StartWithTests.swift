import Operators
import StreamTesting
import Testing

struct StartWithTests {
  @Test func picture() {
    expectPicture("--a--b--|", "(xy)-a--b--|") { (source: Letters) in source.startWith("x", "y") }
  }

  @Test func theValuesAreSentBeforeTheSourceIsSubscribedTo() {
    let notes = Notes<String>()
    let source = Signal<String, Never>(attaching: { _, _ in notes.add("subscribed") })
    source.startWith("x").subscribe { notes.add($0) }
    #expect(notes.all == ["x", "subscribed"])
  }

  @Test func aSubscriberThatHasEnoughKeepsTheSourceFromBeingSubscribedTo() {
    let notes = Notes<String>()
    let source = Signal<String, Never>(attaching: { _, _ in notes.add("subscribed") })
    source.startWith("x", "y", "z").take(2).subscribe { notes.add($0) }
    #expect(notes.all == ["x", "y"])
  }

  @Test func failurePasses() {
    expectPicture("#", "(x#)") { (source: Letters) in source.startWith("x") }
  }

  @Test func pulled() {
    let stream = LazyStream([3, 4]).startWith(1, 2)
    #expect(pull(stream) == [1, 2, 3, 4])
  }

  /// A handler of the first values cannot send into the source, which is not subscribed to yet. So the operator checks
  /// run without first values, and the stream checks with some.
  @Test func battery() {
    Battery.check("startWith nothing") { (input: Signal<Int, TestFailure>) in input.startWith() }
    Battery.check(stream: "startWith") { Signal([1, 2]).startWith(8, 9) }
  }
}
