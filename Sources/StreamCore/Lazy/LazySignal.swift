extension LazyStream: StreamProtocol {
  /// A signal that sends the elements to every subscriber, on its thread at subscription, then the end.
  ///
  ///     LazyStream([1, 2, 3]).signal   (123|)
  ///
  /// Each element is computed when it is sent, unless it was read before. After disposal no element is computed. The
  /// signal keeps the whole stream.
  @inlinable
  public var signal: Signal<Element, Never> {
    Signal(self)
  }

  /// A signal that computes and sends the elements on a scheduler, each in a separate action.
  ///
  ///     LazyStream([1, 2, 3]).signal(on: scheduler)   -1-2-3-|
  ///
  /// Other work of the scheduler can run between two elements, and before the end, which is an action too. Disposing
  /// the subscription stops it before the next action. The signal keeps the whole stream.
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
