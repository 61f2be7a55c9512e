import StreamPrimitives
import StreamTracing

#if DEBUG
  /// How many subscriptions of one place in the code are alive: a thousand is a loop that subscribes, or a view that
  /// does so each time that it is shown, and disposes nothing.
  @usableFromInline
  enum SubscriptionCounts {
    private static let counts = Lock<[Place: Int]>([:])

    /// A place, without its text: the address of that tells one from another.
    private struct Place: Hashable {
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
        let place = Place(site)
        let count = counts[place, default: 0] + 1
        counts[place] = count
        return count
      }
      // A part of the library that subscribes for its own use has an owner.
      guard count == 1_000, !site.isInLibrary else { return }
      Hints.say(
        """
        \(site): a thousand subscriptions that were made here are alive. Dispose them with their owner \
        (subscribe(with:), take(duringLifetimeOf:), a CompositeDisposable), or subscribe once.
        """)
    }

    static func shrink(_ site: CallSite) {
      guard !isExplored else { return }
      counts.withLock { counts in
        let place = Place(site)
        let count = counts[place, default: 1] - 1
        counts[place] = count == 0 ? nil : count
      }
    }
  }
#endif
