/// A value whose release can be seen.
final class Token: Sendable {}
