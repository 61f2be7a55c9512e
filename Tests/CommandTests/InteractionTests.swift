import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct InteractionTests {
  @Test func questionsAreAnsweredInOrder() async {
    let confirm = Interaction<String, Bool>()
    let answers = Heard<String>()
    let first = Task { answers.append("a \(try await confirm.ask("a"))") }
    await until { confirm.current.value?.question == "a" }
    let second = Task { answers.append("b \(try await confirm.ask("b"))") }
    let current = confirm.current.value
    current?.answer(true)
    current?.answer(false)
    await until { confirm.current.value?.question == "b" }
    confirm.current.value?.answer(false)
    _ = (await first.result, await second.result)
    #expect(answers.values == ["a true", "b false"])
    #expect(confirm.current.value == nil)
  }

  @Test func aCancelledTaskWithdrawsItsQuestion() async {
    let confirm = Interaction<String, Bool>()
    let ends = Heard<String>()
    let task = Task {
      do throws(CancellationError) {
        _ = try await confirm.ask("a")
      } catch {
        ends.append("cancelled")
      }
    }
    await until { confirm.current.value != nil }
    task.cancel()
    await task.value
    #expect(ends.values == ["cancelled"])
    #expect(confirm.current.value == nil)
  }

  @Test func aQuestionOfACancelledTaskIsNeverShownForLong() async {
    let confirm = Interaction<String, Bool>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return (try? await confirm.ask("a")) == nil
    }
    #expect(await task.value)
    #expect(confirm.current.value == nil)
  }

  @Test func aHandlerAnswersUntilItIsDisposed() async throws {
    let confirm = Interaction<Int, Int>()
    let handling = confirm.handle { $0 * 2 }
    for question in 1...3 { #expect(try await confirm.ask(question) == question * 2) }
    handling.dispose()
    let task = Task { try? await confirm.ask(4) }
    await until { confirm.current.value?.question == 4 }
    task.cancel()
    #expect(await task.value == nil)
  }
}
