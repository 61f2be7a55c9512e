#if canImport(UIKit) && !os(watchOS)
  public import Lists
  import Foundation
  public import StreamCore
  public import UIKit

  extension UITableView {
    /// Applies the changes of a list as animated insertions and removals of a section's rows.
    ///
    /// ```swift
    /// table.reload(with: model.$tasks.collectionEdits(), animation: .fade)
    /// ```
    ///
    /// The data source still provides the rows. It must already have the new contents when the change is sent, so
    /// change the list on the main actor. The first change, and a change while the table is in no window, reloads all
    /// rows. The table is not retained; dispose the result to stop.
    @discardableResult
    public func reload<Element>(
      with changes: some StreamProtocol<CollectionChange<Element>, Never>, section: Int = 0,
      animation: UITableView.RowAnimation = .automatic
    ) -> Disposable {
      changes.enumerated().subscribe(with: self) { table, numbered in
        guard numbered.offset > 0, table.window != nil else {
          table.reloadData()
          // Makes the table ask for the number of rows now: after the next change it would be too late.
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
    /// Applies the changes of a list as animated insertions and removals of a section's items.
    ///
    /// See `UITableView.reload(with:section:animation:)`.
    @discardableResult
    public func reload<Element>(
      with changes: some StreamProtocol<CollectionChange<Element>, Never>, section: Int = 0
    ) -> Disposable {
      changes.enumerated().subscribe(with: self) { collection, numbered in
        guard numbered.offset > 0, collection.window != nil else {
          collection.reloadData()
          // Makes the view ask for the number of items now: after the next change it would be too late.
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
