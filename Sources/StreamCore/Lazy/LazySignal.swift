extension LazyStream: StreamProtocol {
  /// The stream as a signal: every subscriber gets the elements on its own thread at subscription, then the end.
  ///
  ///     LazyStream([1, 2, 3]).signal   (123|)
  ///
  /// Elements are computed on the way if nobody has before. Once the subscription is disposed, no more of them are.
  /// Keeps the whole stream as long as the signal is there.
  @inlinable
  public var signal: Signal<Element, Never> {
    Signal(attaching: { sink, subscription in
      var iterator = makeIterator()
      while subscription.isActive {
        let element = iterator.next()
        // Computing it may have taken long, or may itself have ended the subscription.
        guard subscription.isActive else { return }
        guard let element else { return sink.end(.completed) }
        sink.next(element)
      }
    })
  }

  /// The stream as a signal that computes and sends the elements on a scheduler, each in a step of its own.
  ///
  ///     LazyStream([1, 2, 3]).signal(on: scheduler)   -1-2-3-|
  ///
  /// Other work of the scheduler can run between one element and the next, and before the end, which is a step too.
  /// Disposing the subscription stops it before the next step. Keeps the whole stream as long as the signal is there.
  public func signal(on scheduler: any Scheduler) -> Signal<Element, Never> {
    Signal(attaching: { sink, subscription in
      let source = Box(makeIterator())
      subscription.add(
        scheduler.scheduleRecursively { again in
          guard subscription.isActive else { return }
          let element = source.value.next()
          guard subscription.isActive else { return }
          guard let element else { return sink.end(.completed) }
          sink.next(element)
          again()
        })
    })
  }
}
