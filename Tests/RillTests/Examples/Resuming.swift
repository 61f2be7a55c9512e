import Rill
import StreamTesting
import Testing

struct ResumingExamples {
  let print = Printed()
  let time = TestScheduler()

  @Test("resuming(after:retrying:silence:limit:on:connect:)") func resumingFeed() {
    typealias Message = FeedMessage<[String], String, Int>
    // A server that sends one message, and closes the connection.
    let news = resuming(retrying: .constant(.seconds(1)), on: time) { (position: Int?) -> Signal<Message, Never> in
      if let position { .just(.change("news \(position + 1)", at: position + 1)) } else { .just(.snapshot([], at: 0)) }
    }
    let reading = news.subscribe { event in
      switch event {
      case .snapshot(let state, _), .reset(let state, _): print("all: \(state)")
      case .change(let change, _): print(change)
      case .connection(let state): if state.isLive { print("live") }
      }
    } failed: {
      print("gave up: \($0)")
    }
    time.advance(by: .seconds(2))
    reading.dispose()
    print.expect("all: [], live, news 1, live, news 2, live")
  }
}
