import StreamTesting

let time = TestScheduler()
let beats = Recorder(
  Signal<Int, Never> { observer in
    time.schedule(every: .seconds(1)) { observer.send(1) }
  })
time.advance(by: .seconds(3))
precondition(beats.values == [1, 1, 1])
print("StreamTesting: \(beats.values)")
