extension Signal {
  /// The elements of an asynchronous sequence, then its end or what it throws.
  ///
  ///     elements           1--2--3--|
  ///     Signal(elements)   1--2--3--|
  ///
  /// Every subscriber has an iteration of its own, in a task of its own, which its subscription cancels when it is
  /// disposed. (A sequence that can be iterated once, such as an `AsyncStream`, shares its elements out among its
  /// subscribers.) Values are delivered by the task. It asks for the next element when the one before has been
  /// delivered, and when every consumer that suspends its senders has room: see ``BufferPolicy/suspending(_:)``.
  @_disfavoredOverload
  @inlinable
  public init<Source: AsyncSequence & Sendable>(_ source: Source)
  where Source.Element == Value, Source.Failure == Failure {
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      let teardown = TaskTeardown()
      subscription.add(BodyTeardown(observer, Disposable(teardown)))
      teardown.keep(
        spawn {
          guard observer.isActive else { return }
          let pressure = Backpressure()
          do throws(Failure) {
            var elements = source.makeAsyncIterator()
            while observer.isActive, let value = try await elements.next(isolation: nil) {
              guard teardown.deliver({ pressure.during { observer.send(value) } }) else { return }
              if pressure.isHeldUp { await pressure.wait() }
            }
            teardown.deliver { observer.complete() }
          } catch {
            teardown.deliver { observer.fail(error) }
          }
        })
    })
  }

  /// What a task comes up with and the end, or what it throws.
  ///
  ///     task          --5
  ///     Signal(task)  --(5|)
  ///
  /// All subscribers get the same; one that comes when the task is done gets it after a hop. Disposing a subscription
  /// gives up waiting. The task itself belongs to whoever made it, and goes on, unless `cancelsTask` asks that the
  /// first disposal cancels it.
  @_disfavoredOverload
  public init(_ task: Task<Value, Failure>, cancelsTask: Bool = false) {
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      spawn {
        switch await task.result {
        case .success(let value):
          observer.send(value)
          observer.complete()
        case .failure(let failure): observer.fail(failure)
        }
      }
      // Waiting for a task cannot be given up, but what is below need not wait with it.
      subscription.add(BodyTeardown(observer, cancelsTask ? Disposable { task.cancel() } : .disposed))
    })
  }
}
