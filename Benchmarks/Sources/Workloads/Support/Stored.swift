/// Returns what it is given, without the optimiser knowing: what comes out may be anything of that type, as it may when it was
/// read from a property or came out of another module.
@inline(never)
@_optimize(none)
func stored<Value>(_ value: Value) -> Value { value }

/// The same for a function from a number; through the general one it would be wrapped for passing its argument in memory.
@inline(never)
@_optimize(none)
func stored(_ receive: @escaping @Sendable (Int) -> Void) -> @Sendable (Int) -> Void { receive }

/// The same for a function from a text.
@inline(never)
@_optimize(none)
func stored(_ receive: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void { receive }
