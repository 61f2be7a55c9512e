import Rill

/// A statistics page whose median sorts far too much.
@MainActor
func computation(_ meanwhile: () -> Void) -> Any {
  let sizes = MutableProperty([3, 1, 2])
  let smallest = Property { sizes.value.min() ?? 0 }
  let median = Property { () -> Int in  // planted: own
    compute(microseconds: 3_000)
    return sizes.value.sorted()[sizes.value.count / 2]
  }
  let shown = effect { _ = (smallest.value, median.value) }
  for size in 0..<60 {
    sizes.modify { $0.append(size) }
    meanwhile()
  }
  return shown
}

/// A label that is formatted slowly.
@MainActor
func mapped(_ meanwhile: () -> Void) -> Any {
  let celsius = MutableProperty(20)
  let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }
  let text = fahrenheit.map { (degrees: Int) -> String in  // planted: own
    compute(microseconds: 3_000)
    return "\(degrees) °F"
  }
  let shown = [text.subscribe { _ in }, celsius.subscribe { _ in }]
  for degrees in 0..<60 {
    celsius.value = degrees
    meanwhile()
  }
  return shown
}

/// A document that is compared slowly before it is saved.
@MainActor
func comparison(_ meanwhile: () -> Void) -> Any {
  let document = MutableProperty("")
  let changed = document.distinctUntilChanged { (before: String, now: String) -> Bool in  // planted: own
    compute(microseconds: 3_000)
    return before == now
  }
  let saved = [changed.subscribe { _ in }, document.map(\.count).subscribe { _ in }]
  for length in 0..<60 {
    document.value = String(repeating: "a", count: length / 2)
    meanwhile()
  }
  return saved
}

/// A log that is written slowly.
@MainActor
func handler(_ meanwhile: () -> Void) -> Any {
  let messages = Subject<String, Never>()
  let shown = messages.map(\.count).subscribe { _ in }
  let written = messages.subscribe { _ in compute(microseconds: 3_000) }  // planted: own
  for number in 0..<60 {
    messages.send("message \(number)")
    meanwhile()
  }
  return (messages, shown, written)
}

/// A chart that is drawn slowly, the second of three observers.
@MainActor
func secondHandler(_ meanwhile: () -> Void) -> Any {
  let price = MutableProperty(1.0)
  let drawn = [
    price.map { $0 * 2 }.subscribe { _ in },
    price.subscribe { _ in compute(microseconds: 3_000) },  // planted: own
    price.map { $0 / 2 }.subscribe { _ in },
  ]
  for number in 0..<60 {
    price.value = Double(number)
    meanwhile()
  }
  return drawn
}

/// A window title that is set slowly.
@MainActor
func effectBody(_ meanwhile: () -> Void) -> Any {
  let (file, isEdited) = (MutableProperty("notes"), MutableProperty(false))
  let title = Property { isEdited.value ? "\(file.value) (edited)" : file.value }
  let shown = [
    effect { _ = file.value },
    effect {  // planted: own
      _ = title.value
      compute(microseconds: 3_000)
    },
  ]
  for number in 0..<60 {
    isEdited.value = number % 2 == 0
    meanwhile()
  }
  return shown
}

/// A command whose work blocks before it begins.
@MainActor
func commandWork(_ meanwhile: () -> Void) -> Any {
  let save = Command { (text: String) -> Signal<Int, Never> in  // planted: own
    compute(microseconds: 3_000)
    return .just(text.count)
  }
  let load = Command { (text: String) -> Signal<Int, Never> in .just(text.count) }
  let shown = [save.values.subscribe { _ in }, load.values.subscribe { _ in }]
  for number in 0..<60 {
    save.execute("\(number)")
    load.execute("\(number)")
    meanwhile()
  }
  return (save, load, shown)
}
