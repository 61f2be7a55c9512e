import Rill

/// Returns the values of a synchronous stream, up to its end or its failure.
func values<Stream: StreamProtocol>(_ stream: Stream) -> [Stream.Value] {
  let events = try? stream.materialize().blocking().toArray()
  return (events ?? []).compactMap(\.value)
}

/// Chains as users write them, without a type on any closure.
struct Chains {
  enum Lost: Error { case connection }

  /// Only the types matter here.
  func fails(_ stream: Signal<Int, Lost>) {}
  func cannotFail(_ stream: Signal<Int, Never>) {}

  let numbers = Signal<Int, Never>([1, 2, 3])
  let request = Signal<Int, Lost>.just(7)
  let names = Signal<String, Never>(["ada", "grace"])

  func twentyOperatorsInARow() {
    let result =
      numbers
      .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      .filter { $0 > 0 }.filter { $0 > 1 }.filter { $0 > 2 }.filter { $0 > 3 }.filter { $0 > 4 }
      .map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }.map { 100 - $0 }.map { "\($0)" }
    precondition(values(result) == ["77", "75", "73"])
  }

  func twentyOperatorsThatCombineAndFlatten() {
    let result =
      numbers
      .map { $0 + 1 }
      .flatMap { .just($0) }
      .concatMap { .just($0) }
      .flatMap(.merge(maxConcurrent: 2)) { .just($0) }
      .merge(numbers)
      .flatMapFirst { .just($0) }
      .withLatest(from: names) { $1 }
      .zip(names).map { $0 + $1 }
      .flatMapLatest { text in request.map { text + "\($0)" } }
      // States the failure type in the middle of a chain whose closures only imply it, which takes a tenth of the time.
      .concat(names.promoteFailure(to: Lost.self))
      .filter { !$0.isEmpty }
      .take(until: Signal<Void, Never>.never)
      .skip(until: Signal<Void, Never>.just(()))
      .flatMap { text in text.isEmpty ? .fail(.connection) : .just(text) }
      .then { names }
      .distinctUntilChanged()
      .map { $0.count }
      .filter { $0 > 0 }
    precondition(values(result) == [3, 5])
  }

  func fourStreamsAndAClosure() {
    let sum = combineLatest(numbers, names, numbers, names) { a, b, c, d in a + b.count + c + d.count }
    precondition(values(sum).last == 16)
    let rows = combineLatest(
      numbers.map { $0 + 1 }, names.map { $0.count }, numbers.filter { $0 > 1 }, numbers.map { "\($0)" }
    ).map { a, b, c, d in "\(a) \(b) \(c) \(d)" }
    precondition(values(rows).last == "4 5 3 3")
    let tuples = zip(numbers, names, numbers.map { $0 * 2 }, names).map { $0.0 + $0.2 }
    precondition(values(tuples) == [3, 6])
  }

  func sixStreams() {
    let rows = combineLatest(
      combineLatest(numbers, names), combineLatest(numbers, names), numbers.map { $0 * 2 }, names
    ) { first, second, e, f in "\(first.0)\(first.1)\(second.0)\(second.1)\(e)\(f)" }
    precondition(values(rows).last == "3grace3grace6grace")
  }

  func nestedFlatMaps() {
    let result = numbers.flatMap { a in
      numbers.flatMap { b in
        numbers.filter { $0 > 1 }.flatMapLatest { c in
          request.concatMap { d in
            let sum = a + b + c
            return sum > 8 ? .fail(.connection) : .just(sum * d)
          }
        }
      }
    }
    precondition(values(result).first == 28)
  }

  func streamsThatCannotFailMeetStreamsThatCan() {
    let both = Signal<Int, Lost>.just(1)
    let safe = Signal<Int, Never>.just(2)
    fails(both.flatMap { .just($0) })
    fails(both.flatMap { _ in safe })
    fails(safe.flatMap { _ in both })
    fails(safe.flatMapLatest { n in n > 0 ? both.map { $0 } : .fail(.connection) })
    fails(both.concatMap { _ in safe })
    fails(safe.concatMap { _ in both })
    fails(both.flatMapFirst { _ in safe })
    fails(safe.flatMap(.concat) { _ in both })
    fails(both.flatMap(.latest) { _ in safe })
    fails(both.merge(safe))
    fails(safe.merge(both))
    fails(both.concat(safe))
    fails(safe.concat(both))
    fails(both.withLatest(from: safe).map { $0 + $1 })
    fails(safe.withLatest(from: both).map { $0 + $1 })
    fails(both.withLatest(from: safe) { $0 + $1 })
    fails(safe.withLatest(from: both) { $0 + $1 })
    fails(both.withLatest(from: both) { $0 + $1 })
    fails(both.switchIfEmpty(to: both))
    fails(zip(both, safe.promoteFailure()).map { $0.0 })
    fails(combineLatest(safe.promoteFailure(), both).map { $1 })
    fails(both.sample(at: safe))
    fails(both.sample(at: both))
    fails(both.take(until: both))
    fails(both.withLatest(from: both).map { $0 + $1 })
    fails(both.take(until: safe))
    fails(both.skip(until: safe))
    fails(both.take(untilReplacement: safe))
    fails(both.then { safe })
    fails(safe.then { both })
    fails(safe.map { _ in both }.flatten())
    fails(.if(safe.map { $0 > 1 }, then: both, else: both.map { $0 + 1 }))
    fails(.switch(safe, cases: [2: both], default: .fail(.connection)))
    fails(both.timeout(after: .seconds(1), to: safe.promoteFailure()))
    fails(safe.promoteFailure().timeout(after: .seconds(1), of: .nextValue, to: both))
    fails(both.flatMap(awaiting: .latest) { _ in safe })
    fails(merge(both, safe.promoteFailure(), safe.promoteFailure()))
    fails(both.merge(safe).merge(safe))
    fails(concat(safe.promoteFailure(), both.map { $0 + 1 }, safe.promoteFailure()))
    fails(race(safe.filter { $0 > 7 }.promoteFailure(), both))
    fails(combineLatest(both, names.promoteFailure(), request) { a, text, b in a + text.count + b })
    fails(zip(names.promoteFailure(), request.filter { $0 > 1 }).map { text, n in text.count + n })
    fails(safe.combineLatest(both).map { $0 + $1 })
    fails(both.zip(names).map { $0 + $1.count })
    fails(.if(safe.map { $0 > 1 }, then: safe.promoteFailure(), else: both.map { $0 + 1 }))
    cannotFail(combineLatest(safe.map { $0 + 1 }, names, safe) { $0 * $2 + $1.count })
    cannotFail(safe.flatMap { .just($0) })
    cannotFail(safe.merge(safe))
    cannotFail(merge(safe, safe, safe))
    cannotFail(safe.flatMapLatest { _ in safe })
    cannotFail(combineLatest(safe, safe) { $0 * $1 })
    cannotFail(zip(safe, safe) { $0 * $1 })
    cannotFail(safe.map { _ in safe }.flatten())
    cannotFail(.if(safe.map { $0 > 1 }, then: safe, else: safe))
  }
}

let chains = Chains()
chains.twentyOperatorsInARow()
chains.twentyOperatorsThatCombineAndFlatten()
chains.fourStreamsAndAClosure()
chains.sixStreams()
chains.nestedFlatMaps()
chains.streamsThatCannotFailMeetStreamsThatCan()
print("CompileTime: every expression was checked in time")
