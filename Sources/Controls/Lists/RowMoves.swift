#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  import Lists

  /// Edits as UIKit wants them: which rows of the list before them go, and which of the list after them are new.
  ///
  /// Takes time by the number of the edits, and none by that of the rows.
  struct RowMoves {
    /// In rising order, as the others.
    private(set) var removed: [Int] = []
    private(set) var inserted: [Int] = []

    init<Element>(_ edits: [CollectionEdit<Element>]) {
      for edit in edits {
        switch edit {
        case .insert(_, let index): insert(at: index)
        case .remove(_, let index): remove(at: index)
        case .replace(_, _, let index):
          remove(at: index)
          insert(at: index)
        }
      }
    }

    private mutating func insert(at index: Int) {
      let place = inserted.firstIndex { $0 >= index } ?? inserted.endIndex
      for later in place..<inserted.endIndex { inserted[later] += 1 }
      inserted.insert(index, at: place)
    }

    private mutating func remove(at index: Int) {
      let place = inserted.firstIndex { $0 >= index } ?? inserted.endIndex
      let isNew = place < inserted.endIndex && inserted[place] == index
      if isNew { inserted.remove(at: place) }
      for later in place..<inserted.endIndex { inserted[later] -= 1 }
      if isNew { return }
      // Where the row was: after the new ones before it are taken out, the old ones that are gone count again.
      var row = index - place
      var old = removed.startIndex
      while old < removed.endIndex, removed[old] <= row {
        row += 1
        old += 1
      }
      removed.insert(row, at: old)
    }
  }
#endif
