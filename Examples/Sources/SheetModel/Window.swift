public import Rill

extension Sheet {
  /// Every cell of a range as it is, and then each that shows something else, when it does.
  public func shown(in range: PlaceRange) -> Signal<(place: Place, value: CellValue), Never> {
    merge(range.map { place in value(at: place).map { (place: place, value: $0) } })
  }
}
