import Dispatch
import Rill
import StreamTesting
import TestSupport
import Testing

/// Closures that are called by a list use that list.
@Suite struct ReentrantListTests {
  @Test func aClosureOfModifyThatChangesTheListRunsOnce_andItsArgumentWins() {
    let list = ObservableList([1, 2])
    let follower = Follower(list)
    var runs = 0
    list.modify { elements in
      runs += 1
      list.append(9)
      elements.append(3)
    }
    #expect(runs == 1)
    #expect(list.value == [1, 2, 3])
    #expect(follower.elements == [1, 2, 3])
  }

  @Test func aListThatIsDerivedInAHandlerHasItsElements() {
    let list = ObservableList([1])
    let counts = Heard<Int>()
    list.edits.skip(1).take(1).subscribe { [weak list] _ in
      guard let list else { return }
      list.append(4)
      let even = list.filter { $0.isMultiple(of: 2) }
      counts.append(list.count)
      counts.append(even.count)
      counts.append(list.sorted(by: >).map { -$0 }.count)
      counts.append(list.merge(even).count)
      counts.append(list.sections { $0 % 2 }.count)
      list.append(6)
      counts.append(even.count)
    }
    list.append(2)
    #expect(counts.values == [3, 2, 3, 5, 2, 3])
  }

  @Test func aListThatIsDerivedWhileAnotherThreadDeliversHasItsElements() {
    let list = ObservableList([1, 2])
    let (isIn, mayGo, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    list.edits.skip(1).take(1).subscribe { _ in
      isIn.signal()
      mayGo.wait()
    }
    DispatchQueue.global().async {
      list.append(4)
      isOver.signal()
    }
    isIn.wait()
    let even = list.filter { $0.isMultiple(of: 2) }
    #expect(even.value == [2, 4])
    list.append(6)
    mayGo.signal()
    isOver.wait()
    #expect(even.value == [2, 4, 6])
  }
}
