#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if !canImport(Darwin)
  /// Glibc and Musl have it; the module of Glibc leaves it out, as an extension.
  @_silgen_name("pthread_getattr_np")
  private func attributesOfThread(_ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32
#endif

/// The stack of this thread, and another where it does not suffice.
///
/// A closure that reads a property which was never computed computes that first, inside itself; a long chain of such
/// closures is a deep recursion, once. Later the engine knows who depends on whom and needs no stack.
enum Stack {
  /// The last part of this thread's stack.
  static func reserve() -> Range<UInt> {
    #if canImport(Darwin)
      let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return reserve(from: top - size, size)
    #else
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { attributes.deallocate() }
      guard attributesOfThread(pthread_self(), attributes) == 0 else { return 0..<0 }
      defer { pthread_attr_destroy(attributes) }
      var place: UnsafeMutableRawPointer?
      var size = 0
      pthread_attr_getstack(attributes, &place, &size)
      return reserve(from: UInt(bitPattern: place), UInt(size))
    #endif
  }

  private static func reserve(from end: UInt, _ size: UInt) -> Range<UInt> { end..<end + min(size / 4, 256 * 1024) }

  /// Whether the caller's frame is in the last part. The address sanitizer keeps variables outside of the stack; then
  /// the answer is no.
  @inline(never)
  static func isNearlyUsedUp(_ reserve: Range<UInt>) -> Bool {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { reserve.contains(UInt(bitPattern: $0)) }
  }

  private struct Work {
    let turn: Turn
    let body: () -> Void
  }

  /// Runs `body` on a thread with a large stack, as if on this one, which waits for it.
  ///
  /// What belongs to the actor of this thread may run there, since nothing else can run on the actor meanwhile: the
  /// actor whose closure asks, or the main one.
  static func goOnElsewhere(_ turn: Turn, _ body: () -> Void) {
    let actor = turn.actor
    defer { turn.actor = actor }
    if actor == nil, isRunning(on: MainActor.shared) { turn.actor = MainActor.shared }
    withoutActuallyEscaping(body) { body in
      var work = Work(turn: turn, body: body)
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      pthread_attr_init(attributes)
      pthread_attr_setstacksize(attributes, 64 << 20)
      defer {
        pthread_attr_destroy(attributes)
        attributes.deallocate()
      }
      withUnsafeMutablePointer(to: &work) { work in
        #if canImport(Darwin)
          var thread: pthread_t?
        #else
          var thread = pthread_t()
        #endif
        let failed = pthread_create(&thread, attributes, { Stack.run($0) }, work)
        precondition(failed == 0, "A chain of closures is too deep for the stack: no other is left (error \(failed)).")
        #if canImport(Darwin)
          pthread_join(thread!, nil)
        #else
          pthread_join(thread, nil)
        #endif
      }
    }
  }

  #if canImport(Darwin)
    private static func run(_ place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { begin(place) }
  #else
    private static func run(_ place: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { begin(place!) }
  #endif

  private static func begin(_ place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let work = place.assumingMemoryBound(to: Work.self).pointee
    let reserve = work.turn.stackReserve
    Turn.adopt(.passUnretained(work.turn))
    work.turn.stackReserve = Self.reserve()
    work.body()
    work.turn.stackReserve = reserve
    Turn.adopt(nil)
    return nil
  }
}
