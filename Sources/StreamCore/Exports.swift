@_exported public import StreamScheduling
