import StreamCore
import Testing

@Suite struct EventTests {
  @Test func aValueIsNotAnEnd() {
    let event = Event<Int, Problem>.next(3)
    #expect(event.value == 3)
    #expect(event.completion == nil)
    #expect(!event.isTerminal)
  }

  @Test func anEndHasNoValue() {
    let failed = Event<Int, Problem>.failed(Problem())
    let completed = Event<Int, Problem>.completed
    #expect(failed.value == nil && completed.value == nil)
    #expect(failed.isTerminal && completed.isTerminal)
    #expect(failed.completion == .failed(Problem()))
    #expect(completed.completion == .completed)
  }

  @Test func anEndBecomesAnEventAndBack() {
    for completion in [Completion<Problem>.completed, .failed(Problem(name: "x"))] {
      #expect(Event<Int, Problem>(completion).completion == completion)
    }
  }

  @Test func mapChangesOnlyTheValue() {
    #expect(Event<Int, Problem>.next(2).map { "\($0)" } == .next("2"))
    #expect(Event<Int, Problem>.failed(Problem()).map { "\($0)" } == .failed(Problem()))
    #expect(Event<Int, Problem>.completed.map { "\($0)" } == .completed)
  }

  @Test func equalEventsHashAlike() {
    let events: Set<Event<Int, Problem>> = [.next(1), .next(1), .next(2), .completed, .completed, .failed(Problem())]
    #expect(events.count == 4)
  }
}
