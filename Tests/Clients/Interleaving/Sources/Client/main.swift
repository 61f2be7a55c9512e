import Interleaving

/// Two threads read a number and then write it plus one: in some order one update is lost.
func finds(_ add: @escaping @Sendable (borrowing Atomic<Int>) -> Void) -> Bool {
  final class Counter: Sendable {
    let number = Atomic(0)
  }
  do {
    try explore { program in
      let counter = Counter()
      for _ in 0..<2 { program.thread { add(counter.number) } }
      program.atEnd { expect(counter.number.load(ordering: .relaxed) == 2, "one is lost") }
    }
    return false
  } catch {
    return "\(error)".contains("one is lost")
  }
}

precondition(finds { $0.store($0.load(ordering: .relaxed) + 1, ordering: .relaxed) })
precondition(!finds { $0.add(1, ordering: .relaxed) })
print("Interleaving: a lost update is found")
