import Operators
import Testing

struct MapTests {
  @Test func picture() {
    expectPicture("1--2--3|", "A--B--C|", output: ["A": 10, "B": 20, "C": 30]) { (source: Signal<Int, Oops>) in
      source.map { $0 * 10 }
    }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "1--#") { (source: Signal<Int, Oops>) in source.map { $0 } }
  }

  struct Person: Sendable {
    var name: String
  }

  @Test func aKeyPathIsAFunctionToo() {
    let people = Signal([Person(name: "Ada"), Person(name: "Grace")])
    #expect(values(people.map(\.name).map(\.count)) == [3, 5])
  }
}
