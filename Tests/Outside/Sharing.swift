import Rill

struct Product: Sendable {
  let id: Int
}

let request: Signal<Product, Never> = .just(Product(id: 3))
