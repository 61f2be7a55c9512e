/// A crowd in which something is wrong, made smaller.
struct CrowdFailure: CustomStringConvertible {
  let seed: UInt64
  let steps: Int
  let faults: [String]
  let smallest: Crowd

  var description: String {
    "seed \(seed), after \(steps) steps:\n  \(faults.joined(separator: "\n  "))\n\na smaller program:\n\(smallest)"
  }
}

/// Runs random programs on several threads until `steps` steps were made. Returns the first failure.
func checkManyThreads(
  seed: UInt64, steps: Int, threads: ClosedRange<Int>, deeds: Int = 250,
  for wanted: Set<CrowdFault> = Set(CrowdFault.allCases), shrinks: Bool = true, progress: (Int) -> Void = { _ in }
) -> CrowdFailure? {
  var done = 0
  var number: UInt64 = 0
  while done < steps {
    let seed = seed &+ number &* 104_729
    var random = Random(state: seed)
    let count = Int.random(in: threads, using: &random)
    let crowd = Crowd(threads: count, deeds: deeds, &random)
    let faults = CrowdRun(crowd, wanted: wanted).run()
    done += count * deeds
    if !faults.isEmpty {
      let smallest = shrinks ? smaller(crowd, wanted) : crowd
      return CrowdFailure(seed: seed, steps: done, faults: faults, smallest: smallest)
    }
    number += 1
    progress(done)
  }
  return nil
}

/// Removes parts of a program while one of some runs still fails. A fault that depends on the order of threads may not
/// occur again, so this stops after a few seconds.
private func smaller(_ crowd: Crowd, _ wanted: Set<CrowdFault>) -> Crowd {
  let deadline = ContinuousClock.now + .seconds(20)
  var smallest = crowd
  func fails(_ crowd: Crowd) -> Bool {
    (0..<30).contains { _ in ContinuousClock.now < deadline && !CrowdRun(crowd, wanted: wanted).run().isEmpty }
  }
  var hasShrunk = true
  while hasShrunk, ContinuousClock.now < deadline {
    hasShrunk = false
    for candidate in candidates(smallest) where fails(candidate) {
      smallest = candidate
      hasShrunk = true
      break
    }
  }
  return smallest
}

private func candidates(_ crowd: Crowd) -> [Crowd] {
  func changed(_ change: (inout Crowd) -> Void) -> Crowd {
    var result = crowd
    change(&result)
    return result
  }
  var result: [Crowd] = []
  for thread in crowd.threads.indices where crowd.threads.count > 1 {
    result.append(changed { $0.threads.remove(at: thread) })
  }
  for thread in crowd.threads.indices {
    var size = crowd.threads[thread].count / 2
    while size > 0 {
      for first in stride(from: 0, to: crowd.threads[thread].count, by: size) {
        result.append(
          changed { $0.threads[thread].removeSubrange(first..<min(first + size, $0.threads[thread].count)) })
      }
      size = size > 8 ? size / 2 : crowd.threads[thread].count <= 16 && size > 1 ? 1 : 0
    }
  }
  for watcher in crowd.watchers.indices { result.append(changed { $0.watchers.remove(at: watcher) }) }
  if !crowd.nodes.isEmpty { result.append(changed { $0.nodes.removeLast() }) }
  return result
}
