import Operators
import StreamTesting
import Testing

/// The closures that make a trigger may return any stream; here it is a subject.
@Suite struct TriggersOfAnyTypeTests {
  private let source = Subject<Int, Never>()
  private let trigger = Subject<Void, Never>()

  @Test func debounce() {
    let recorder = Recorder(source.debounce(until: { [trigger] _ in trigger }))
    source.send(1)
    source.send(2)
    trigger.send(())
    #expect(recorder.values == [2])
  }

  @Test func delayEach() {
    let recorder = Recorder(source.delayEach(until: { [trigger] _ in trigger }))
    source.send(1)
    #expect(recorder.values == [])
    trigger.send(())
    #expect(recorder.values == [1])
  }

  @Test func throttle() {
    let recorder = Recorder(source.throttle(until: { [trigger] _ in trigger }, edge: .both))
    source.send(1)
    source.send(2)
    #expect(recorder.values == [1])
    trigger.send(())
    #expect(recorder.values == [1, 2])
  }

  @Test func timeout() {
    let certain = Recorder(source.timeout(until: { [trigger] _ in trigger }, failure: Oops.oops))
    let failing = Recorder(
      source.promoteFailure(to: Oops.self).timeout(until: { [trigger] _ in trigger }, failure: .oops))
    source.send(1)
    trigger.send(())
    #expect(certain.events == [.next(1), .failed(.oops)])
    #expect(failing.events == [.next(1), .failed(.oops)])
  }

  @Test func `repeat`() {
    let recorder = Recorder(Signal<Int, Never>.just(1).repeat(when: { [trigger] _ in trigger }))
    #expect(recorder.values == [1])
    trigger.send(())
    #expect(recorder.values == [1, 1])
  }

  @Test func window() {
    let closing = Subject<Void, Never>()
    let recorder = Recorder(
      source.window(openedBy: trigger, closedBy: { [closing] _ in closing }).flatMap { $0.collect() })
    trigger.send(())
    source.send(1)
    closing.send(())
    source.send(2)
    #expect(recorder.values == [[1]])
  }
}
