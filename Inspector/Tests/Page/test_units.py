"""Runs the tests in `units` in the page, with the scripts that the program serves."""
import unittest

from inspector import HERE, PageTestCase


class Units(PageTestCase):
    def test_units(self):
        inspector = self.inspect(self.recording("chain"))
        count = 0
        for path in sorted(HERE.glob("units/*.js")):
            if path.stem == "check":
                continue
            page = self.open(inspector)
            page.route("**/units/*", lambda route: route.fulfill(
                path=HERE / "units" / route.request.url.rpartition("/")[2], content_type="text/javascript"))
            results = page.evaluate("""async (name) => {
                await import(`/units/${name}`);
                const { tests } = await import("/units/check.js");
                return tests.map(({ name, body }) => {
                    try {
                        body();
                        return [name, null];
                    } catch (error) {
                        return [name, `${error.message}\\n${error.stack}`];
                    }
                });
            }""", path.name)
            self.assertGreater(len(results), 0)
            for name, problem in results:
                with self.subTest(path.stem, name=name):
                    self.assertIsNone(problem)
            count += len(results)
        print(f"{count} tests in the page", end=" ")


if __name__ == "__main__":
    unittest.main()
