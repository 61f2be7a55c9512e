import StreamPrimitives

// The output of `print` and `dump` for subjects: their values, and whether they have ended.

extension Subject: CustomStringConvertible, CustomReflectable {
  /// Whether it has ended, as in `Subject(ended)`.
  public var description: String { "Subject(\(hub.state))" }

  /// Whether it has ended.
  public var customMirror: Mirror { Mirror(self, children: ["state": hub.state]) }
}

extension BehaviorSubject: CustomStringConvertible, CustomReflectable {
  /// The value, and whether the subject has ended, as in `BehaviorSubject(3, open)`.
  public var description: String { "BehaviorSubject(\(value), \(hub.state))" }

  /// The value, and whether the subject has ended.
  public var customMirror: Mirror { Mirror(self, children: ["value": value, "state": hub.state]) }
}

extension ReplaySubject: CustomStringConvertible, CustomReflectable {
  /// The values, and whether the subject has ended, as in `ReplaySubject([2, 3], open)`.
  public var description: String { "ReplaySubject(\(kept), \(hub.state))" }

  /// The values, and whether the subject has ended.
  public var customMirror: Mirror { Mirror(self, children: ["values": kept, "state": hub.state]) }

  private var kept: [Value] { Array(history.withLock { $0.values }) }
}

extension Hub {
  fileprivate var state: String { isClosed.load(ordering: .relaxed) ? "ended" : "open" }
}
