import Measuring
import Testing

@Suite struct RemarksTests {
  private func row(_ name: String, goal: Double?, rill: Double, peer: Double) -> Row {
    Row(
      Workload(name, event: "send", events: 1, goal: goal, remark: "by the way", [:]),
      [.rill: Statistics([rill]), .openCombine: Statistics([peer])])
  }

  @Test func fasterPeersAreNamed() {
    let rows = [row("a", goal: 5, rill: 4, peer: 3), row("b", goal: 5, rill: 6, peer: 60)]
    #expect(
      Remarks.shortcomings(rows) == """
        - `a`: a peer takes 0.75 of the time that Rill takes.
        - `b`: 6.0 ns, and the goal is 5.0.
        """)
  }

  @Test func nothingToAdmit() {
    #expect(Remarks.shortcomings([row("a", goal: 5, rill: 4, peer: 30)]).hasPrefix("Nowhere"))
  }

  @Test func aRowIsExplained() {
    #expect(
      Remarks.explanations([row("a", goal: nil, rill: 1, peer: 1)])
        == "| workload | event | remark |\n| --- | --- | --- |\n| `a` | send | by the way |")
  }
}
