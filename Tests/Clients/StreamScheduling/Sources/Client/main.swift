import StreamScheduling

let both = CompositeDisposable()
ImmediateScheduler().schedule { print("StreamScheduling: done") }.add(to: both)
both.dispose()
precondition(both.isDisposed)
