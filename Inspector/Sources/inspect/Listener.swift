import NIOCore
import NIOPosix
import Recordings

/// Accepts connections of programs that write lines. The one that began to write last is the current one.
struct Listener {
  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// Listens until the process ends, and reports the address at the start.
  func run(at address: Address, isListening: (Address) -> Void) async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
        }
      }
    let actual = Address(host: address.host, port: server.channel.localAddress?.port ?? address.port)
    await recording.listens(at: actual.description)
    isListening(actual)
    try await withThrowingDiscardingTaskGroup { group in
      try await server.executeThenClose { programs in
        for try await program in programs { group.addTask { await follow(program) } }
      }
    }
  }

  /// Reads until the program ends or another one connects. A client that writes no lines, such as one that looks for
  /// another server, does not count.
  private func follow(_ program: NIOAsyncChannel<ByteBuffer, Never>) async {
    var source: Int?
    // A program that is killed leaves an error, after its lines.
    try? await program.executeThenClose { pieces in
      for try await piece in pieces {
        let bytes = piece.readableBytesView
        if source == nil {
          guard bytes.first == UInt8(ascii: "{") else { break }
          source = await recording.connect()
        }
        guard let source, await recording.feed(bytes, from: source) else { break }
      }
    }
    if let source { await recording.disconnect(source) }
  }
}
