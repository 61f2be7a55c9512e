public import StreamCore

/// A list that can be watched, as a table view wants to: its changes are insertions, removals and replacements with
/// their indexes, and are never looked for by comparing.
public protocol WatchableList<Element>: AnyObject, Sendable {
  associatedtype Element: Sendable

  /// What became of the list, from value to value. The first change is from nothing: it inserts all that there is.
  var edits: Signal<CollectionChange<Element>, Never> { get }

  /// The elements, which takes time in proportion to their number.
  var value: [Element] { get }

  /// How many elements there are.
  var count: Int { get }

  /// An element, in time in proportion to the logarithm of the count. An index that there is not traps.
  subscript(index: Int) -> Element { get }
}

/// A list that can be changed and watched, for long lists: a change is an edit, and costs what the edit does.
///
///     list    [a, b]----append(c)---remove(at: 0)---|      released
///     edits   +a0 +b1---+c2---------−a0-------------|
///
/// ```swift
/// let tasks = ListProperty(["wash", "cook"])
/// table.reload(with: tasks.filter { $0.count > 3 }.edits)
/// tasks.append("bake")
/// ```
///
/// An edit takes time in proportion to the logarithm of the count, and so does what is derived from the list for it.
/// All who watch hear of changes in one order; the list has its new elements before anybody hears of them. From any
/// thread. When it is released, its streams complete; neither they nor a subscription keep it.
public final class ListProperty<Element: Sendable>: WatchableList {
  private let core: ListCore<Element>

  /// An empty list.
  public init() { core = ListCore() }

  /// A list with elements to start with.
  public init(_ elements: some Sequence<Element>) { core = ListCore(Rope(Array(elements))) }

  deinit { core.end() }

  /// All that there is, as insertions, and then every change.
  public var edits: Signal<CollectionChange<Element>, Never> { core.edits }

  /// The elements. They are set by ``set(_:by:)``, which compares.
  public var value: [Element] { core.elements.array }

  /// How many elements there are.
  public var count: Int { core.elements.count }

  /// An element; setting it replaces it.
  public subscript(index: Int) -> Element {
    get { core.elements[index] }
    set { modify { $0[index] = newValue } }
  }

  /// Makes several edits, which are told as one change.
  ///
  /// ```swift
  /// tasks.modify { tasks in
  ///   tasks.removeAll { $0.isDone }
  ///   tasks.append(next)
  /// }
  /// ```
  ///
  /// No lock is held while `change` runs. If another thread has changed the list meanwhile, it runs again, on the newer
  /// elements, so it should do nothing else than change them. What `change` itself does to the list in another way than
  /// by its argument is replaced by the elements of the argument, unless it leaves that as it was. An error that it
  /// throws leaves the list as it was.
  @discardableResult
  public func modify<Result, Thrown: Error>(
    _ change: (inout ListEditor<Element>) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    while true {
      let (before, version) = core.current
      var editor = ListEditor(before)
      let origin = editor.origin
      let result = try change(&editor)
      if editor.origin !== origin { editor = ListEditor(before, replacedBy: editor) }
      if editor.edits.isEmpty || core.make(CollectionChange(before, editor.elements, editor.edits), since: version) {
        return result
      }
      // Run again, it would change the list again, and never end.
      if core.wasChangedHere {
        let (now, version) = core.current
        editor = ListEditor(now, replacedBy: editor)
        if core.make(CollectionChange(now, editor.elements, editor.edits), since: version) { return result }
      }
    }
  }

  /// Puts an element last.
  public func append(_ element: Element) { modify { $0.append(element) } }

  /// Puts an element before the one at an index, or last.
  public func insert(_ element: Element, at index: Int) { modify { $0.insert(element, at: index) } }

  /// Takes an element out.
  @discardableResult
  public func remove(at index: Int) -> Element { modify { $0.remove(at: index) } }

  /// Takes all elements out.
  public func removeAll() { modify { $0.removeAll() } }

  /// Moves an element to an index among the others: a removal and an insertion, told as one change.
  public func move(from index: Int, to other: Int) { modify { $0.insert($0.remove(at: index), at: other) } }
}

extension ListProperty {
  /// Sets all elements. Which of them are those that were there is told by what identifies them.
  ///
  /// ```swift
  /// rows.set(response.rows, by: \.id)
  /// ```
  ///
  /// As many as can stay in their order stay, and are replaced where they are not equal; the others are removed and
  /// inserted. Takes time in proportion to n log n. Where one identifies several, the first of them is meant and the
  /// others are new.
  public func set<ID: Hashable>(_ elements: some Sequence<Element>, by identity: (Element) -> ID)
  where Element: Equatable {
    let target = Array(elements)
    modify { list in
      for edit in identityEdits(from: Array(list), to: target, by: identity) { list.make(edit) }
    }
  }

  /// Sets all elements, which identify themselves. See ``set(_:by:)``.
  public func set(_ elements: some Sequence<Element>) where Element: Equatable & Identifiable {
    set(elements) { $0.id }
  }
}
