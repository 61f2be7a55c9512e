import Dispatch
import Rill

/// Runs random programs of lists on one thread until a collection differs, and returns the difference.
///
/// During and after each step, a few derived collections are compared with a computation from all elements. At
/// intervals, and at the end of a program, all are.
func checkLists(
  seed: UInt64, steps: Int, length: Int = 400, isRemote: Bool = false, progress: (Int) -> Void = { _ in }
) -> String? {
  var done = 0
  var program = seed
  while done < steps {
    if let difference = checkListProgram(
      seed: program, length: min(length, steps - done), isRemote)
    {
      return "seed \(program), \(difference)"
    }
    done += length
    program += 1
    progress(done)
  }
  return nil
}

private struct Stop: Error {}

private func checkListProgram(seed: UInt64, length: Int, _ isRemote: Bool) -> String? {
  var random = Random(state: seed &* 7919)
  // Most lists are short. The others have leaves and nodes enough to be compared, and computed again, in part.
  let limit = [40, 40, 40, 40, 40, 40, 150, 600].randomElement(using: &random)!
  let world = ListWorld(limit: limit, isRemote: isRemote)
  var name = 0
  if limit > 40 { world.fill(limit, &random, &name) }
  for step in 0..<length {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      var difference: String?
      batch {
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
          world.step(&random, &name)
          if Bool.random(using: &random) {
            difference = difference ?? world.checks.randomElement(using: &random)!.difference()
          }
        }
      }
      if let difference { return "step \(step), in a batch: \(difference)" }
    case 1:
      let before = world.list.value
      var difference: String?
      try? batch {
        world.step(&random, &name)
        difference = world.checks.randomElement(using: &random)!.difference()
        throw Stop()
      }
      if let difference { return "step \(step), in a batch that throws: \(difference)" }
      if world.list.value != before { return "step \(step): a batch that throws changes the list" }
    default: world.step(&random, &name)
    }
    let all = world.checks + world.observed
    let isComplete = step == length - 1 || step % (limit / 2) == 0
    for check in isComplete ? all : (0..<4).map({ _ in all.randomElement(using: &random)! }) {
      if let difference = check.difference() { return "step \(step): \(difference)" }
    }
  }
  return nil
}

/// Runs threads that change the same sources while they read derived collections. Returns the difference.
///
/// When all threads have ended, every collection and everything that its observers have received must equal
/// recomputation.
func checkListThreads(
  seed: UInt64, steps: Int, threads: Int, length: Int = 600, progress: (Int) -> Void = { _ in }
) -> String? {
  var done = 0
  var program = seed
  while done < steps {
    let world = ListWorld(limit: 40)
    DispatchQueue.concurrentPerform(iterations: threads) { [program] thread in
      var random = Random(state: (program &* 16 &+ UInt64(thread)) &* 104_729)
      for step in 0..<length / threads {
        world.concurrentStep(&random, id: (step * threads + thread + 1) * 10)
        if step % 10 == thread { _ = world.checks.randomElement(using: &random)!.difference() }
      }
    }
    // Another thread may have been left the last notifications.
    var rounds = 0
    while world.observed.contains(where: { $0.difference() != nil }), rounds < 100_000 {
      rounds += 1
      DispatchQueue.global().sync {}
    }
    for check in world.checks + world.observed {
      if let difference = check.difference() { return "seed \(program), \(threads) threads: \(difference)" }
    }
    done += length
    program += 1
    progress(done)
  }
  return nil
}
