import Rill

@MainActor class World {}

typealias Reading = Int

struct Product: Sendable {
  let id: Int
}

let request: Signal<Product, Never> = .just(Product(id: 3))
let drops = DropCount()
let readings = [1, 2, 3]
let subject = Subject<Reading, Never>()
