/// Removes all parts of a program without which it still `fails`.
func smallest(_ program: Program, _ fails: (Program) -> Bool) -> Program {
  var smallest = program
  var hasShrunk = true
  while hasShrunk {
    hasShrunk = false
    for candidate in halves(smallest) where fails(candidate) {
      smallest = candidate
      hasShrunk = true
      break
    }
    if hasShrunk { continue }
    for candidate in shorter(smallest) where fails(candidate) {
      smallest = candidate
      hasShrunk = true
      break
    }
  }
  return smallest
}

/// The program without larger parts of it.
private func halves(_ program: Program) -> [Program] {
  var result: [Program] = []
  var size = program.steps.count / 2
  while size > 1 {
    for first in stride(from: 0, to: program.steps.count, by: size) {
      var candidate = program
      candidate.steps.removeSubrange(first..<min(first + size, candidate.steps.count))
      result.append(candidate)
    }
    size /= 2
  }
  return result
}

/// The program without one part of it, or with a simpler one.
private func shorter(_ program: Program) -> [Program] {
  var result = replacements(program.steps).map { steps in
    var candidate = program
    candidate.steps = steps
    return candidate
  }
  for reactions in smaller(program.reactions) {
    var candidate = program
    candidate.reactions = reactions
    result.append(candidate)
  }
  if program.sources > 1 {
    var candidate = program
    candidate.sources -= 1
    result.append(candidate)
  }
  return result
}

private func replacements(_ steps: [Step]) -> [[Step]] {
  var result: [[Step]] = []
  for index in steps.indices {
    var without = steps
    without.remove(at: index)
    result.append(without)
    for simpler in simpler(steps[index]) {
      result.append(changed(steps) { $0.replaceSubrange(index...index, with: simpler) })
    }
  }
  return result
}

/// The replacements for a step.
private func simpler(_ step: Step) -> [[Step]] {
  switch step {
  case .batch(let steps, let isThrowing):
    return [steps] + (isThrowing ? [[.batch(steps, isThrowing: false)]] : [])
      + replacements(steps).map { [.batch($0, isThrowing: isThrowing)] }
  case .observe(let spec):
    var specs = replacements(spec.reaction).map { reaction in changed(spec) { $0.reaction = reaction } }
    for index in spec.nodes.indices where spec.nodes.count > 1 {
      specs.append(changed(spec) { $0.nodes.remove(at: index) })
    }
    if spec.isEffect, spec.nodes.count == 1 { specs.append(changed(spec) { $0.isEffect = false }) }
    if spec.fresh != nil { specs.append(changed(spec) { $0.fresh = nil }) }
    for index in spec.nodes.indices {
      for node in smaller(spec.nodes[index]) {
        specs.append(changed(spec) { $0.nodes[index] = node })
      }
    }
    if spec.divisor > 1 { specs.append(changed(spec) { $0.divisor = 1 }) }
    return specs.map { [.observe($0)] }
  case .derive(let spec): return simpler(spec).map { [.derive($0)] }
  case .modify(let source): return [[.set(source, 2)]] + smaller(source).map { [.modify($0)] }
  case .set(let source, let tag):
    return smaller(source).map { [.set($0, tag)] } + (tag > 2 ? [[.set(source, 2)]] : [])
  case .read(let node): return smaller(node).map { [.read($0)] }
  case .dispose(let observer): return smaller(observer).map { [.dispose($0)] }
  }
}

private func simpler(_ spec: NodeSpec) -> [NodeSpec] {
  var specs: [NodeSpec] = []
  if spec.kind != .map { specs.append(changed(spec) { $0.kind = .map }) }
  if spec.inputs.count > 1 {
    for index in spec.inputs.indices {
      specs.append(changed(spec) { $0.inputs.remove(at: index) })
    }
  }
  for index in spec.inputs.indices {
    for input in smaller(spec.inputs[index]) {
      specs.append(changed(spec) { $0.inputs[index] = input })
    }
  }
  if spec.parameter > 0 { specs.append(changed(spec) { $0.parameter = 0 }) }
  return specs
}

private func smaller(_ number: Int) -> [Int] { Array(0..<min(number, 14)) }

/// Returns a copy with a change.
private func changed<Spec>(_ spec: Spec, _ change: (inout Spec) -> Void) -> Spec {
  var spec = spec
  change(&spec)
  return spec
}
