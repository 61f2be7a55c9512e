import Testing

/// Calls a test with 500 random lists of up to 12 numbers below 10, and the generator for further arguments.
///
/// For comparisons of an operator with a naive version over lists.
func forRandomLists(_ body: (_ list: [Int], _ random: inout Random) throws -> Void) rethrows {
  var random = Random(state: 37)
  for _ in 0..<500 {
    let list = (0..<random.below(13)).map { _ in random.below(10) }
    try body(list, &random)
  }
}
