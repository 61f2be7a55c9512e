import StreamRuntime

let both = CompositeDisposable()
ImmediateScheduler().schedule { print("StreamRuntime: done") }.add(to: both)
both.dispose()
precondition(both.isDisposed)
