extension Signal {
  /// A stream with a resource that lives as long as the subscription.
  ///
  ///     stream         --a--b--|
  ///     using { … }    --a--b--|   acquired at the subscription, released after the end was delivered
  ///
  /// ```swift
  /// Signal.using({ try Database(path) }, release: { $0.close() }) { database in database.rows(of: query) }
  /// ```
  ///
  /// The resource is acquired for each subscriber, at subscription. An error of `acquire` fails the stream. `release`
  /// runs once, however the subscription ends, after the stream of `use` was torn down. It runs where the end was
  /// delivered, or where the subscription is disposed. If that is before the stream was fully subscribed to, it runs on
  /// the subscriber, after that. Keeps the resource. Delivers, completes and fails as the stream of `use` does.
  public static func using<Resource: Sendable>(
    _ acquire: @escaping @Sendable () throws(Failure) -> Resource,
    release: @escaping @Sendable (Resource) -> Void,
    _ use: @escaping @Sendable (Resource) -> Signal
  ) -> Signal {
    Signal(attaching: { sink, subscription in
      do throws(Failure) {
        let resource = try acquire()
        // The subscription and this attachment use the resource. A stream may end while it is being attached.
        let users = Lock(2)
        @Sendable func leave() {
          let isLast = users.withLock { count in
            count -= 1
            return count == 0
          }
          if isLast { release(resource) }
        }
        subscription.add(leave)
        defer { leave() }
        guard subscription.isActive else { return }
        let signal = use(resource)
        guard subscription.isActive else { return }
        // Not to the subscription itself: see ``Succession``.
        let upstream = Subscription()
        subscription.add(upstream)
        signal.attach(sink, to: upstream)
      } catch {
        if subscription.isActive { sink.end(.failed(error)) }
      }
    })
  }
}
