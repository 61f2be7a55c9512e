import Dispatch
import Observation
import Rill
import TestSupport
import Testing

@MainActor private final class Basket: Observable {
  @Observed var price = 2
  @Observed var count = 4
  @Derived({ @MainActor (cart: Basket) in cart.price * cart.count }) var total: Int
  var factor = 10
  func scaled(_ value: Int) -> Int { value * factor }
  lazy var scaledTotal = Property.isolated { @MainActor [unowned self] in scaled(total) }
}

@Suite struct DerivedTests {
  @Test @MainActor func itTracksItsReadsAndDoesNotRetainItsObject() {
    var cart: Basket? = Basket()
    let heard = Heard<Int>()
    let total = cart!.$total
    total.subscribe { heard.append($0) }
    cart!.price = 3
    batch {
      cart!.price = 5
      cart!.count = 1
      #expect(cart!.total == 5)
    }
    #expect(heard.values == [8, 12, 5])
    weak let gone = cart
    cart = nil
    #expect(gone == nil)
    #expect(total.value == 5)
  }

  @Test @MainActor func observationSeesIt() {
    let cart = Basket()
    let changes = Heard<Int>()
    withObservationTracking {
      _ = cart.total
    } onChange: {
      changes.append(1)
    }
    cart.count = 5
    cart.count = 6
    #expect(changes.values == [1])
  }

  @Test @MainActor func aClosureOfAnActorIsComputedThereWhereverItsSourcesAreSet() async {
    let cart = Basket()
    let source = MutableProperty(1)
    let both = Property.isolated { cart.scaled(source.value) }
    let heard = Heard<Int>()
    let told = AsyncStream<Int>.makeStream()
    let watching = both.map { $0 + 1 }.subscribe {
      heard.append($0)
      told.continuation.yield($0)
    }
    #expect(heard.values == [11])
    #expect(cart.scaledTotal.value == 80)
    await Task.detached { source.value = 2 }.value
    for await value in told.stream where value == 21 { break }
    #expect(heard.values == [11, 21])
    watching.dispose()
  }
}
