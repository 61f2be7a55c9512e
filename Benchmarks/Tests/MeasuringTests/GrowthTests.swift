import Foundation
import Measuring
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct GrowthTests {
  private let scales = [
    Scale<Library>("level", "", sizes: .decades, [.rill: { _ in 0 }]),
    Scale<Library>("square", "", sizes: [10, 100, 1_000], [.rill: { _ in 0 }]),
    Scale<Library>("known", "", sizes: .decades, isLevel: false, [.rill: { _ in 0 }]),
    Scale<Library>("by_hand", "", sizes: .decades, [.hand: { _ in 0 }]),
  ]

  private let executed = [
    "level/few/10000": 1_000_000.0, "level/many/10000": 1_200_000, "level/first/10": 5,
    "square/few/100": 20_000, "square/many/1000": 1_500_000,
  ].mapValues { Executed(instructions: $0, atomics: 0) }

  @Test func countsAreForEachItem() {
    #expect(
      Growth.read(executed, of: scales) == [
        Growth(name: "level", size: 10_000, few: 100, many: 120),
        Growth(name: "square", size: 1_000, few: 200, many: 1_500),
      ])
  }

  @Test func growthThatIsNotLinearIsAFault() {
    #expect(
      Growth.read(executed, of: scales).compactMap(\.fault) == [
        "square: 200 instructions for each of 100 and 1500 for each of 1000, 7.5 times as many. 1.5 times are allowed."
      ])
  }

  @Test func thePictureHasALineForEach() {
    let rows = [
      ScaleRow<Library>(name: "one", about: "", sizes: [1, 10], nanoseconds: [.rill: [12, 13], .hand: [1, 2]]),
      ScaleRow<Library>(name: "other", about: "", sizes: [1, 1_000_000], nanoseconds: [.rill: [700, 800]]),
      ScaleRow<Library>(name: "nobody", about: "", sizes: [1], nanoseconds: [.hand: [7]]),
    ]
    let svg = ScalePlot(rows).svg
    #expect(svg.contains(">one<") && svg.contains(">other<") && !svg.contains(">nobody<"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }
}
