import Operators
import StreamTesting
import Testing

/// Checks the result of a window operator, and the events of each window, in pictures.
///
/// Windows have the letters a, b, c and so on, in the order in which they begin.
func expectWindows(
  _ source: String, _ expected: String, _ windows: [String], line: UInt = #line,
  _ body: (Signal<String, MarbleFailure>, TestScheduler) -> Signal<Signal<String, MarbleFailure>, MarbleFailure>
) {
  let time = TestScheduler()
  let views = Notes<Recorder<String, MarbleFailure>>()
  let names = body(time.cold(source).signal, time).map { window in
    views.add(Recorder(window, on: time))
    return ["a", "b", "c", "d", "e"][views.all.count - 1]
  }
  expectMarbles(expected, names, on: time, line: line)
  #expect(views.all.map(\.marbles) == windows)
}

/// The values of each window of a stream that sends synchronously.
func windows(_ stream: Signal<Signal<Int, Never>, Never>) -> [[Int]] {
  let views = Notes<Recorder<Int, Never>>()
  stream.subscribe { views.add(Recorder($0)) }
  #expect(views.all.allSatisfy { $0.completion == .completed })
  return views.all.map(\.values)
}
