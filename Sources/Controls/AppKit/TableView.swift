#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Lists
  import Foundation
  public import StreamCore

  extension NSTableView {
    /// Applies the changes of a list as animated insertions and removals of rows.
    ///
    /// ```swift
    /// table.reload(with: model.$tasks.collectionEdits(), animation: .effectFade)
    /// ```
    ///
    /// The data source still provides the rows. It must already have the new contents when the change is sent, so
    /// change the list on the main actor. The first change reloads all rows. The table is not retained; dispose the
    /// result to stop.
    @discardableResult
    public func reload<Element>(
      with changes: some StreamProtocol<CollectionChange<Element>, Never>,
      animation: NSTableView.AnimationOptions = []
    ) -> Disposable {
      changes.enumerated().subscribe(with: self) { table, numbered in
        guard numbered.offset > 0 else { return table.reloadData() }
        table.beginUpdates()
        // Applied in order: the indexes of each edit refer to the list after the previous edits, as in the table.
        for edit in numbered.element.edits { table.apply(edit, animation) }
        table.endUpdates()
      }
    }

    private func apply<Element>(_ edit: CollectionEdit<Element>, _ animation: NSTableView.AnimationOptions) {
      switch edit {
      case .insert(_, let index): insertRows(at: [index], withAnimation: animation)
      case .remove(_, let index): removeRows(at: [index], withAnimation: animation)
      case .replace(_, _, let index):
        removeRows(at: [index], withAnimation: animation)
        insertRows(at: [index], withAnimation: animation)
      case .move(_, let index, let other): moveRow(at: index, to: other)
      }
    }
  }
#endif
