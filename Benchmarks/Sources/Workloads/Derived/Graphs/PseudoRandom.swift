/// The generator of the dynamic graphs: xmur3a hashes a text into the four initial words of sfc32.
struct PseudoRandom {
  private var a, b, c, d: UInt32

  init(seed: String = "seed") {
    var hash: UInt32 = 2_166_136_261
    for unit in seed.utf16 {
      let k = (UInt32(unit) &* 3_432_918_353).rotated(left: 15)
      hash = (hash ^ (k &* 461_845_907)).rotated(left: 13) &* 5 &+ 3_864_292_196
    }
    hash ^= UInt32(seed.utf16.count)
    func word() -> UInt32 {
      hash = (hash ^ (hash >> 16)) &* 2_246_822_507
      hash = (hash ^ (hash >> 13)) &* 3_266_489_909
      hash ^= hash >> 16
      return hash
    }
    (a, b, c, d) = (word(), word(), word(), word())
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func next() -> Double {
    let sum = a &+ b &+ d &+ 1
    d &+= 1
    a = b ^ (b >> 9)
    b = c &+ (c << 3)
    c = c.rotated(left: 21) &+ sum
    return Double(sum) / 4_294_967_296
  }
}

extension UInt32 {
  fileprivate func rotated(left bits: UInt32) -> UInt32 { self << bits | self >> (32 - bits) }
}
