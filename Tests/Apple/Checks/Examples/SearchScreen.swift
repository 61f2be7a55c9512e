import Foundation
import Rill
import UIKit

/// Search as you type: a table shows the results, and animates its rows.
@MainActor final class SearchScreen: NSObject, UITableViewDataSource {
  let bar = UISearchBar()
  let table = UITableView()
  let hits = MutableProperty<[String]>([])

  init(_ find: @escaping @Sendable (String) -> [String], after pause: Duration, on scheduler: some Scheduler = .main) {
    super.init()
    table.dataSource = self
    hits <~ bar.signal(for: \.text).debounce(for: pause, on: scheduler).map(find).deliver(on: .main)
    table.reload(with: hits.collectionEdits(), animation: .fade)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { hits.value.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = HitCell()
    cell.title.text = hits.value[indexPath.row]
    return cell
  }
}

final class HitCell: UITableViewCell {
  let title = UILabel()
}
