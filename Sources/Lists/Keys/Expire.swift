import Operators
public import StreamCore

extension TableProperty {
  /// Removes each row some time after it was inserted or replaced.
  ///
  ///     table                   +a---------+b---------------
  ///     expire(after: 3 ticks)  +a------−a-+b------−b-------
  ///
  /// Replacing a row restarts its time. The time of rows that already exist starts now. Does not keep the table alive.
  /// Each row takes a timer, which does nothing after the result is disposed.
  @discardableResult
  public func expire(after time: Duration, on scheduler: any Scheduler) -> Disposable {
    let all = CompositeDisposable()
    let handle = list.rows.signal.apply(Arrivals()).subscribe(isolation: nil) { [weak self, weak all] rows in
      for row in rows {
        scheduler.schedule(after: time) { [weak self, weak all] in
          if let all, !all.isDisposed { self?.remove(row) }
        }
      }
    }
    all.add(handle)
    return Disposable(all)
  }

  private func remove(_ row: Lists.Row<Row>) {
    let key = key(row.element)
    source.modify { if $0.keys.row(for: key) === row { $0.remove(key) } }
  }
}

/// The rows that are new in each version of a list.
private struct Arrivals<Element: Sendable>: Operator {
  private var before = Rows<Element>()

  mutating func step(_ rows: Rows<Element>) -> Step<[Row<Element>]> {
    let edits: [RowEdit<Element>] = Rope.edits(from: before, to: rows, isBounded: false) ?? []
    before = rows
    return .emit(
      edits.compactMap { edit in
        switch edit {
        case .insert(let row, _), .replace(_, let row, _): row
        case .remove, .move: nil
        }
      })
  }
}
