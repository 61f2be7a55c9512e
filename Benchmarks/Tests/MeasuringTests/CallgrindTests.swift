import Measuring
import Testing

@Suite struct CallgrindTests {
  @Test func nameAndSumAreFound() throws {
    let text = """
      # callgrind format
      version: 1
      desc: Trigger: Client Request: zip_2/Rill/1
      positions: line
      events: Ir
      fn=(1) main
      12 300
      totals: 4846068

      """
    let found = try #require(Callgrind.read(text))
    #expect(found.name == "zip_2/Rill/1")
    #expect(found.instructions == 4_846_068)
  }

  @Test func theDumpAtTheEndHasNoName() {
    #expect(Callgrind.read("desc: Trigger: Program termination\ntotals: 12\n") == nil)
  }
}
