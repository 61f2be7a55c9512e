"""The page in the light and the dark theme."""
import unittest

from PIL import Image

from inspector import PageTestCase


class Themes(PageTestCase):
    def test_both_themes_have_colours(self):
        pictures = {}
        for theme in ["light", "dark"]:
            page = self.opened("signup", color_scheme=theme)
            page.evaluate("inspector.selectEvent(inspector.model.events.findLast((event) => event.node.name === 'status label'))")
            page.locator("#why").wait_for()
            page.wait_for_timeout(300)  # The page updates the panel and the lane heads within this time.
            pictures[theme] = page.screenshot()
            colours = page.evaluate("""async () => Object.values((await import("/paint.js")).colour)""")
            self.assertGreater(len(set(colours)), 10)
            self.assertTrue(all(colour.startswith("rgb") for colour in colours), colours)
        self.assertNotEqual(pictures["light"], pictures["dark"])

    def test_a_picture_has_the_colours_of_the_legend(self):
        page = self.opened("signup")
        path = self.folder / "legend.png"
        self.save(page, path)
        swatches = page.evaluate("""[...document.querySelectorAll("#legend li")].map((item) => {
            const [box, style] = [item.getBoundingClientRect(), getComputedStyle(item, "::before")];
            const [x, y] = [box.left + parseFloat(style.width) / 2, box.top + box.height / 2];
            return { kind: item.textContent, colour: style.backgroundColor.match(/[0-9]+/g).map(Number), x, y };
        })""")
        picture = Image.open(path)
        shown = {swatch["kind"]: picture.getpixel((int(swatch["x"]), int(swatch["y"]))) for swatch in swatches}
        self.assertEqual(shown, {swatch["kind"]: tuple(swatch["colour"]) for swatch in swatches})
        self.assertEqual(len(set(shown.values())), len(swatches))
        self.assertGreater(len(swatches), 5)


if __name__ == "__main__":
    unittest.main()
