#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import StreamCore

  extension NSObject {
    /// Returns this object's companion of a given type, which is created at the first call and released with this
    /// object.
    nonisolated func associated<Companion: AnyObject & Sendable>(_ make: () -> Companion) -> Companion {
      // The address of the type is a key that no other code uses.
      let key = unsafeBitCast(Companion.self as AnyClass, to: UnsafeRawPointer.self)
      return associating.withLock { _ in
        if let known = objc_getAssociatedObject(self, key) as? Companion { return known }
        let companion = make()
        objc_setAssociatedObject(self, key, companion, .OBJC_ASSOCIATION_RETAIN)
        return companion
      }
    }
  }

  /// Held while a companion is looked up or created, which runs no user code.
  private let associating = Lock(())
#endif
