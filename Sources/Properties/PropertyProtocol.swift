public import StreamCore

/// A stream that has a current value: the common part of ``MutableProperty`` and ``Property``.
public protocol PropertyProtocol<Value>: StreamProtocol where Failure == Never {
  /// The current value.
  var value: Value { get }

  /// The property, read-only.
  var property: Property<Value> { get }
}

extension PropertyProtocol {
  /// A property whose value is computed from this one's.
  ///
  ///     property     a---b---c|
  ///     map(f)       A---B---C|     A = f(a), …
  ///
  /// `transform` runs once for every change, however many observers and readers there are, and never without one.
  /// Threads that ask for the same change together may each run it. The result keeps this property alive, and is not
  /// kept by it. Delivers where this property is set.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Property<Output> {
    let input = self.property
    let node = GraphThread.derive(Output.self, from: input.node) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Output.self, action) }
      thread.compute(node, from: thread.value(of: node.input(0), Value.self), transform)
    }
    return Property(node, CallSite(fileID, line).naming(.derived, by: function, "map"), keeping: input.owner)
  }

  /// A property whose value is that of the property that `transform` chooses.
  ///
  ///     property     a-----b--------|
  ///     f(a)         1--2-----3
  ///     f(b)         7-------8-----9|
  ///     flatMap(f)   1--2--7-8-----9|
  ///
  /// `transform` runs once for every change of this property. The result keeps this property and the chosen one alive;
  /// while it is only observed, the chosen one is kept for as long as this one lives. It ends when both have. Delivers
  /// where either is set.
  @inlinable
  public func flatMap<Chosen: PropertyProtocol>(
    _ transform: @escaping @Sendable (Value) -> Chosen, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Property<Chosen.Value> {
    let choice = map({ transform($0).property }, fileID: fileID, line: line, function: function)
    nonisolated(unsafe) let choosing = choice.node
    let node = GraphThread.derive(Chosen.Value.self, from: choosing, .tracked | .chooses) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Chosen.Value.self, action) }
      thread.computeChosen(node, by: choosing, Chosen.Value.self)
    }
    return Property(node, CallSite(fileID, line).naming(.derived, by: function, "flatMap"), keeping: choice.owner)
  }

  /// The same property without changes to a value that `areSame` finds equal to the previous one.
  ///
  ///     property                     a--b--b--c|
  ///     distinctUntilChanged(by:)    a--b-----c|
  ///
  /// If its value is the same, properties that depend on it are not computed, and observers are not notified. `areSame`
  /// runs without a lock, once for each change of this property, and only while the result is observed or read. Keeps
  /// this property alive. Delivers where this property is set.
  @inlinable
  public func distinctUntilChanged(
    by areSame: @escaping @Sendable (_ before: Value, _ now: Value) -> Bool,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Property<Value> {
    let input = self.property
    let node = GraphThread.derive(Value.self, and: CutOff<Value>.self, from: input.node) { node, action, thread in
      switch action {
      case .compute: thread.computeIfDistinct(node, areSame)
      case .destroy:
        node.more(CutOff<Value>.self, than: Value.self).deinitialize(count: 1)
        node.copyOrDestroy(Value.self, action)
      default: node.copyOrDestroy(Value.self, action)
      }
    }
    node.more(CutOff<Value>.self, than: Value.self).initialize(to: CutOff())
    return Property(
      node, CallSite(fileID, line).naming(.derived, by: function, "distinctUntilChanged"), keeping: input.owner)
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The same property without changes to an equal value. See ``distinctUntilChanged(by:fileID:line:function:)``.
  ///
  ///     property                  a--b--b--c|
  ///     distinctUntilChanged()    a--b-----c|
  @inlinable
  public func distinctUntilChanged(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Property<Value> {
    distinctUntilChanged(by: { $0 == $1 }, fileID: fileID, line: line, function: function)
  }
}
