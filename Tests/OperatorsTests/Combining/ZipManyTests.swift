import Operators
import StreamTesting
import Testing

@Suite struct ZipManyTests {
  @Test func picture() {
    marbles(values: ["p": ["1", "5"], "q": ["2", "6"], "r": ["3", "7"]]) {
      "1---2-----3-|"
      "--5-6-7|"
      "--p-q-----(r|)"
    } through: { a, b, _ in
      zip([a, b])
    }
  }

  @Test func theFirstFailureEndsIt() {
    marbles(values: ["p": ["1", "5"]]) {
      "1---2-----3-|"
      "--5#"
      "--p#"
    } through: { a, b, _ in
      zip([a, b])
    }
  }
}
