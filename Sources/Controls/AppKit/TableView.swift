#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Lists
  import Foundation
  public import StreamCore

  extension NSTableView {
    /// Shows what becomes of a list as insertions and removals of rows, animated.
    ///
    /// ```swift
    /// table.reload(with: model.$tasks.collectionEdits(), animation: .effectFade)
    /// ```
    ///
    /// The data source goes on telling what there is: it has what the change has come to when the change is told, so
    /// the list is one that is changed on the main actor. The first change loads everything. The table is not kept;
    /// what is returned ends it.
    @discardableResult
    public func reload<Element>(
      with changes: some StreamProtocol<CollectionChange<Element>, Never>,
      animation: NSTableView.AnimationOptions = []
    ) -> Disposable {
      changes.enumerated().subscribe(with: self) { table, numbered in
        guard numbered.offset > 0 else { return table.reloadData() }
        table.beginUpdates()
        // One step after another, each with the indexes that it leaves to the next, as the changes have them too.
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
      }
    }
  }
#endif
