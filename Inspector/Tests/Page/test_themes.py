"""The page in light and in dark."""
import unittest

from inspector import PageTestCase


class Themes(PageTestCase):
    def test_both_themes_have_colours(self):
        pictures = {}
        for theme in ["light", "dark"]:
            page = self.opened("signup", color_scheme=theme)
            page.evaluate("inspector.selectEvent(inspector.model.events.findLast((event) => event.node.name === 'status label'))")
            page.locator("#why").wait_for()
            page.wait_for_timeout(300)  # The panel and the heads of the lanes are at most this old.
            pictures[theme] = page.screenshot()
            colours = page.evaluate("""async () => Object.values((await import("/paint.js")).colour)""")
            self.assertGreater(len(set(colours)), 10)
            self.assertTrue(all(colour.startswith("rgb") for colour in colours), colours)
        self.assertNotEqual(pictures["light"], pictures["dark"])


if __name__ == "__main__":
    unittest.main()
