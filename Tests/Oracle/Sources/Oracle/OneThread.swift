/// Where a program does something else on the library than on the model.
struct Difference: CustomStringConvertible {
  let step: Int
  let expected: [Host.Event]
  let got: [Host.Event]

  var description: String {
    // Events before the first difference are equal.
    let same = max(0, zip(expected, got).prefix { $0 == $1 }.count - 2)
    func list(_ events: [Host.Event]) -> String { events.dropFirst(same).prefix(12).map { "\n    \($0)" }.joined() }
    return "step \(step)\n  expected:\(list(expected))\n  got:\(list(got))"
  }
}

extension Program {
  /// Runs the program on the library and on the model, and compares every value that is delivered or read.
  func difference() -> Difference? {
    let (rill, model) = (RillHost(self), ModelHost(self))
    defer { rill.finish() }
    for (index, step) in steps.enumerated() {
      let (got, expected) = (rill.run(top: step), model.run(top: step))
      if got == expected || !isConnected && got.byObserver == expected.byObserver { continue }
      return Difference(step: index, expected: expected, got: got)
    }
    return nil
  }
}

extension [Host.Event] {
  /// The same events, ordered by observer.
  fileprivate var byObserver: [Host.Event] {
    func observer(_ event: Host.Event) -> Int {
      if case .received(let observer, _) = event { observer } else { -1 }
    }
    return enumerated().sorted { (observer($0.element), $0.offset) < (observer($1.element), $1.offset) }.map(\.element)
  }
}

/// A program that the library and the model run differently, made as small as it can be.
struct Finding: CustomStringConvertible {
  let seed: UInt64
  let steps: Int
  let difference: Difference
  let smallest: Program

  var description: String {
    "seed \(seed), after \(steps) steps: \(difference)\n\nthe smallest program that differs:\n\(smallest)\n"
      + "\(smallest.difference().map(\.description) ?? "")"
  }
}

/// Runs random programs of `length` steps each, until `steps` steps were made.
///
/// Returns the first fault.
func checkOneThread(
  seed: UInt64, steps: Int, length: Int = 80, with features: [Features] = Features.usual,
  progress: (Int) -> Void = { _ in }
) -> Finding? {
  var done = 0
  var number: UInt64 = 0
  while done < steps {
    let seed = seed &+ number &* 104_729
    var random = Random(state: seed)
    let program = Program(steps: length, with: features.randomElement(using: &random)!, &random)
    if let difference = program.difference() {
      let smallest = smallest(program) { $0.difference() != nil }
      return Finding(seed: seed, steps: done + difference.step, difference: difference, smallest: smallest)
    }
    done += length
    number += 1
    progress(done)
  }
  return nil
}
