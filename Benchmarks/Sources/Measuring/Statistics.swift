import Foundation

/// What several measurements of one thing say together.
package struct Statistics: Codable, Equatable, Sendable {
  package let median: Double
  package let lowest: Double
  package let highest: Double

  /// - Parameter samples: at least one.
  package init(_ samples: [Double]) {
    precondition(!samples.isEmpty, "There are no statistics of nothing.")
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    lowest = sorted[0]
    highest = sorted[sorted.count - 1]
  }

  /// Half of what lies between the highest and the lowest, as a part of the median.
  package var spread: Double { (highest - lowest) / 2 / median }

  /// Of ratios; of none there is no mean.
  package static func geometricMean(_ ratios: [Double]) -> Double? {
    ratios.isEmpty ? nil : exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
  }
}
