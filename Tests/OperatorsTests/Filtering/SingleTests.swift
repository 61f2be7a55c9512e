import Operators
import Testing

struct SingleTests {
  @Test func picture() {
    #expect(ends("a--b--|") == ["failed several"])
  }

  @Test func theOnlyValueComesAtTheEnd() {
    #expect(ends("a--") == [])
    #expect(ends("a--|") == ["a", "completed"])
  }

  @Test func noneIsAFailure() {
    #expect(ends("---|") == ["failed none"])
  }

  @Test func theSecondValueDisposesTheSource() {
    let asked = Counter()
    let endless = Signal<Int, Never>(attaching: { sink, subscription in
      while subscription.isActive {
        asked.up()
        sink.next(7)
      }
    })
    #expect(values(endless.single()) == [])
    #expect(asked.count == 2)
  }

  @Test func aFailureOfTheSourceIsHandedOn() {
    #expect(ends("a--#") == ["failed source(OperatorsTests.Oops.oops)"])
  }

  private func ends(_ picture: String) -> [String] {
    let notes = Notes<String>()
    let source = Stage<String, String>().source(drawing(picture) { String($0) })
    source.single().subscribe(
      next: { notes.add($0) }, failed: { notes.add("failed \($0)") }, completed: { notes.add("completed") }
    ).dispose()
    return notes.all
  }
}
