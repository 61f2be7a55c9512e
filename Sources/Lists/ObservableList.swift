public import Properties
import StreamCore

/// A list that can be changed and watched: a source of the state graph, made for long lists, too.
///
///     list    [a, b]----append(c)---remove(at: 0)---|      released
///     edits   +a0 +b1---+c2---------−a0-------------|
///
/// ```swift
/// let tasks = ObservableList(["wash", "cook"])
/// let long = tasks.filter { $0.count > 3 }
/// effect { print(long.count) }
/// tasks.append("bake")
/// ```
///
/// A change takes time in proportion to the logarithm of the count, also in derived lists. Changes of many elements are
/// made in bulk. It may be read and changed from any thread, also inside ``batch(_:)``. When it is released, its
/// streams complete, unless a derived list keeps its elements.
///
/// If another thread changes the list during a batch, the edits by index are made to the same elements at its end. An
/// edit of a removed element has no effect. An inserted or moved element comes before the same element as in the batch,
/// or at the end if that one was removed. Elements that the batch has added by `modify` or `set` count as removed.
public final class ObservableList<Element: Sendable>: ListProtocol {
  @usableFromInline let source: MutableProperty<Rows<Element>>

  /// The list, read-only.
  public let list: DerivedList<Element>

  @inlinable
  init(_ rows: Rows<Element>, _ fileID: StaticString, _ line: UInt) {
    source = MutableProperty(rows, fileID: fileID, line: line)
    source.showToObservation()
    list = DerivedList(source.property, parts: ListParts(of: source, { Rope.differences(from: $0, to: $1) }, { $0 }))
  }

  /// An empty list.
  @inlinable
  public convenience init(fileID: StaticString = #fileID, line: UInt = #line) { self.init(Rope(), fileID, line) }

  /// A list with elements to start with.
  @inlinable
  public convenience init(
    _ elements: some Collection<Element>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Rope(rowsOf: elements), fileID, line)
  }

  /// An element; setting it replaces it. An index that does not exist traps.
  @inlinable public subscript(index: Int, fileID: StaticString = #fileID, line: UInt = #line) -> Element {
    get {
      if isFollowed { return list[index, fileID, line] }
      guard let row = source.value.row(index) else { list.noElement(index, fileID, line) }
      return row.element
    }
    set {
      edit(index, (fileID, line)) { list, index in list[index] = newValue }
    }
  }

  /// Makes several edits, of which observers are notified as one change.
  ///
  /// ```swift
  /// tasks.modify { tasks in
  ///   tasks.removeAll { $0.isDone }
  ///   tasks.append(next)
  /// }
  /// ```
  ///
  /// As with ``MutableProperty/modify(_:)``, no lock is held while `change` runs. If another thread has edited the list
  /// meanwhile, `change` runs again, on the newer elements. If it has undone a step, the undone state stays. An error
  /// that `change` throws leaves the list unchanged.
  @inlinable @discardableResult
  public func modify<Result, Thrown: Error>(
    _ change: @escaping (inout ListEditor<Element>) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    try source.modify { rows throws(Thrown) in
      var editor = ListEditor(rows)
      let result = try change(&editor)
      rows = editor.rows
      return result
    }
  }

  /// Changes a row, and returns the element that it had.
  ///
  /// If a batch runs the change again on newer rows, it changes the row with the same identity, if there is one.
  @inlinable @inline(__always) @discardableResult
  func edit(
    _ index: Int, _ callSite: (StaticString, UInt), _ change: @escaping (inout ListEditor<Element>, Int) -> Void
  ) -> Element {
    guard source.source.isInBatch else {
      return modify { list in
        list.check(index, callSite)
        let element = list[index]
        change(&list, index)
        return element
      }
    }
    var found: Row<Element>?
    return modify { list in
      if let found {
        if let place = list.place(of: found.id) { change(&list, place) }
        return found.element
      }
      list.check(index, callSite)
      let row = list.rows[index]
      found = row
      change(&list, index)
      return row.element
    }
  }

  /// Inserts an element at the end.
  @inlinable public func append(_ element: Element) {
    let row = Row(element, id: newRowIDs())
    modify { $0.rows.append(row) }
  }

  /// Inserts elements at the end, in bulk.
  @inlinable public func append(contentsOf elements: some Collection<Element> & Sendable) {
    let new = Rope(rowsOf: elements)
    modify { $0.rows = $0.rows + new }
  }

  /// Inserts an element before the one at an index, or at the end.
  @inlinable public func insert(
    _ element: Element, at index: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let row = Row(element, id: newRowIDs())
    let keepsPlace = source.source.isInBatch
    var next: Neighbour?
    modify { list in
      if let next { return list.rows.insert(row, at: list.place(before: next)) }
      if index != list.count { list.check(index, (fileID, line)) }
      if keepsPlace { next = list.neighbour(at: index) }
      list.rows.insert(row, at: index)
    }
  }

  /// Removes an element, and returns it.
  @inlinable @discardableResult
  public func remove(at index: Int, fileID: StaticString = #fileID, line: UInt = #line) -> Element {
    edit(index, (fileID, line)) { list, index in _ = list.rows.remove(at: index) }
  }

  /// Removes all elements.
  @inlinable public func removeAll() { modify { $0.removeAll() } }

  /// Removes the elements for which a function returns true.
  @inlinable public func removeAll(where shouldBeRemoved: @escaping (Element) -> Bool) {
    modify { $0.removeAll(where: shouldBeRemoved) }
  }

  /// Moves an element to an index among the other elements. It keeps its identity.
  @inlinable public func move(
    from index: Int, to other: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let keepsPlace = source.source.isInBatch
    var next: Neighbour?
    edit(index, (fileID, line)) { [from = index] list, index in
      if from == other { return }
      if let next {
        let row = list.rows.remove(at: index)
        return list.rows.insert(row, at: list.place(before: next))
      }
      list.check(other, (fileID, line))
      list.move(from: index, to: other)
      if keepsPlace { next = list.neighbour(at: other + 1) }
    }
  }
}

extension ObservableList where Element: Equatable {
  /// Sets all elements, in bulk. Elements are matched by identity.
  ///
  /// ```swift
  /// rows.set(response.rows, by: \.id)
  /// ```
  ///
  /// An element that is equal to the old element with its identity changes nothing, and moves if its place is
  /// different. Takes time in proportion to the count. If several elements have the same identity, the first is matched
  /// and the others are new.
  @inlinable public func set<ID: Hashable>(
    _ elements: some Collection<Element> & Sendable, by identity: @escaping (Element) -> ID
  ) {
    modify { $0.set(elements, by: identity, ==) }
  }
}

extension ObservableList where Element: Equatable & Identifiable {
  /// Sets all elements, which identify themselves. See ``set(_:by:)``.
  @inlinable public func set(_ elements: some Collection<Element> & Sendable) { set(elements) { $0.id } }
}

/// The earlier name of ``ObservableList``.
@available(*, unavailable, renamed: "ObservableList")
public typealias ListProperty<Element: Sendable> = ObservableList<Element>
