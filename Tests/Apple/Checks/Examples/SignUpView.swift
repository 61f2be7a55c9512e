import Rill
import SwiftUI

/// The same model in SwiftUI: a view observes the properties that it reads, without declarations.
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

/// The progress of a command, and the values of a stream while the view is shown.
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
