import Rill
import SevenGUIs
import Testing

@MainActor @Suite struct FlightBookerTests {
  private let booker = FlightBooker()

  @Test func aOneWayFlightNeedsOneDay() {
    #expect(booker.book.isEnabled)
    #expect(!booker.hasReturn.value)
    booker.comeback = "soon"
    #expect(booker.book.isEnabled)
    #expect(booker.isReturnValid.value)
    booker.departure = "29.02.2014"
    #expect(!booker.book.isEnabled)
    #expect(!booker.isDepartureValid.value)
  }

  @Test func aReturnIsNotBeforeTheDeparture() {
    booker.kind = .roundTrip
    #expect(booker.hasReturn.value)
    #expect(booker.book.isEnabled)
    booker.departure = "28.03.2014"
    #expect(!booker.book.isEnabled)
    booker.comeback = "01.04.2014"
    #expect(booker.book.isEnabled)
    booker.comeback = "1.4.2014"
    #expect(!booker.book.isEnabled)
    #expect(!booker.isReturnValid.value)
  }

  @Test func aBookingIsConfirmedInWords() {
    booker.book.execute()
    #expect(booker.message == "You have booked a one-way flight on 27.03.2014.")
    booker.kind = .roundTrip
    booker.comeback = "04.04.2014"
    booker.book.execute()
    #expect(booker.message == "You have booked a return flight from 27.03.2014 to 04.04.2014.")
  }

  @Test(arguments: ["29.02.2016", "29.02.2000", "31.12.1999", "01.01.0001"])
  func daysAreRead(text: String) { #expect(Day(text)?.description == text) }

  @Test(arguments: [
    "29.02.1900", "31.04.2014", "00.01.2014", "01.13.2014", "1.01.2014", "01.01.14", "01.01.2014.", "", "+1.01.2014",
  ])
  func otherTextsAreNoDays(text: String) { #expect(Day(text) == nil) }
}
