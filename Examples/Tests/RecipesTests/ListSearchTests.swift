import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct ListSearchTests {
  private let time = TestScheduler()
  private let search: ContactSearch

  init() { search = ContactSearch((0..<10_000).map { Contact(id: $0, name: "contact \($0)") }, on: time) }

  @Test func theListFollowsTheTextAfterAPause() {
    var counts: [Int] = []
    let handle = search.found.edits.subscribe { counts.append($0.after.count) }
    for text in ["9", "99", "999"] {
      search.text.value = text
      time.advance(by: .milliseconds(99))
    }
    #expect(counts == [10_000])
    time.advance(by: .milliseconds(1))
    #expect(counts == [10_000, 19])
    search.text.value = ""
    time.advance(by: .milliseconds(100))
    #expect(counts == [10_000, 19, 10_000])
    handle.dispose()
  }

  @Test func aContactThatArrivesDuringTheSearchIsFoundAlone() {
    search.text.value = "999"
    time.advance(by: .milliseconds(100))
    var edits: [CollectionEdit<Contact>] = []
    let handle = search.found.edits.skip(1).subscribe { edits += $0.edits }
    let (hit, other) = (Contact(id: 10_000, name: "999 Ada"), Contact(id: 10_001, name: "Bob"))
    search.contacts.append(hit)
    search.contacts.append(other)
    #expect(edits == [.insert(hit, at: 19)])
    handle.dispose()
  }
}
