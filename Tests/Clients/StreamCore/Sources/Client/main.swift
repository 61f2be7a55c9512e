import StreamCore

// One import provides all types of the module's API.
let numbers = Signal<Int, Never> { observer in
  observer.send(1)
  observer.send(2)
  observer.complete()
  return Disposable { print("disposed") }
}
var heard: [Int] = []
numbers.bind { { value, _ in .just(value * value) } }.subscribe { heard.append($0) }
precondition(heard == [1, 4])

let lazily = LazyStream(0..<3)
precondition(Array(lazily) == [0, 1, 2])

let scheduler = QueueScheduler(name: "client", qos: .userInitiated)
scheduler.schedule(after: .milliseconds(1)) {}.dispose()
print("StreamCore: \(heard)")
