public import StreamCore

extension StreamProtocol {
  /// Cuts the stream into windows that end whenever another stream sends.
  ///
  ///     source           1-2----3-4-|
  ///     trigger          ----x-x----
  ///     window(by: …)    a------b---|   a: 1-2-|  b: 3-4-|
  ///
  /// A window is sent just before its first value, so a trigger without values since the previous one has no effect.
  /// After the trigger has completed, the window continues until the source ends. The trigger is subscribed to first.
  /// It cannot fail: apply `catch` or `ignoreFailure()` to one that can. Keeps one flag. A window ends where the
  /// trigger sends. All else is as in ``window(count:)``. For arrays use ``collect(by:)``.
  public func window(
    by trigger: some StreamProtocol<some Sendable, Never>
  ) -> Signal<Signal<Value, Failure>, Failure> {
    windows(
      steered(by: trigger.promoteFailure(to: Failure.self), false) { isOpen, input in
        switch input {
        case .a(let value):
          defer { isOpen = true }
          return .emit(.value(value, isFirst: !isOpen, isLast: false))
        case .b:
          isOpen = false
          return .emit(.close(nil))
        case .bEnded: return .skip
        case .aEnded: return .finish
        }
      })
  }

  /// Sends a window for each value of another stream; each window ends when its own closing stream fires.
  ///
  ///     source                      1-2-3-4-5-6-|
  ///     openings                    -x---x------
  ///     window(openedBy: …) { … }   -a---b------|   closing ----x, a: -2-3|  b: -4-5|
  ///
  /// `closing` makes a stream for each opening. Its first value, or its completion, ends the window. Any number of
  /// windows may be open: each receives all values while it is open, and values outside are in no window. Windows that
  /// are open when the source ends do so in the order in which they began. The openings are subscribed to first;
  /// neither they nor a closing stream can fail. Keeps the open windows and their closing streams, without a bound, and
  /// no values. A window begins where the openings deliver, and ends where its closing stream does. All else is as in
  /// ``window(count:)``.
  public func window<Opening: Sendable, Closing: StreamProtocol>(
    openedBy openings: some StreamProtocol<Opening, Never>, closedBy closing: @escaping @Sendable (Opening) -> Closing
  ) -> Signal<Signal<Value, Failure>, Failure> where Closing.Failure == Never {
    let (source, openings) = (signal, openings.promoteFailure(to: Failure.self))
    return windows(
      Signal(attaching: { sink, subscription in
        let joint = Joint<Merging<WindowEvent<Value>>, Failure>(Merging(), sink, subscription)
        let openingCount = Box(0)
        let (outer, main) = (joint.open(), joint.open())
        joint.attach(
          openings, to: outer,
          sending: { opening in
            guard outer.isActive else { return }
            openingCount.value += 1
            let number = openingCount.value
            let window = joint.open()
            joint.receive(.next(.open(number)))
            guard window.isActive else { return }
            let end = closing(opening).first().promoteFailure(to: Failure.self)
            joint.attach(end, to: window, sending: { _ in }, completed: .next(.close(number)))
          })
        joint.attach(
          source, to: main, next: { .next(.value($0, isFirst: false, isLast: false)) }, completed: .completed)
      }))
  }
}
