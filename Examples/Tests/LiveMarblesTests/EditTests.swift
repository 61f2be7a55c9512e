import Operators
import StreamTesting
import Testing

@testable import LiveMarbles

@Suite struct EditTests {
  private let site = MarbleSite()

  private func mistake(_ name: String, _ lines: String..., count: Int? = nil) -> String? {
    do {
      _ = try site.answer(name, lines, count: count)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func anEditedInputHasItsOwnOutput() throws {
    let answer = try site.answer("take(2)", ["-x--y-z|"], count: 1)
    #expect(answer.run.outputs.map { $0.marbles(length: 0) } == ["-(x|)"])
    #expect(answer.run.inputs[0].map(\.tick) == [1, 4, 6, 7])
  }

  @Test func aMistakeIsNamed() {
    #expect(mistake("take(2)", "a-(b")?.contains("this group is not closed") == true)
    #expect(mistake("sum()", "1-x|") == "source has no value x. Its values are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9.")
    #expect(mistake("assertNoFailure()", "1-#") == "source is a stream that cannot fail. Remove the #.")
    #expect(mistake("take(2)", "a|", count: 0) == "The number must be from 1 to 20, got 0.")
    #expect(mistake("merge", "a|") == "merge needs 2 inputs, got 1.")
    #expect(mistake("take(2)", String(repeating: "-", count: 61)) == "source may have at most 60 characters.")
    #expect(mistake("fold") == "There is no operator fold. Choose one from the list.")
  }

  /// Each of these runs its source again without a pause.
  @Test(arguments: ["retry()", "repeat()"]) func anEndlessLoopEnds(_ name: String) {
    #expect(mistake(name, name == "retry()" ? "#" : "|") == nil)
  }

  /// An edit of a person must not trap.
  @Test(arguments: Catalog.shared.operators.map(\.name)) func everyOperatorSurvivesEveryEdit(_ name: String) throws {
    let found = try #require(Catalog.shared[name])
    for index in found.inputs.indices {
      let input = found.inputs[index]
      let letters = input.letters.map(String.init)
      var edits = [
        "", "|", "-----", "(\(letters[0])\(letters[0])|)", letters.prefix(20).joined(),
        "--\(letters[letters.count - 1])",
      ]
      if input.canFail { edits += ["#", "\(letters[0])-#"] }
      for edit in edits {
        var lines = found.inputs.map(\.marbles)
        lines[index] = edit
        for count in found.count == nil ? [nil] : [1, 20] { _ = try found.run(lines, count: count) }
      }
    }
  }

  /// The copied test, run here: the same closure, in the picture of the page, disposed at every tick.
  @Test(arguments: Catalog.shared.operators.map(\.name)) func aCopiedTestPasses(_ name: String) throws {
    let found = try #require(Catalog.shared[name])
    guard case .values(let body) = found.output else { return }
    let lines = found.inputs.map(\.marbles)
    let run = try found.run(lines)
    let values = Dictionary(uniqueKeysWithValues: run.legend.map { (Character($0.letter), $0.value) })
    marbles(values: values) {
      run.outputs[0].marbles(length: run.length)
    } through: { time in
      body(lines, time, found.count ?? 0)
    }
  }
}
