/// The way from one array to another, in which as many elements as possible stay in their order; those that stay and
/// are not equal are replaced.
func identityEdits<Element: Equatable, ID: Hashable>(
  from before: [Element], to after: [Element], by identity: (Element) -> ID
) -> [CollectionEdit<Element>] {
  var places: [ID: Int] = [:]
  for (index, element) in before.enumerated() where places[identity(element)] == nil {
    places[identity(element)] = index
  }
  // Each element is met once: the second that is identified by the same is new.
  let origins = after.map { places.removeValue(forKey: identity($0)) }
  let staying = longestRise(of: origins)
  var (gone, new) = (Set(before.indices), Set(after.indices))
  for index in staying {
    new.remove(index)
    if let origin = origins[index] { gone.remove(origin) }
  }
  return collectionEdits(from: before, to: after, gone: gone, new: new) { $0 == $1 }
}

/// The indexes of a longest part of a list whose numbers rise; `nil` belongs to none.
private func longestRise(of numbers: [Int?]) -> [Int] {
  // Of each length, the index at which the part of that length with the lowest end ends.
  var ends: [Int] = []
  var previous = [Int?](repeating: nil, count: numbers.count)
  for (index, number) in numbers.enumerated() {
    guard let number else { continue }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]]! < number { low = middle + 1 } else { high = middle }
    }
    previous[index] = low == 0 ? nil : ends[low - 1]
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var (rise, index): ([Int], Int?) = ([], ends.last)
  while let each = index {
    rise.append(each)
    index = previous[each]
  }
  return rise.reversed()
}
