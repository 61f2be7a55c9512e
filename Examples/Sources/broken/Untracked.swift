import Rill

/// Shows the total, whenever the price or the number changes.
@MainActor
func showTotal() async {
  let price = MutableProperty(10)
  let number = MutableProperty(1)
  let total = Property {
    // No observer should be notified of a price twice.
    let each = untracked { price.value }
    return each * number.value
  }
  total.subscribe { print("The total is \($0).") }

  number.value = 2
  price.value = 30

  await pause()
}
