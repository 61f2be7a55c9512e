import Rill

/// A theme that every row of a table reads.
@MainActor
func reachesMany(_ meanwhile: () -> Void) -> Any {
  let isDark = MutableProperty(false)  // planted: work
  let rows = (0..<300).map { row in isDark.map { $0 ? row : -row } }
  let cursor = MutableProperty(0)
  let shown = rows.map { row in row.subscribe { _ in } } + [cursor.subscribe { _ in }]
  for number in 0..<60 {
    if number % 6 == 0 { isDark.value.toggle() }
    cursor.value = number
    meanwhile()
  }
  return (rows, shown)
}

/// A message for which a handler sets a hundred properties.
@MainActor
func setsMany(_ meanwhile: () -> Void) -> Any {
  let cells = (0..<100).map { MutableProperty($0) }
  let loaded = Subject<Int, Never>()  // planted: work
  let clicked = Subject<Int, Never>()
  let shown =
    cells.map { cell in cell.map { $0 * 2 }.subscribe { _ in compute(microseconds: 20) } } + [
      loaded.subscribe { for cell in cells { cell.value += $0 } },
      clicked.subscribe { cells[0].value = $0 },
    ]
  for number in 0..<60 {
    if number % 6 == 0 { loaded.send(number + 1) }
    clicked.send(number)
    meanwhile()
  }
  return (loaded, clicked, cells, shown)
}
