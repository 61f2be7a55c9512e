/// The times of the newest frames.
public struct FrameTimes: Sendable {
  /// The number of frames that are kept: at sixty a second those of five minutes.
  private static let limit = 18_000

  private var newest: [Duration] = []
  private var next = 0

  /// The number of frames in all.
  public private(set) var count = 0

  public init() {}

  public mutating func add(_ time: Duration) {
    count += 1
    if newest.count < Self.limit {
      newest.append(time)
    } else {
      newest[next] = time
      next = (next + 1) % Self.limit
    }
  }

  /// Returns the time that a share of the newest frames does not exceed: 0.99 for p99, 1 for the longest.
  public func percentile(_ share: Double) -> Duration? {
    guard !newest.isEmpty else { return nil }
    return newest.sorted()[min(newest.count - 1, Int((Double(newest.count) * share).rounded(.up)) - 1)]
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
