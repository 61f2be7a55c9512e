import Measuring
import Testing

@Suite struct StatisticsTests {
  @Test func medianOfAnOddNumber() {
    let statistics = Statistics([3, 100, 1])
    #expect(statistics.median == 3)
    #expect(statistics.lowest == 1)
    #expect(statistics.highest == 100)
  }

  @Test func medianOfAnEvenNumber() {
    #expect(Statistics([4, 1, 2, 9]).median == 3)
  }

  @Test func spreadIsAPartOfTheMedian() {
    #expect(Statistics([8, 10, 12]).spread == 0.2)
  }

  @Test func geometricMeanOfRatios() throws {
    #expect(abs(try #require(Statistics.geometricMean([0.5, 2, 8])) - 2) < 1e-12)
    #expect(Statistics.geometricMean([]) == nil)
  }
}
