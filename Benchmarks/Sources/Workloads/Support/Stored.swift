/// Returns its argument, hidden from the optimizer, as if it was read from a property or returned by another module.
@inline(never)
@_optimize(none)
func stored<Value>(_ value: Value) -> Value { value }

/// The same for a function of a number; the general one would wrap it to pass the argument in memory.
@inline(never)
@_optimize(none)
func stored(_ receive: @escaping @Sendable (Int) -> Void) -> @Sendable (Int) -> Void { receive }

/// The same for a function of a string.
@inline(never)
@_optimize(none)
func stored(_ receive: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void { receive }
