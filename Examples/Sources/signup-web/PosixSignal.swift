@preconcurrency import Dispatch
import Rill

#if canImport(Darwin)
  import Darwin
#endif

/// Emits when a POSIX signal arrives, which no longer ends the process: see Recipes/PosixSignals.swift.
func posixSignal(_ number: Int32) -> Signal<Void, Never> {
  Signal { observer in
    #if canImport(Darwin)
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { observer.send() }
    source.activate()
    return Disposable { source.cancel() }
  }
}
