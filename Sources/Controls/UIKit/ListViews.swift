#if canImport(UIKit) && !os(watchOS)
  public import Lists
  import Foundation
  public import StreamCore
  public import UIKit

  extension UITableView {
    /// Shows what becomes of a list as insertions and removals of the rows of a section, animated.
    ///
    /// ```swift
    /// table.reload(with: model.$tasks.collectionEdits(), animation: .fade)
    /// ```
    ///
    /// The data source goes on telling what there is: it has what the change has come to when the change is told, so
    /// the list is one that is changed on the main actor. The first change, and one while the table is in no window,
    /// loads everything. The table is not kept; what is returned ends it.
    @discardableResult
    public func reload<Element>(
      with changes: some StreamProtocol<CollectionChange<Element>, Never>, section: Int = 0,
      animation: UITableView.RowAnimation = .automatic
    ) -> Disposable {
      changes.enumerated().subscribe(with: self) { table, numbered in
        guard numbered.offset > 0, table.window != nil else {
          table.reloadData()
          // The number of rows is asked for now, and not when the next change has come.
          _ = table.numberOfRows(inSection: section)
          return
        }
        let moves = RowMoves(numbered.element.edits)
        table.performBatchUpdates {
          table.deleteRows(at: moves.removed.map { IndexPath(row: $0, section: section) }, with: animation)
          table.insertRows(at: moves.inserted.map { IndexPath(row: $0, section: section) }, with: animation)
        }
      }
    }
  }

  extension UICollectionView {
    /// Shows what becomes of a list as insertions and removals of the items of a section, animated. See
    /// `UITableView.reload(with:section:animation:)`.
    @discardableResult
    public func reload<Element>(
      with changes: some StreamProtocol<CollectionChange<Element>, Never>, section: Int = 0
    ) -> Disposable {
      changes.enumerated().subscribe(with: self) { collection, numbered in
        guard numbered.offset > 0, collection.window != nil else {
          collection.reloadData()
          // The number of items is asked for now, and not when the next change has come.
          _ = collection.numberOfItems(inSection: section)
          return
        }
        let moves = RowMoves(numbered.element.edits)
        collection.performBatchUpdates {
          collection.deleteItems(at: moves.removed.map { IndexPath(item: $0, section: section) })
          collection.insertItems(at: moves.inserted.map { IndexPath(item: $0, section: section) })
        }
      }
    }
  }
#endif
