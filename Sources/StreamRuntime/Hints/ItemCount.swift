/// Counts the items of a gate, for the hints of debug builds.
@usableFromInline
struct ItemCount {
  #if DEBUG
    @usableFromInline var count = 0
  #endif

  @inlinable init() {}

  /// Counts an item. The ten thousandth gives the hint.
  @inlinable
  mutating func add(hint: @autoclosure () -> String) {
    #if DEBUG
      count += 1
      if count == 10_000 { Hints.say(hint()) }
    #endif
  }
}
