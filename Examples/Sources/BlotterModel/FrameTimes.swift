/// The times of the newest frames.
public struct FrameTimes: Sendable {
  /// The number of frames that are kept: at sixty a second those of five minutes.
  private static let limit = 18_000

  /// In the order of their arrival, from `next` on.
  private var newest: [Duration] = []
  private var next = 0

  /// The same, in the order of their length. A screen shows three figures of them with each frame.
  private var sorted: [Duration] = []

  /// The number of frames in all.
  public private(set) var count = 0

  public init() {}

  public mutating func add(_ time: Duration) {
    count += 1
    if newest.count < Self.limit {
      newest.append(time)
    } else {
      sorted.remove(at: place(of: newest[next]))
      newest[next] = time
      next = (next + 1) % Self.limit
    }
    sorted.insert(time, at: place(of: time))
  }

  /// Returns the number of shorter times.
  private func place(of time: Duration) -> Int {
    var range = 0..<sorted.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = sorted[middle] < time ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the time that a share of the newest frames does not exceed: 0.99 for p99, 1 for the longest.
  public func percentile(_ share: Double) -> Duration? {
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
  }

  /// The figures of the screen: `p50 0.8 ms, p99 2.1 ms, max 3.0 ms`.
  public var summary: String {
    [("p50", 0.5), ("p99", 0.99), ("max", 1)]
      .map { name, share in "\(name) \(milliseconds(percentile(share) ?? .zero)) ms" }.joined(separator: ", ")
  }
}

/// Returns a time in milliseconds with one decimal.
private func milliseconds(_ time: Duration) -> String {
  let tenths = Int((time / .microseconds(100)).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
