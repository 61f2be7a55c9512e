import Measuring
import OpenCombine
import Rill
import Synchronization

/// Elements through a growing number of maps.
///
/// A chain made in a loop has one type, so OpenCombine's stages are type-erased. Each nests deeper on the stack, and a
/// hundred thousand of them fit no stack.
enum ChainLength {
  static let scale = Scale<Library>(
    "chain_length", "ns per element and map", sizes: .decades,
    [.rill: { deep($0, rill) }, .openCombine: { $0 > 10_000 ? nil : deep($0, openCombine) }, .hand: { deep($0, hand) }])

  /// Each stage is called and released by the previous one: a million of them need a deep stack.
  private static func deep(_ length: Int, _ measure: @escaping @Sendable (Int) -> Double) -> Double {
    let result = Mutex(0.0)
    withDeepStack { result.withLock { $0 = measure(length) } }
    return result.withLock { $0 }
  }

  private static func elements(_ length: Int) -> Int { max(1, 1_000_000 / length) }

  @Sendable static func rill(_ length: Int) -> Double {
    let (total, elements) = (Total(), elements(length))
    var chain = stored(Signal(0..<elements))
    for _ in 0..<length { chain = stored(chain.map { $0 &+ 1 }) }
    return nanoseconds(per: elements * length) { chain.subscribe { total.add($0) } }
  }

  @Sendable static func openCombine(_ length: Int) -> Double {
    let (total, elements) = (Total(), elements(length))
    var chain = stored((0..<elements).publisher.eraseToAnyPublisher())
    for _ in 0..<length { chain = stored(chain.map { $0 &+ 1 }.eraseToAnyPublisher()) }
    return nanoseconds(per: elements * length) { chain.sink { total.add($0) }.cancel() }
  }

  @Sendable static func hand(_ length: Int) -> Double {
    let (total, elements) = (Total(), elements(length))
    var chain = stored { total.add($0) }
    for _ in 0..<length {
      let next = chain
      chain = stored { next($0 &+ 1) }
    }
    return nanoseconds(per: elements * length) { for number in 0..<elements { chain(number) } }
  }
}
