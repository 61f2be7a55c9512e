extension Signal where Failure == Never {
  /// The elements of a sequence, then the end.
  ///
  ///     Signal([1, 2, 3])   (123|)
  ///
  /// Every subscriber gets an iteration of its own, on its own thread, at subscription: that is where the elements are
  /// delivered. It stops at the next element when the subscription is disposed. Keeps the sequence, and no elements.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
    self.init(attaching: { sink, subscription in
      // The next element may be work to come by, so it is asked for only when it is wanted.
      var rest = elements.makeIterator()
      while subscription.isActive {
        let element = rest.next()
        guard subscription.isActive else { return }
        guard let element else { return sink.end(.completed) }
        sink.next(element)
      }
    })
  }
}

extension Signal where Failure == Never, Value: FixedWidthInteger {
  /// The numbers of a range, then the end.
  ///
  ///     Signal(0..<3)   (012|)
  ///
  /// As with any other sequence. On its own because a range's iterator checks its bounds twice for each number, which
  /// would cost a chain that the compiler sees through a third of its time.
  @inlinable
  public init(_ range: Range<Value>) {
    self.init(attaching: { sink, subscription in
      var number = range.lowerBound
      while number != range.upperBound {
        guard subscription.isActive else { return }
        sink.next(number)
        number &+= 1
      }
      if subscription.isActive { sink.end(.completed) }
    })
  }
}
