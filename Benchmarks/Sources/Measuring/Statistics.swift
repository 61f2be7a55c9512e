import Foundation

/// Statistics of several samples.
package struct Statistics: Codable, Equatable, Sendable {
  package let median: Double
  package let lowest: Double
  package let highest: Double

  /// - Parameter samples: At least one sample.
  package init(_ samples: [Double]) {
    precondition(!samples.isEmpty, "`Statistics` needs at least one sample.")
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    lowest = sorted[0]
    highest = sorted[sorted.count - 1]
  }

  /// Half of the range, as a fraction of the median.
  package var spread: Double { (highest - lowest) / 2 / median }

  /// Returns the geometric mean of ratios, or `nil` if there are none.
  package static func geometricMean(_ ratios: [Double]) -> Double? {
    ratios.isEmpty ? nil : exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
  }
}
