import Rill
import TestSupport
import Testing

/// Batches that edit a list by index while another thread changes it. At the end, they change the same rows.
@Suite struct OverlappingBatchTests {
  /// The list 1, 2, 3 after a batch, during which another thread changes it.
  private func result(
    _ edit: (ObservableList<Int>) -> Void, during change: @escaping @Sendable (inout ListEditor<Int>) -> Void
  ) -> [Int] {
    let list = ObservableList([1, 2, 3])
    batch {
      edit(list)
      elsewhere { list.modify { change(&$0) } }
    }
    return list.value
  }

  @Test func anEditOfARemovedElementHasNoEffect() {
    #expect(result({ $0[2] = 9 }, during: { $0.removeLast() }) == [1, 2])
    #expect(result({ $0.remove(at: 2) }, during: { $0.removeLast() }) == [1, 2])
    #expect(result({ $0.move(from: 2, to: 0) }, during: { $0.removeLast() }) == [1, 2])
  }

  @Test func anEditFollowsItsElement() {
    #expect(result({ $0[0] = 9 }, during: { $0.insert(7, at: 0) }) == [7, 9, 2, 3])
    #expect(result({ $0.remove(at: 0) }, during: { $0.insert(7, at: 0) }) == [7, 2, 3])
    #expect(result({ $0.move(from: 0, to: 1) }, during: { $0.insert(7, at: 0) }) == [7, 2, 1, 3])
    #expect(result({ $0.move(from: 0, to: 2) }, during: { $0.append(7) }) == [2, 3, 7, 1])
  }

  @Test func anInsertedElementComesBeforeTheSameElement() {
    #expect(result({ $0.insert(9, at: 1) }, during: { $0.insert(7, at: 0) }) == [7, 1, 9, 2, 3])
    #expect(result({ $0.insert(9, at: 1) }, during: { $0.remove(at: 1) }) == [1, 3, 9])
    #expect(result({ $0.insert(9, at: 3) }, during: { $0.removeAll() }) == [9])
  }

  @Test func elementsThatTheBatchHasAddedAreChanged() {
    let edit: (ObservableList<Int>) -> Void = { list in
      list.append(4)
      list.append(contentsOf: [5, 6])
      list.insert(0, at: 0)
      list[4] = 40
      list[6] = 60
      list.remove(at: 0)
      list.move(from: 3, to: 0)
    }
    #expect(result(edit, during: { _ = $0.removeFirst() }) == [2, 3, 5, 60, 40])
    #expect(result(edit, during: { $0.append(7) }) == [40, 1, 2, 3, 7, 5, 60])
  }

  @Test func theBatchReturnsTheElementThatItRemoved() {
    let list = ObservableList([1, 2, 3])
    let removed = batch {
      let removed = list.remove(at: 0)
      elsewhere { list.insert(7, at: 0) }
      return removed
    }
    #expect(removed == 1 && list.value == [7, 2, 3])
  }
}
