import Rill
import StreamTesting
import TestSupport
import Testing

/// State derived from a list: its text, and a subscription to it.
struct DerivedState: Sendable {
  let shown: @Sendable () -> String
  let subscribe: @Sendable () -> Disposable

  init<Value: Sendable>(_ property: Property<Value>) {
    shown = { "\(property.value)" }
    subscribe = { property.subscribe { _ in } }
  }

  init<Element: Sendable>(_ list: DerivedList<Element>) {
    shown = { "\(list.value)" }
    subscribe = { list.edits.subscribe { _ in } }
  }

  init<Key, Row: Sendable>(_ table: DerivedTable<Key, Row>) {
    shown = { "\(table.rows.value)" }
    subscribe = { table.rows.edits.subscribe { _ in } }
  }
}

/// A public closure of Lists that calls `act` while the list computes or changes.
struct ReentrantClosure<Result: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let apply: @Sendable (ObservableList<Int>, Act) -> Result

  init(_ name: String, _ apply: @escaping @Sendable (ObservableList<Int>, Act) -> Result) {
    self.name = name
    self.apply = apply
  }

  var testDescription: String { name }
}

extension ReentrantClosure<DerivedState> {
  /// Every closure of derived lists, tables and aggregates. A new one needs a line here.
  static let all: [Self] = elements + orders + aggregates + tables

  private static let elements: [Self] = [
    .init("map") { list, act in .init(list.map { act($0) * 2 }) },
    .init("compactMap") { list, act in .init(list.compactMap { act($0) > 1 ? $0 : nil }) },
    .init("filter") { list, act in .init(list.filter { act($0) > 1 }) },
    .init("flatMap") { list, act in .init(list.flatMap { [act($0), -$0] }) },
    .init("distinct(by:)") { list, act in .init(list.distinct { act($0) % 3 }) },
    .init("DerivedList(_:by:)") { list, act in
      let arrays = list.property.signal.map { Array($0) }
      return .init(DerivedList(arrays, by: { act($0) }))
    },
  ]

  private static let orders: [Self] = [
    .init("sorted(by:)") { list, act in .init(list.sorted { act($0) > $1 }) },
    .init("sections(by:)") { list, act in .init(list.sections { act($0) % 2 }) },
    .init("min(by:)") { list, act in .init(list.min { act($0) < $1 }) },
    .init("max(by:)") { list, act in .init(list.max { act($0) < $1 }) },
  ]

  private static let aggregates: [Self] = [
    .init("contains(where:)") { list, act in .init(list.contains { act($0) > 100 }) },
    .init("count(where:)") { list, act in .init(list.count { act($0) > 1 }) },
    .init("first(where:)") { list, act in .init(list.first { act($0) > 100 }) },
    .init("sum(of:)") { list, act in .init(list.sum { act($0) }) },
    .init("reduce(adding:)") { list, act in
      .init(list.reduce(0, adding: { $0 += act($1) }, removing: { $0 -= $1 }))
    },
    .init("reduce(removing:)") { list, act in
      .init(list.reduce(0, adding: { $0 += $1 }, removing: { $0 -= act($1) }))
    },
    .init("reduce, value") { list, act in .init(list.reduce({ act($0) }, combine: { $0 + $1 })) },
    .init("reduce, combine") { list, act in .init(list.reduce({ $0 }, combine: { act($0) + $1 })) },
  ]

  private static let tables: [Self] = [
    .init("indexed(by:)") { list, act in .init(list.indexed { act($0) }) },
    .init("grouped(by:), key") { list, act in .init(list.grouped(by: { act($0) % 2 }) { Array($0) }) },
    .init("grouped(by:), value") { list, act in .init(list.grouped(by: { $0 % 2 }) { act(Array($0)) }) },
    .init("joined(on:)") { list, act in
      .init(list.joined(list.indexed { $0 }, on: { act($0) }).map { $0.left + $0.right })
    },
    .init("leftJoined(on:)") { list, act in
      .init(list.leftJoined(list.indexed { $0 }, on: { act($0) }).map { $0.left + ($0.right ?? 0) })
    },
  ]
}

extension ReentrantClosure<Void> {
  /// Every closure that changes a list, a table or a lens: each leaves an 8 in the list.
  static let writers: [Self] = [
    .init("modify") { list, act in list.modify { $0.append(act(8)) } },
    .init("removeAll(where:)") { list, act in
      list.append(8)
      list.removeAll { act($0) == 1 }
      if !list.value.contains(8) { list.append(8) }
    },
    .init("set(_:by:)") { list, act in list.set([1, 2, 8], by: { act($0) }) },
    .init("History.step") { list, act in History(of: list).step { list.append(act(8)) } },
    .init("Lens.modify") { list, act in
      let pair = MutableProperty(Pair())
      pair[\.first].modify { $0 = act(8) }
      list.append(pair.value.first)
    },
    .init("TableProperty(key:)") { list, act in
      let table = TableProperty<Int, Int> { act($0) }
      table.set([8])
      list.append(table.rows.value[0])
    },
    .init("TableProperty.modify(id:)") { list, act in
      let table = TableProperty<Int, Pair> { $0.first }
      table.set([Pair(first: 1)])
      table.modify(id: 1) { $0.second = act(8) }
      list.append(table[id: 1]?.second ?? 0)
    },
    .init("TableProperty.removeAll(where:)") { list, act in
      let table = TableProperty<Int, Int> { $0 }
      table.set([1, 8])
      table.removeAll { act($0) == 1 }
      list.append(contentsOf: table.rows.value)
    },
  ]
}

struct Pair: Equatable, Sendable {
  var first = 0
  var second = 0
}
