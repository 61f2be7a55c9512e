public import Bindings
public import Properties
public import StreamCore

/// A part of a source, read and set like a property: a row of a table, or a field.
///
/// ```swift
/// let name = document[\.name]
/// name.value = "Ada"
/// field.text <~> name
/// ```
///
///     document           (a, 1)---(b, 1)---(b, 2)
///     document[\.name]   a--------b--------------
///
/// Setting it changes the part, and nothing else, in one step. It keeps its source alive. Delivers where the source is
/// set.
public struct Lens<Value: Sendable>: PropertyProtocol {
  /// The part as a read-only property.
  public let property: Property<Value>
  private let owner: any AnyObject & Sendable

  /// Changes the part in the source, if that is alive.
  private let change: @Sendable (_ owner: AnyObject, _ change: @escaping (inout Value) -> Void) -> Void

  fileprivate init(
    property: Property<Value>, owner: any AnyObject & Sendable,
    change: @escaping @Sendable (_ owner: AnyObject, _ change: @escaping (inout Value) -> Void) -> Void
  ) {
    (self.property, self.owner, self.change) = (property, owner, change)
  }

  init<Owner: AnyObject & Sendable>(
    _ property: Property<Value>, of owner: Owner,
    change: @escaping @Sendable (_ owner: Owner, _ change: @escaping (inout Value) -> Void) -> Void
  ) {
    self.property = property
    self.owner = owner
    self.change = { owner, closure in change(unsafeDowncast(owner, to: Owner.self), closure) }
  }

  /// The current value of the part.
  public var value: Value {
    get { property.value }
    nonmutating set { change(owner) { $0 = newValue } }
  }

  /// Changes the part in one step. As ``MutableProperty/modify(_:)``, `change` may run again.
  public func modify(_ change: @escaping (inout Value) -> Void) { self.change(owner, change) }

  /// The current value of the part, then every change.
  public var signal: Signal<Value, Never> { property.signal }

  /// A part of the part.
  public subscript<Part: Sendable & Equatable>(
    path: any WritableKeyPath<Value, Part> & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lens<Part> {
    let part = property.map({ $0[keyPath: path] }, fileID: fileID, line: line)
      .distinctUntilChanged(fileID: fileID, line: line)
    return Lens<Part>(property: part, owner: owner) { [whole = change] owner, change in
      whole(owner) { change(&$0[keyPath: path]) }
    }
  }
}

extension MutableProperty {
  /// A part of the value, to be read, set and bound: see ``Lens``.
  public subscript<Part: Sendable & Equatable>(
    path: any WritableKeyPath<Value, Part> & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lens<Part> {
    let part = property.map({ $0[keyPath: path] }, fileID: fileID, line: line)
      .distinctUntilChanged(fileID: fileID, line: line)
    return Lens(part, of: self) { whole, change in whole.modify { change(&$0[keyPath: path]) } }
  }
}

extension TableProperty where Row: Equatable {
  /// A row, to be read, set and bound, whether it exists or not: see ``Lens``.
  @_disfavoredOverload
  public subscript(id key: Key, fileID: StaticString = #fileID, line: UInt = #line) -> Lens<Row?> {
    Lens(property(id: key, fileID: fileID, line: line).distinctUntilChanged(fileID: fileID, line: line), of: self) {
      table, change in table.change(key, change)
    }
  }
}

extension Lens: BindingEnd where Value: Equatable {
  /// One end of a two-way binding. It does not keep the source alive.
  public var terminal: Terminal<Value> {
    Terminal(of: property) { [weak owner, change] value in
      if let owner { change(owner) { $0 = value } }
    }
  }
}
