import Rill

extension ListWorld {
  /// Puts elements into the list, in bulk.
  func fill(_ count: Int, _ random: inout Random, _ name: inout Int) {
    let first = name
    name += count
    list.append(
      contentsOf: (1...max(count, 1)).prefix(count).map {
        ListRow(id: first + $0, number: .random(in: 0..<20, using: &random), city: .random(in: 0..<6, using: &random))
      })
  }

  /// One change of one source, or a few.
  func step(_ random: inout Random, _ name: inout Int) {
    var nextID = name
    func item() -> ListRow {
      nextID += 1
      return ListRow(
        id: nextID, number: .random(in: 0..<20, using: &random), city: .random(in: 0..<6, using: &random))
    }
    func changed(_ item: ListRow) -> ListRow {
      ListRow(id: item.id, number: .random(in: 0..<20, using: &random), city: .random(in: 0..<6, using: &random))
    }
    let target = Int.random(in: 0..<4, using: &random) == 0 ? other : list
    let count = target.count
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4: target.insert(item(), at: .random(in: 0...count, using: &random))
    case 4..<7 where count > 0: target.remove(at: .random(in: 0..<count, using: &random))
    case 7..<11 where count > 0:
      let index = Int.random(in: 0..<count, using: &random)
      target[index] = changed(target[index])
    case 11..<13 where count > 0:
      target.move(from: .random(in: 0..<count, using: &random), to: .random(in: 0..<count, using: &random))
    case 13:
      let items = (0..<Int.random(in: 0..<5, using: &random)).map { _ in item() }
      let start = Int.random(in: 0...count, using: &random)
      let range = start..<min(count, start + Int.random(in: 0..<5, using: &random))
      target.modify { $0.replaceSubrange(range, with: items) }
    case 14:
      let rest = Int.random(in: 0..<3, using: &random)
      if count > limit { target.removeAll { $0.id % 3 == rest } }
    case 15: target.set(target.value.shuffled(using: &random).dropLast(count > limit * 3 / 4 ? 3 : 0) + [item()])
    case 16 where count > 0:
      var items = target.value
      for index in items.indices where index % 3 == 0 { items[index] = changed(items[index]) }
      let (first, second) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      items.swapAt(first, second)
      target.set(items)
    case 17: minimum.value = .random(in: 0..<20, using: &random)
    case 18: descending.value.toggle()
    case 19: window.value = .random(in: 0..<10, using: &random)..<Int.random(in: 10..<20, using: &random)
    case 20: people[id: .random(in: 0..<6, using: &random)] = nil
    case 21:
      let id = Int.random(in: 0..<6, using: &random)
      people.update([ListRow(id: id, number: .random(in: 0..<9, using: &random), city: 0)])
    case 22: people.modify(id: .random(in: 0..<6, using: &random)) { $0.number += 1 }
    case 23:
      people.set((0..<6).shuffled(using: &random).prefix(3).map { ListRow(id: $0, number: $0, city: 1) })
    default: target.append(item())
    }
    name = nextID
  }

  /// A change that is valid after any changes by other threads.
  func concurrentStep(_ random: inout Random, id: Int) {
    let (place, number) = (Int.random(in: 0..<1000, using: &random), Int.random(in: 0..<20, using: &random))
    let city = Int.random(in: 0..<6, using: &random)
    let target = Int.random(in: 0..<4, using: &random) == 0 ? other : list
    func change(_ kind: Int) {
      switch kind {
      case 0..<4:
        target.modify { $0.insert(ListRow(id: id, number: number, city: city), at: place % ($0.count + 1)) }
      case 4..<6: target.modify { if $0.count > 0 { $0.remove(at: place % $0.count) } }
      case 6..<9:
        target.modify { list in
          guard list.count > 0 else { return }
          list[place % list.count].number = number
          list[place % list.count].city = city
        }
      case 9: target.modify { if $0.count > 0 { $0.move(from: place % $0.count, to: number % $0.count) } }
      case 10: minimum.value = number
      case 11: descending.value = number % 2 == 0
      case 12: people[id: city] = number % 3 == 0 ? nil : ListRow(id: city, number: number, city: 0)
      default: people.modify(id: city) { $0.number += 1 }
      }
    }
    let kinds = (0..<3).map { _ in Int.random(in: 0..<14, using: &random) }
    if number < 5 { batch { for kind in kinds.prefix(1) { change(kind) } } } else { change(kinds[0]) }
  }
}
