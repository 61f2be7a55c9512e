public import Foundation

extension IndexPath {
  /// UIKit › IndexPath: iOS 2.0, tvOS 9.0, visionOS 1.0.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var row: Int { self[1] }
  public var item: Int { self[1] }
  public var section: Int { self[0] }
}

/// UIKit › UITableViewCell: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UITableViewCell: UIView {
  open func prepareForReuse() {}
}

/// UIKit › UITableViewHeaderFooterView: iOS 6.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UITableViewHeaderFooterView: UIView {
  open func prepareForReuse() {}
}

/// UIKit › UICollectionReusableView: iOS 6.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UICollectionReusableView: UIView {
  open func prepareForReuse() {}
}

/// UIKit › UITableViewDataSource: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

/// UIKit › UICollectionViewDataSource: iOS 6.0, tvOS 9.0, visionOS 1.0.
@MainActor public protocol UICollectionViewDataSource: AnyObject {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
}

/// The rows of a list with one section, with UIKit's consistency check.
///
/// The data source's count must equal the previous count, minus the removed rows, plus the inserted rows.
private struct Rows<Cell> {
  var cells: [Cell] = []
  private var removed: [Int] = []
  private var inserted: [Int] = []

  mutating func remove(_ rows: [Int]) { removed += rows }
  mutating func insert(_ rows: [Int]) { inserted += rows }

  mutating func update(to count: Int, _ make: (Int) -> Cell) {
    precondition(
      count == cells.count - removed.count + inserted.count,
      "NSInternalInconsistencyException: \(cells.count) rows, less \(removed), with \(inserted), are not \(count).")
    for row in removed.sorted(by: >) { cells.remove(at: row) }
    for row in inserted.sorted() { cells.insert(make(row), at: row) }
    (removed, inserted) = ([], [])
  }
}

/// UIKit › UITableView: iOS 2.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UITableView: UIView {
  public enum RowAnimation: Int, Sendable { case fade, automatic = 100 }

  open weak var dataSource: (any UITableViewDataSource)?
  private var rows = Rows<UITableViewCell>()
  private var isLoaded = true

  /// Counts and cells are asked for again, when they are needed.
  open func reloadData() { isLoaded = false }

  open func numberOfRows(inSection section: Int) -> Int {
    load()
    return rows.cells.count
  }

  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    load()
    return rows.cells.indices.contains(indexPath.row) ? rows.cells[indexPath.row] : nil
  }

  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rows.remove(indexPaths.map(\.row)) }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rows.insert(indexPaths.map(\.row)) }

  /// iOS 11.0, tvOS 11.0.
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    load()
    updates?()
    rows.update(to: dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0, cell)
    completion?(true)
  }

  private func load() {
    if isLoaded { return }
    isLoaded = true
    rows.cells = (0..<(dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0)).map(cell)
  }

  private func cell(_ row: Int) -> UITableViewCell {
    dataSource?.tableView(self, cellForRowAt: IndexPath(row: row, section: 0)) ?? UITableViewCell()
  }
}

/// UIKit › UICollectionView: iOS 6.0, tvOS 9.0, visionOS 1.0.
@MainActor open class UICollectionView: UIView {
  open weak var dataSource: (any UICollectionViewDataSource)?
  private var rows = Rows<Void>()
  private var isLoaded = true

  open func reloadData() { isLoaded = false }

  open func numberOfItems(inSection section: Int) -> Int {
    load()
    return rows.cells.count
  }

  open func deleteItems(at indexPaths: [IndexPath]) { rows.remove(indexPaths.map(\.item)) }
  open func insertItems(at indexPaths: [IndexPath]) { rows.insert(indexPaths.map(\.item)) }

  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    load()
    updates?()
    rows.update(to: dataSource?.collectionView(self, numberOfItemsInSection: 0) ?? 0) { _ in }
    completion?(true)
  }

  private func load() {
    if isLoaded { return }
    isLoaded = true
    rows.cells = (0..<(dataSource?.collectionView(self, numberOfItemsInSection: 0) ?? 0)).map { _ in }
  }
}
