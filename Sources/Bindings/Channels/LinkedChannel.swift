public import Properties

extension LinkedProperty: BindingEnd where Value: Equatable {
  /// One end of a two-way binding. It does not keep the property alive.
  public var terminal: Terminal<Value> { Terminal(of: property) { [weak self] in self?.value = $0 } }
}
