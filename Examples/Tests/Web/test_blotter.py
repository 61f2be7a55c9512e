"""The blotter in a real browser.

This also takes the picture of the guide:

    PROGRAMS=path/to/release BLOTTER=path/to/blotter.png python3 -m unittest test_blotter
"""
import os
import unittest

from browser import Browser
from program import Program

PLACE = "document.getElementById('place').textContent"
VALUES = "[...document.querySelectorAll('#lines tbody tr')].map(row => Number(row.cells[5].textContent.replace(/,/g, '')))"


class Blotter(unittest.IsolatedAsyncioTestCase):
    async def test_a_picture_is_taken(self):
        picture = os.environ.get("BLOTTER")
        if not picture:
            self.skipTest("set BLOTTER to take the picture")
        program = self.enterContext(Program("blotter", "--web"))
        async with Browser() as browser:
            tab = await browser.open(program.url)
            await tab.size(1200, 760)
            await tab.until(PLACE, "1 to 40 of 100000")
            # The page shows figures of some hundred frames.
            await tab.until("drawn > 400")
            await tab.screenshot(picture)

    async def test_the_lines_move_and_stay_sorted(self):
        # A debug build is too slow for the rate of the program.
        program = self.enterContext(Program("blotter", "--web", "--orders", "2000", "--rate", "200"))
        async with Browser() as browser:
            tab = await browser.open(program.url)
            tab.page.on("console", lambda message: message.type == "error" and browser.errors.append(message.text))
            await tab.until(PLACE, "1 to 40 of 2000")
            first = await tab.evaluate("document.querySelector('#lines tbody').textContent")
            await tab.until(f"document.querySelector('#lines tbody').textContent !== {first!r}")
            values = await tab.evaluate(VALUES)
            self.assertEqual(values, sorted(values, reverse=True))
            await tab.page.locator("#sector").select_option("Energy")
            await tab.until("[...document.querySelectorAll('#lines tbody tr')].every(row => row.cells[2].textContent === 'Energy')")
            await tab.until("document.querySelectorAll('#totals tbody tr').length", 1)
            await tab.page.locator("#sector").select_option("")
            await tab.page.locator("#order").select_option("false")
            await tab.page.locator("#window").press("PageDown")
            await tab.until(PLACE, "41 to 80 of 2000")
            await tab.element("minimum").fill("1000000")
            await tab.until(PLACE, "No order passes the filter.")
            await tab.until("document.getElementById('times').textContent.match(/p99/g).length", 2)
            for width, scheme in ((320, "dark"), (1280, "light")):
                profile = await browser.profile(viewport={"width": width, "height": 800}, color_scheme=scheme)
                other = await browser.open(program.url, profile)
                await other.until(PLACE, "1 to 40 of 2000")
                await other.until("document.documentElement.scrollWidth", width)
            self.assertEqual(browser.errors, [])


if __name__ == "__main__":
    unittest.main()
