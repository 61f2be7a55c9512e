import Foundation
import Measuring
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PlotTests {
  private let row = Row(
    Workload("zip_2", event: "pair", events: 1, [:]),
    [.rill: Statistics([65]), .openCombine: Statistics([1_002]), .hand: Statistics([0.26])])

  @Test func everyNumberIsInThePicture() {
    let svg = Plot([row]).svg
    for text in ["zip_2, Rill: 65 ns", "zip_2, OpenCombine: 1,002 ns", "zip_2, by hand: 0.26 ns"] {
      #expect(svg.contains(text))
    }
    #expect(!svg.contains("zip_2, AsyncAlgorithms"))
  }

  @Test func itIsXML() {
    #expect(XMLParser(data: Data(Plot([row]).svg.utf8)).parse())
  }
}
