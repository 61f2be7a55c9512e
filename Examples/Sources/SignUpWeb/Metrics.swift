extension Stats {
  /// The figures as Prometheus reads them.
  var metrics: String {
    func lines(_ name: String, _ type: String, _ help: String, _ value: Int) -> String {
      "# HELP signup_\(name) \(help)\n# TYPE signup_\(name) \(type)\nsignup_\(name) \(value)\n"
    }
    return lines("sockets", "gauge", "Open sockets.", sockets)
      + lines("sessions", "gauge", "Sessions of open pages, and of pages closed a moment ago.", sessions)
      + lines("subscribers", "gauge", "Addresses on the list, as of this server's last update.", subscribers)
      + lines("up_to_date", "gauge", "Whether the store can be reached.", isUpToDate ? 1 : 0)
      + lines("messages_total", "counter", "Messages from pages.", messages)
      + lines("refused_total", "counter", "Messages from pages that were refused.", refused)
      + lines("requests_done_total", "counter", "Requests that put an address on the list.", signUps)
      + lines("requests_failed_total", "counter", "Requests that failed.", failures)
      + lines("resident_bytes", "gauge", "Resident memory of the process.", 1_024 * resident)
  }
}
