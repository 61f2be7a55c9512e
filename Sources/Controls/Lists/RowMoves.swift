#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  import Bindings

  /// A change of a list as UIKit wants it: which rows of the list before it go, and which of the list after it are new.
  struct RowMoves {
    private(set) var removed: [Int] = []
    private(set) var inserted: [Int] = []

    init<Element>(_ change: CollectionChange<Element>) {
      // Of each row, where it was; nothing for one that is new.
      var origins: [Int?] = Array(change.before.indices)
      for edit in change.edits {
        switch edit {
        case .insert(_, let index): origins.insert(nil, at: index)
        case .remove(_, let index): origins.remove(at: index)
        case .replace(_, _, let index): origins[index] = nil
        }
      }
      let kept = Set(origins.compactMap { $0 })
      removed = change.before.indices.filter { !kept.contains($0) }
      inserted = origins.indices.filter { origins[$0] == nil }
    }
  }
#endif
