import Rill

/// A warning that is computed for each price, and is nearly always the same.
@MainActor
func sameResult(_ meanwhile: () -> Void) -> Any {
  let price = MutableProperty(0)
  let isDear = price.map { $0 > 1_000 }  // planted: unchanged
  let double = price.map { $0 * 2 }
  let shown = [effect { _ = isDear.value }, effect { _ = double.value }]
  for number in 0..<300 {
    price.value = number
    if number % 5 == 0 { meanwhile() }
  }
  return shown
}

/// A clock that shows minutes, and is formatted each second.
@MainActor
func sameText(_ meanwhile: () -> Void) -> Any {
  let seconds = MutableProperty(0)
  let minutes = Property { "\(seconds.value / 600) min" }  // planted: unchanged
  let hand = seconds.map { $0 % 60 }
  let shown = [minutes.signal.map(\.count).subscribe { _ in }, hand.subscribe { _ in }]
  for second in 0..<300 {
    seconds.value = second
    if second % 5 == 0 { meanwhile() }
  }
  return shown
}

/// A label that is set to the state that it has.
@MainActor
func sameValueAgain(_ meanwhile: () -> Void) -> Any {
  let states = Subject<String, Never>()
  let shown = [
    states.map { "state: \($0)" }.distinctUntilChanged().subscribe { _ in },
    states.subscribe { _ in },  // planted: unchanged
  ]
  for number in 0..<300 {
    states.send(number < 290 ? "connected" : "closed")
    if number % 5 == 0 { meanwhile() }
  }
  return (states, shown)
}
