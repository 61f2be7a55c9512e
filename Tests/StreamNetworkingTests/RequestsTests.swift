import Foundation
import Rill
import StreamNetworking
import StreamTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequestsTests {
  let server = LoopbackServer()
  let session = URLSession(configuration: .patient)

  @Test func theAnswerAndThenTheEnd() async {
    let recorder = Recorder(session.signal(for: server.url("/hello")).map { String(decoding: $0.data, as: UTF8.self) })
    await recorder.waitForEnd()
    #expect(recorder.values == ["hello"])
    #expect(recorder.completion == .completed)
  }

  @Test func aStatusIsNoFailure() async {
    let recorder = Recorder(
      session.signal(for: server.url("/missing")).map { ($0.response as? HTTPURLResponse)?.statusCode })
    await recorder.waitForEnd()
    #expect(recorder.values == [404])
  }

  @Test func everySubscriberMakesARequestOfItsOwn() async {
    let requests = Recorder(server.requests)
    let answer = session.signal(for: server.url("/hello")).map(\.data.count)
    #expect(requests.values.isEmpty)
    let (first, second) = (Recorder(answer), Recorder(answer))
    await first.waitForEnd()
    await second.waitForEnd()
    #expect(requests.values == ["/hello", "/hello"])
    #expect(first.values == [5])
    #expect(second.values == [5])
  }

  @Test func disposingHangsUpOnTheServer() async {
    // In ReactiveObjC the transfer continues after cancelling. Here the server sees the connection close.
    let requests = Recorder(server.requests)
    let hangUps = Recorder(server.hangUps)
    let recorder = Recorder(session.signal(for: server.url("/stall")).map(\.data.count))
    await requests.waitForValues(1)
    recorder.dispose()
    await hangUps.waitForValues(1)
    #expect(recorder.events.isEmpty)
  }

  @Test func aFailureIsTyped() async {
    let recorder = Recorder(session.signal(for: server.url("/drop")).map(\.data.count))
    guard case .failed(let error) = await recorder.waitForEnd() else {
      Issue.record("It completed.")
      return
    }
    // Linux reports the first error, Apple systems the second.
    #expect([.badServerResponse, .networkConnectionLost].contains(error.code))
  }

  @Test func aServerThatIsNotThereIsAFailure() async {
    let recorder = Recorder(session.signal(for: URL(string: "http://127.0.0.1:1/")!).map(\.data.count))
    guard case .failed(let error) = await recorder.waitForEnd() else {
      Issue.record("It completed.")
      return
    }
    #expect(error.code == .cannotConnectToHost)
  }

  /// The code of Docs/Guides/Foundation.md.
  @Test func theGuidesPage() async {
    let url = server.url("/hello")
    let page = URLSession.shared.signal(for: url)
      .map { String(decoding: $0.data, as: UTF8.self) }
      .retry(2)
    let recorder = Recorder(page)
    await recorder.waitForEnd()
    #expect(recorder.values == ["hello"])
  }
}

extension URLSessionConfiguration {
  /// The default timeout of a minute may pass before the server gets a thread, since all tests run concurrently.
  fileprivate static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3_600
    return configuration
  }
}
