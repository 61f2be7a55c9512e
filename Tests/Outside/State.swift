struct NoForecast: Error {}

func weather(at city: String) async throws(NoForecast) -> String { "sun in \(city)" }
