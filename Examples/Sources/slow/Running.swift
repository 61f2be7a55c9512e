import Rill

/// A tooltip that follows every position of the pointer.
@MainActor
func everyChange(_ meanwhile: () -> Void) -> Any {
  let position = MutableProperty(0)
  let column = position.map { $0 / 100 }.distinctUntilChanged()
  let shown = [
    column.subscribe { _ in },
    position.subscribe { _ in },  // planted: runs
  ]
  for step in 0..<2_000 {
    position.value = step
    if step % 40 == 0 { meanwhile() }
  }
  return shown
}

/// A title that reads the position, too, and so is set for each.
@MainActor
func readsTooMuch(_ meanwhile: () -> Void) -> Any {
  let (title, position) = (MutableProperty("notes"), MutableProperty(0))
  let shown = [
    effect { _ = title.value },
    effect { _ = "\(title.value) \(position.value)" },  // planted: runs
  ]
  for step in 0..<2_000 {
    position.value = step
    if step % 40 == 0 {
      title.value = "notes \(step)"
      meanwhile()
    }
  }
  return shown
}

/// A view that subscribes each time it appears.
@MainActor
func subscribesAgain(_ meanwhile: () -> Void) -> Any {
  let messages = Subject<Int, Never>()
  var shown = [messages.map { $0 + 1 }.subscribe { _ in }]
  for number in 0..<60 {
    shown.append(messages.subscribe { _ in })  // planted: runs
    messages.send(number)
    meanwhile()
  }
  return (messages, shown)
}

/// A slider that a handler corrects repeatedly.
@MainActor
func feedback(_ meanwhile: () -> Void) -> Any {
  let (wanted, slider) = (MutableProperty(0), MutableProperty(0))
  let shown = [
    wanted.subscribe { slider.value = $0 - 20 },
    slider.subscribe { if $0 < wanted.value { slider.value = $0 + 1 } },  // planted: runs
  ]
  for number in 1...60 {
    wanted.value = number * 20
    meanwhile()
  }
  return shown
}
