import CommandTutorials
import Rill

@main
struct Commands {
  static func main() async {
    await withCheckedContinuation { done in
      commandWalk(on: .mainAsync, say: { print($0) }).subscribe(next: { _ in }, completed: { done.resume() })
    }
  }
}
