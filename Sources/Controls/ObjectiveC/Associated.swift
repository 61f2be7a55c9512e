#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import StreamCore

  extension NSObject {
    /// The object of a type that belongs to this one and ends with it, made when it is first asked for.
    nonisolated func associated<Companion: AnyObject & Sendable>(_ make: () -> Companion) -> Companion {
      // The address of the type is one that nobody else has a reason to use as a key.
      let key = unsafeBitCast(Companion.self as AnyClass, to: UnsafeRawPointer.self)
      return associating.withLock { _ in
        if let known = objc_getAssociatedObject(self, key) as? Companion { return known }
        let companion = make()
        objc_setAssociatedObject(self, key, companion, .OBJC_ASSOCIATION_RETAIN)
        return companion
      }
    }
  }

  /// Held while a companion is looked up and made, which is no user's code.
  private let associating = Lock(())
#endif
