@_exported public import StreamRuntime
