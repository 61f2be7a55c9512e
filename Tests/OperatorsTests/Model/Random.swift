/// The SplitMix64 generator: the same numbers for the same seed on all systems.
struct Random {
  var state: UInt64

  /// Returns a number from 0 up to, but not including, a limit.
  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }
}

extension Input {
  init(_ random: inout Random, values most: Int, ticks last: Int) {
    if random.below(8) == 0 {
      let length = random.below(4)
      self.init(beat: length == 0 ? .timer : .interval(length), count: length == 0 ? last / 3 : most)
      return
    }
    var values: [Int] = []
    for _ in 0..<random.below(most + 1) { values.append(random.below(10)) }
    // Of five sources two complete, two fail, and one does neither.
    self.init(values: values, end: End(rawValue: random.below(5) / 2) ?? .never)
    guard random.below(6) > 0 else { return }
    var at: [Int] = []
    for _ in 0...values.count { at.append(random.below(last + 1)) }
    at.sort()
    endTick = at.removeLast()
    ticks = at
  }

  /// Creates an interval of `count` beats, or a timer of `count` ticks.
  init(beat: Beat, count: Int) {
    let ticks =
      switch beat {
      case .interval(let length): (1...count).map { $0 * length }
      case .timer: [count]
      }
    self.init(ticks: ticks, values: Array(ticks.indices), end: .completes, endTick: ticks[ticks.count - 1], beat: beat)
  }
}

extension Chain {
  init(_ random: inout Random) {
    source = Input(&random, values: 8, ticks: 20)
    // At most two operators that multiply values; more would make thousands of them.
    var multipliers = 2
    for _ in 0...random.below(6) {
      guard let name = Name(rawValue: random.below(Name.allCases.count)) else { continue }
      if name.multiplies {
        if multipliers == 0 { continue }
        multipliers -= 1
      }
      var step = Step(name: name, n: random.below(name.multiplies ? 3 : 5), m: random.below(10))
      for _ in 0..<name.others {
        let isInner = name.kind == .each
        var other = Chain(source: Input(&random, values: isInner ? 2 : 6, ticks: isInner ? 6 : 20))
        if random.below(3) == 0, let name = Name(rawValue: random.below(Name.allCases.count)), name.others == 0 {
          other.steps = [Step(name: name, n: random.below(3), m: random.below(10))]
        }
        step.others.append(other)
      }
      steps.append(step)
    }
    if random.below(4) == 0 { left = random.below(20) }
  }

  /// The chains that remain when one part is removed.
  var smaller: [Chain] {
    var all: [Chain] = []
    if left != nil {
      var copy = self
      copy.left = nil
      all.append(copy)
    }
    for index in steps.indices {
      var copy = self
      copy.steps.remove(at: index)
      all.append(copy)
    }
    for (index, step) in steps.enumerated() {
      for (number, other) in step.others.enumerated() {
        for smaller in other.smaller {
          var copy = self
          copy.steps[index].others[number] = smaller
          all.append(copy)
        }
      }
    }
    guard source.beat == nil else { return all }
    for index in source.values.indices {
      var copy = self
      copy.source.values.remove(at: index)
      copy.source.ticks?.remove(at: index)
      all.append(copy)
    }
    if source.end != .never {
      var copy = self
      copy.source.end = .never
      all.append(copy)
    }
    return all
  }
}
