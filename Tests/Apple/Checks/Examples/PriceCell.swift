import Rill
import UIKit

@MainActor final class Share {
  @Observed var price = 0.0
}

/// A cell that shows one row after another: what it follows ends when it is used again.
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
