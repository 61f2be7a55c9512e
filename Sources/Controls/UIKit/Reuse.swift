#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  import ObjectiveC
  public import StreamCore
  public import Subjects
  public import UIKit

  /// A view of a list that shows different rows over time.
  ///
  /// ```swift
  /// final class PriceCell: UITableViewCell {
  ///   override func prepareForReuse() {
  ///     super.prepareForReuse()
  ///     reuses.send()
  ///   }
  ///   func show(_ row: Row) { bind(\.text, of: price, to: row.$price.take(untilReuseOf: self)) }
  /// }
  /// ```
  @MainActor
  public protocol ReusableView: NSObject, Sendable {}

  extension UITableViewCell: ReusableView {}
  extension UITableViewHeaderFooterView: ReusableView {}
  extension UICollectionReusableView: ReusableView {}

  extension ReusableView {
    /// Sends when the view is about to show another row: the view's class calls it in `prepareForReuse()`.
    ///
    /// It is retained by the view and completes with it.
    public var reuses: Subject<Void, Never> { associated { Subject<Void, Never>() } }
  }

  extension StreamProtocol {
    /// Passes values until a view is reused for another row or released.
    ///
    ///     source                     1-2-3-4-5-|
    ///     reuses                     -----*
    ///     take(untilReuseOf: cell)   1-2-3|
    ///
    /// All else is as in `take(until:)`.
    @MainActor
    public func take(untilReuseOf view: some ReusableView) -> Signal<Value, Failure> {
      take(until: view.reuses).take(duringLifetimeOf: view.associated { Lifetime() })
    }
  }
#endif
