import Measuring
import OpenCombine
import Rill

/// One element, through more and more maps. A chain that is put together in a loop has one type, so OpenCombine's stages are erased.
enum ChainLength {
  static let scale = Scale<Library>(
    "chain_length", "ns per element and map", sizes: [1, 2, 5, 10, 20, 50, 100],
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  private static let elements = 10_000

  @Sendable static func rill(_ length: Int) -> Double {
    let total = Total()
    var chain = stored(Signal(0..<elements))
    for _ in 0..<length { chain = stored(chain.map { $0 &+ 1 }) }
    return nanoseconds(per: elements * length) { chain.subscribe { total.add($0) } }
  }

  @Sendable static func openCombine(_ length: Int) -> Double {
    let total = Total()
    var chain = stored((0..<elements).publisher.eraseToAnyPublisher())
    for _ in 0..<length { chain = stored(chain.map { $0 &+ 1 }.eraseToAnyPublisher()) }
    return nanoseconds(per: elements * length) { chain.sink { total.add($0) }.cancel() }
  }

  @Sendable static func hand(_ length: Int) -> Double {
    let total = Total()
    var chain = stored { total.add($0) }
    for _ in 0..<length {
      let next = chain
      chain = stored { next($0 &+ 1) }
    }
    return nanoseconds(per: elements * length) { for number in 0..<elements { chain(number) } }
  }
}
