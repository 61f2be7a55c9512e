public import StreamCore

extension MulticastConnection {
  /// The stream that connects with its first subscriber, or the n-th, and disconnects when the last has gone.
  ///
  ///     source          ---1---2--…
  ///     first           ^--1---2-!
  ///     second             ^---2--!  the source is torn down here
  ///     third                      ^|
  ///
  /// A subscriber is attached before the source is subscribed to, so it misses nothing. There is one run: who
  /// subscribes after it gets what the subject keeps and then the end. ``share(replay:resettingOn:)`` is the form that
  /// runs again. Delivers where the source delivers.
  ///
  /// - Precondition: `subscribers` is greater than zero.
  public func autoconnect(after subscribers: Int = 1) -> Signal<Value, Failure> {
    precondition(subscribers > 0, "A connection cannot connect after \(subscribers) subscribers.")
    let present = Lock(0)
    let run = self.run
    return Signal(attaching: { sink, subscription in
      let isEnough = present.withLock { present in
        present += 1
        return present >= subscribers
      }
      // Added first, so it comes last: the subscriber has left the subject by then. It must not hold the connection,
      // whose subject holds the subscriber: when the source is gone nobody else would ever let go of either.
      subscription.add { [run] in
        let isLast = present.withLock { present in
          present -= 1
          return present == 0
        }
        if isLast { run.disposeIfBegun() }
      }
      self.signal.attach(sink, to: subscription)
      if isEnough, subscription.isActive { self.connect() }
    })
  }
}
