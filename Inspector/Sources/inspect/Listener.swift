import NIOCore
import NIOPosix
import Recordings

/// Lets programs connect, which write lines. The newest counts.
struct Listener {
  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// Listens until the process ends, and tells the address when it begins.
  func run(at address: Address, isListening: (Address) -> Void) async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
        }
      }
    isListening(Address(host: address.host, port: server.channel.localAddress?.port ?? address.port))
    try await withThrowingDiscardingTaskGroup { group in
      try await server.executeThenClose { programs in
        for try await program in programs {
          let source = await recording.connect()
          group.addTask { await follow(program, source) }
        }
      }
    }
  }

  /// Reads until the program ends, or another one comes.
  private func follow(_ program: NIOAsyncChannel<ByteBuffer, Never>, _ source: Int) async {
    // A program that is killed leaves an error, and what came before it.
    try? await program.executeThenClose { pieces in
      for try await piece in pieces where await !recording.feed(piece.readableBytesView, from: source) { break }
    }
    await recording.disconnect(source)
  }
}
