extension Signal where Failure == Never {
  /// The elements of a sequence, then the end.
  ///
  ///     Signal([1, 2, 3])   (123|)
  ///
  /// Every subscriber gets an iteration of its own, on its own thread, at subscription. It stops at the next element when the
  /// subscription is disposed.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
    self.init(attaching: { sink, subscription in
      for element in elements {
        guard subscription.isActive else { return }
        sink.next(element)
      }
      if subscription.isActive { sink.end(.completed) }
    })
  }
}
