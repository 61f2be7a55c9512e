extension Signal {
  /// The elements of an asynchronous sequence, then its end or its error.
  ///
  ///     elements           1--2--3--|
  ///     Signal(elements)   1--2--3--|
  ///
  /// Every subscriber has a separate iteration, in a separate task. Disposing the subscription cancels the task. (A
  /// sequence that can be iterated once, such as an `AsyncStream`, distributes its elements among its subscribers.) The
  /// task delivers the values. It requests the next element when the previous one was delivered, and when every
  /// consumer that suspends its senders has capacity: see ``BufferPolicy/suspending(_:)``.
  @_disfavoredOverload
  @inlinable
  public init<Source: AsyncSequence & Sendable>(_ source: Source)
  where Source.Element == Value, Source.Failure == Failure {
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      let teardown = TaskTeardown()
      subscription.add(BodyTeardown(observer, Disposable(teardown)))
      teardown.setTask(
        spawn {
          guard observer.isActive else { return }
          let pressure = Backpressure()
          do throws(Failure) {
            var elements = source.makeAsyncIterator()
            while observer.isActive, let value = try await elements.next(isolation: nil) {
              guard teardown.deliver({ pressure.during { observer.send(value) } }) else { return }
              if pressure.isSuspended { await pressure.wait() }
            }
            teardown.deliver { observer.complete() }
          } catch {
            teardown.deliver { observer.fail(error) }
          }
        })
    })
  }

  /// The value of a task, then the end; or the error that the task throws.
  ///
  ///     task          --5
  ///     Signal(task)  --(5|)
  ///
  /// All subscribers receive the same result. A subscriber that comes after the task has ended receives it after a hop.
  /// Disposing a subscription ends its wait. The task itself continues, unless `cancelsTask` is `true`: then the first
  /// disposal cancels it.
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
      // The wait for a task cannot be cancelled, but disposing releases the subscriber.
      subscription.add(BodyTeardown(observer, cancelsTask ? Disposable { task.cancel() } : .disposed))
    })
  }
}
