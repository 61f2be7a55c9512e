// Earlier names, for which the compiler suggests the names of today.

/// The earlier name of ``ObservableList``.
@available(*, unavailable, renamed: "ObservableList")
public typealias ListProperty<Element: Sendable> = ObservableList<Element>

extension ListProtocol {
  /// The earlier name of ``merge(_:fileID:line:)``.
  @available(*, unavailable, renamed: "merge(_:)")
  public func combined(with other: some ListProtocol<Element>) -> DerivedList<Element> { fatalError() }
}
