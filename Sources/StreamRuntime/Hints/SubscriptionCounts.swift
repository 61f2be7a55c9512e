import StreamPrimitives
import StreamTracing

#if DEBUG
  /// The number of live subscriptions made at each place in the code.
  ///
  /// A thousand are most likely a leak: a loop, or a view each time that it is shown, subscribes and disposes nothing.
  @usableFromInline
  enum SubscriptionCounts {
    private static let counts = Lock<[Site: Int]>([:])

    /// A call site as a key: the address of the file's name, and the line.
    private struct Site: Hashable {
      let file: UInt
      let line: UInt

      init(_ site: CallSite) {
        file = site.fileID.hasPointerRepresentation ? UInt(bitPattern: site.fileID.utf8Start) : 0
        line = site.line
      }
    }

    static func grow(_ site: CallSite) {
      guard !isExplored else { return }
      let count = counts.withLock { counts in
        let site = Site(site)
        let count = counts[site, default: 0] + 1
        counts[site] = count
        return count
      }
      // Subscriptions that the library makes for itself have an owner.
      guard count == 1_000, !site.isInLibrary else { return }
      Hints.say(
        """
        \(site): a thousand subscriptions made here are alive. Dispose them with their owner \
        (subscribe(with:), take(duringLifetimeOf:), a CompositeDisposable), or subscribe once.
        """)
    }

    static func shrink(_ site: CallSite) {
      guard !isExplored else { return }
      counts.withLock { counts in
        let site = Site(site)
        let count = counts[site, default: 1] - 1
        counts[site] = count == 0 ? nil : count
      }
    }
  }
#endif
