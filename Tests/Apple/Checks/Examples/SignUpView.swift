import Rill
import SwiftUI

/// The same model in SwiftUI: what a view reads of it is seen, and there is nothing to declare.
struct SignUpView: View {
  let model: SignUpModel

  var body: some View {
    HStack {
      TextField("Address", text: model.binding(\.email))
      CommandButton(model.subscribe) {
        model.email
      } label: {
        Text("Subscribe")
      }
      Text(model.status)
    }
  }
}

/// How far a command is, and what a stream says while the view is shown.
struct DownloadView: View {
  let download: Command<String, Int, Never>
  let messages: Signal<String, Never>
  let log: MutableProperty<[String]>

  var body: some View {
    CommandButton(download) {
      "file"
    } label: {
      Text("Download")
    }
    .onReceive(messages) { message in log.modify { $0.append(message) } }
  }
}
