import Testing

@main struct Entry {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
