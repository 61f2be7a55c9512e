public import StreamCore

extension MulticastConnection {
  /// A stream that connects with its first subscriber, or the n-th, and disconnects when the last is disposed.
  ///
  ///     source          ---1---2--…
  ///     first           ^--1---2-!
  ///     second             ^---2--!  the source is torn down here
  ///     third                      ^|
  ///
  /// A subscriber is attached before the source is subscribed to, so it misses no value. The source runs once: later
  /// subscribers receive the values that the subject keeps, and then the end. To run the source again, use
  /// ``share(replay:resettingOn:)``. Delivers where the source delivers.
  ///
  /// - Precondition: `subscribers` is greater than zero.
  public func autoconnect(after subscribers: Int = 1) -> Signal<Value, Failure> {
    if subscribers <= 0 { fatalError("`autoconnect(after:)` needs 1 subscriber or more, got \(subscribers).") }
    let subscriberCount = Lock(0)
    let run = self.run
    return Signal(attaching: { sink, subscription in
      let isEnough = subscriberCount.withLock { count in
        count += 1
        return count >= subscribers
      }
      // Added first, so it is disposed last, when the subscriber has left the subject. It must not retain the
      // connection. Otherwise there would be a cycle while the connection retains its subject, which retains
      // subscribers.
      subscription.add { [run] in
        let isLast = subscriberCount.withLock { count in
          count -= 1
          return count == 0
        }
        if isLast { run.disposeIfBegun() }
      }
      self.signal.attach(sink, to: subscription)
      if isEnough, subscription.isActive { self.connect() }
    })
  }
}
