/// Which cells read themselves, perhaps by way of others: strongly connected components, by Tarjan's algorithm.
///
/// It takes one step for each reference, and no stack, however long a chain is.
struct Rings {
  /// All cells on rings.
  private(set) var cells: Set<Place> = []

  /// A cell whose references are being looked at.
  private struct Step {
    let place: Place
    let number: Int
    var rest: ArraySlice<Place>
    /// The lowest number of a cell that can be reached from here, and from which this one can.
    var lowest: Int
    var readsItself = false
  }

  private var path: [Step] = []

  /// The cells in the order of discovery. A cell whose ring is decided has the largest number.
  private var numbers: [Place: Int] = [:]
  private var undecided: [Place] = []

  /// Looks at `starts` and all that they read.
  init(from starts: some Sequence<Place>, references: (Place) -> [Place]) {
    for start in starts where numbers[start] == nil {
      enter(start, references(start))
      while let top = path.indices.last {
        guard let next = path[top].rest.popFirst() else {
          leave()
          continue
        }
        if let number = numbers[next] {
          path[top].lowest = min(path[top].lowest, number)
          if next == path[top].place { path[top].readsItself = true }
        } else {
          enter(next, references(next))
        }
      }
    }
  }

  private mutating func enter(_ place: Place, _ references: [Place]) {
    let number = numbers.count
    numbers[place] = number
    undecided.append(place)
    path.append(Step(place: place, number: number, rest: references[...], lowest: number))
  }

  private mutating func leave() {
    let step = path.removeLast()
    if let reader = path.indices.last { path[reader].lowest = min(path[reader].lowest, step.lowest) }
    guard step.lowest == step.number, let first = undecided.lastIndex(of: step.place) else { return }
    let component = Array(undecided[first...])
    undecided.removeSubrange(first...)
    for place in component { numbers[place] = .max }
    if component.count > 1 || step.readsItself { cells.formUnion(component) }
  }
}
