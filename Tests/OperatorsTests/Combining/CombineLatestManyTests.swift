import Operators
import StreamTesting
import Testing

@Suite struct CombineLatestManyTests {
  @Test func picture() {
    marbles(values: ["p": ["1", "5"], "q": ["1", "6"], "r": ["2", "6"]]) {
      "1-----2---|"
      "--5-6----|"
      "--p-q-r---|"
    } through: { a, b, _ in
      combineLatest([a, b])
    }
  }

  @Test func theFirstFailureEndsIt() {
    marbles(values: ["p": ["1", "5"]]) {
      "1-----2---|"
      "--5-#"
      "--p-#"
    } through: { a, b, _ in
      combineLatest([a, b])
    }
  }
}
