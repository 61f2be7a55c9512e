#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  import Lists

  /// Edits in the form of UIKit: removed rows of the old list, and inserted rows of the new one.
  ///
  /// Its time depends on the number of edits, not on the number of rows.
  struct RowMoves {
    /// In ascending order, like `inserted`.
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
        case .move(_, let index, let other):
          remove(at: index)
          insert(at: other)
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
      // Finds the row in the old list: subtracts new rows before it, and adds the old rows that were removed before it.
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
