@_exported public import Bindings
