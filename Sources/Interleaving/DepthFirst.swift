/// Explores all schedules in depth-first order, within bounds.
///
/// A preemption takes the baton from a thread that could continue; the number of preemptions in a schedule is bounded.
/// Most faults need one or two (Musuvathi and Qadeer, 2007). Without a bound the number of schedules grows with the
/// factorial of the steps.
///
/// Without a bound on preemptions, sleep sets (Godefroid, 1996) skip schedules that differ from an explored one only in
/// the order of adjacent steps that commute. Steps commute if they access different objects, or only read. A thread
/// whose step was explored at a decision sleeps in the other branches of that decision, until a step comes that does
/// not commute with its own. With a bound nothing is skipped, because the equivalent schedule may have more preemptions
/// than the bound allows.
final class DepthFirst: Strategy {
  private struct Decision {
    let options: Options
    /// The number of options that may be chosen.
    let limit: Int
    var chosen = 0
    /// The threads that were asleep at the first visit, and the threads that were tried since.
    let asleep: ThreadSet
    var tried = ThreadSet()
  }

  private let preemptions: Int?
  private let weakness: Int?

  /// The decisions of the current schedule, and how many of them this execution has reached.
  private var path: [Decision] = []
  private var position = 0

  /// The rest of the bounds in this execution.
  private var preemptionsLeft = 0
  private var weaknessLeft = 0

  /// The threads that sleep now.
  private var asleep = ThreadSet()

  /// Whether all executions took the same steps after the same choices.
  private(set) var isDeterministic = true

  init(preemptions: Int?, weakness: Int?) {
    self.preemptions = preemptions
    self.weakness = weakness
  }

  func begin() {
    position = 0
    preemptionsLeft = preemptions ?? .max
    weaknessLeft = weakness ?? .max
    asleep = ThreadSet()
  }

  func choose(_ options: Options, at step: Int, _ pending: (Int) -> Operation) -> Int? {
    guard options.isOfThreads else { return chooseValue(options) }
    var tried = ThreadSet()
    var chosen = 0
    if options.count > 1 {
      if position == path.count {
        let limit = options.isPreemption && preemptionsLeft == 0 ? 1 : options.count
        path.append(Decision(options: options, limit: limit, asleep: asleep))
        guard let first = nextOption(path[position], from: 0) else {
          path.removeLast()
          return nil
        }
        path[position].chosen = first
      }
      check(options)
      (chosen, tried) = (path[position].chosen, path[position].tried)
      position += 1
      if chosen > 0, options.isPreemption { preemptionsLeft -= 1 }
    } else if preemptions == nil, asleep.contains(options.threads[0]) {
      return nil
    }
    if preemptions == nil { wake(options.threads[chosen], tried, pending) }
    return chosen
  }

  /// Lets the tried threads sleep, too, and wakes the threads whose steps do not commute with the chosen one.
  private func wake(_ thread: Int, _ tried: ThreadSet, _ pending: (Int) -> Operation) {
    var next = asleep.union(tried)
    next.remove(thread)
    guard next.bits != 0 else { return asleep = next }
    let step = pending(thread)
    for other in 0..<VectorClock.mostThreads where next.contains(other) && !pending(other).commutes(with: step) {
      next.remove(other)
    }
    asleep = next
  }

  private func chooseValue(_ options: Options) -> Int {
    if position == path.count {
      path.append(Decision(options: options, limit: weaknessLeft == 0 ? 1 : options.count, asleep: ThreadSet()))
    }
    check(options)
    let chosen = path[position].chosen
    position += 1
    if chosen > 0 { weaknessLeft -= 1 }
    return chosen
  }

  private func check(_ options: Options) {
    let known = path[position].options
    if known.count != options.count || known.threads != options.threads { isDeterministic = false }
    path[position].chosen = min(path[position].chosen, options.count - 1)
  }

  private func nextOption(_ decision: Decision, from first: Int) -> Int? {
    guard first < decision.limit else { return nil }
    guard preemptions == nil, decision.options.isOfThreads else { return first }
    return (first..<decision.limit).first {
      let thread = decision.options.threads[$0]
      return !decision.asleep.contains(thread) && !decision.tried.contains(thread)
    }
  }

  func advance(after steps: Int) -> Bool {
    if position != path.count { isDeterministic = false }
    while var last = path.popLast() {
      if last.options.isOfThreads { last.tried.insert(last.options.threads[last.chosen]) }
      if let next = nextOption(last, from: last.chosen + 1) {
        last.chosen = next
        path.append(last)
        return true
      }
    }
    return false
  }
}
