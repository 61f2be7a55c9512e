extension Signal where Failure == Never {
  /// The elements of a sequence, then the end.
  ///
  ///     Signal([1, 2, 3])   (123|)
  ///
  /// Every subscriber gets a separate iteration at subscription. Delivers on the subscriber's thread. Disposing the
  /// subscription stops the iteration at the next element. Keeps the sequence, and no elements.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
    self.init(attaching: { sink, subscription in
      // Computing the next element may be expensive, so the subscription is checked before.
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
  /// It behaves as any other sequence. It has a separate initializer because a range's iterator checks its bounds twice
  /// for each number, which would cost an inlined chain a third of its time.
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
