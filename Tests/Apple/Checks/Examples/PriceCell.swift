import Rill
import UIKit

@MainActor final class Share {
  @Observed var price = 0.0
}

/// A cell that shows different rows over time: its bindings end when it is reused.
final class PriceCell: UITableViewCell {
  let price = UILabel()

  func show(_ share: Share) {
    bind(\.text, of: price, to: share.$price.map { "\($0) €" }.take(untilReuseOf: self))
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses.send()
  }
}
