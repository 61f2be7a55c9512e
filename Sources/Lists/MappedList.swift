import Operators
import StreamCore

extension WatchableList {
  /// The list of what a function makes of each element.
  ///
  ///     list          +a0 +b1---−a0-----b→c 0
  ///     map(upper)    +A0 +B1---−A0-----B→C 0
  ///
  /// The function runs once for each element that comes in. An edit takes time in proportion to the logarithm of the
  /// count.
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Element) -> Output) -> DerivedList<Output> {
    DerivedList(edits.apply(Mapping(transform: transform)), keeping: self)
  }
}

private struct Mapping<Element: Sendable, Output: Sendable>: Operator {
  let transform: @Sendable (Element) -> Output
  var outputs = Rope<Evenly<Output>>()

  mutating func step(_ change: CollectionChange<Element>) -> Step<[CollectionEdit<Output>]> {
    .emit(
      change.edits.map { edit in
        let output: CollectionEdit<Output> =
          switch edit {
          case .insert(let element, let index): .insert(transform(element), at: index)
          case .remove(_, let index): .remove(outputs[index], at: index)
          case .replace(_, let element, let index): .replace(outputs[index], with: transform(element), at: index)
          }
        outputs.apply(output)
        return output
      })
  }
}
