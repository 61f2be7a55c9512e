"""The pages of the 7GUIs in a real browser: people type, click, drag and point."""
import os
import unittest

from browser import Browser
from server import Server

PROGRAM = os.path.join(os.path.dirname(__file__), "../../.build/debug/sevenguis-web")
PICTURES = os.environ.get("PICTURES")


class SevenGUIs(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(program=PROGRAM))

    async def asyncSetUp(self):
        self.browser = await self.enterAsyncContext(Browser())

    async def asyncTearDown(self):
        self.assertEqual(self.browser.errors, [])

    async def open(self, task):
        tab = await self.browser.open(f"{self.server.url}/{task}")
        await tab.until("socket.readyState", 1)
        return tab

    async def pictures(self, tab, task):
        """The page in light colours, in dark ones, and on a phone."""
        if not PICTURES:
            return
        for name, scheme, width in (("light", "light", 720), ("dark", "dark", 720), ("narrow", "light", 390)):
            await tab.page.emulate_media(color_scheme=scheme)
            await tab.size(width, 520)
            await tab.screenshot(f"{PICTURES}/sevenguis-web-{task}-{name}.png")

    async def fits(self, tab):
        """On a narrow screen, nothing is cut off at the right."""
        for width in (320, 390):
            await tab.size(width, 700)
            self.assertLessEqual(await tab.evaluate("document.documentElement.scrollWidth"), width)
        await tab.size(1280, 720)

    async def test_counter(self):
        tab = await self.open("counter")
        await tab.text("count", "0")
        await tab.click("increment")
        await tab.text("count", "1")
        await tab.press("Space")
        await tab.text("count", "2")
        # The state is on the server: another tab of the same person shows it, and so does a reload.
        other = await self.open("counter")
        await other.text("count", "2")
        await other.click("increment")
        await tab.text("count", "3")
        await tab.reload()
        await tab.text("count", "3")
        # Another person has another counter.
        stranger = await self.browser.open(f"{self.server.url}/counter", await self.browser.profile())
        await stranger.text("count", "0")
        await self.fits(tab)
        await self.pictures(tab, "counter")

    async def test_temperature(self):
        tab = await self.open("temperature")
        await tab.type("celsius", "100")
        await tab.value("fahrenheit", "212")
        await tab.element("fahrenheit").fill("32")
        await tab.value("celsius", "0")
        await tab.type("celsius", "x")
        await tab.until("document.getElementById('celsius').ariaInvalid", "true")
        await tab.value("celsius", "x0")
        await tab.value("fahrenheit", "32")
        await self.fits(tab)
        await self.pictures(tab, "temperature")

    async def test_flight(self):
        tab = await self.open("flight")
        await tab.enabled("book")
        self.assertTrue(await tab.element("return").is_disabled())
        await tab.element("kind").select_option("return flight")
        await tab.until("document.getElementById('return').disabled", False)
        await tab.element("departure").fill("28.03.2014")
        await tab.enabled("book", False)
        await tab.element("return").fill("30.02.2015")
        await tab.until("document.getElementById('return').ariaInvalid", "true")
        await tab.enabled("book", False)
        await self.pictures(tab, "flight")
        await tab.element("return").fill("28.02.2015")
        await tab.enabled("book")
        await tab.press("Enter")
        await tab.text("message", "You have booked a return flight from 28.03.2014 to 28.02.2015.")
        await self.fits(tab)

    async def test_timer(self):
        tab = await self.open("timer")
        # The duration changes while the slider is dragged, and the timer stops there.
        await tab.element("duration").fill("0.5")
        await tab.text("length", "0.5 s")
        await tab.until("document.getElementById('gauge').ariaValueNow", "100")
        await tab.element("duration").fill("30")
        await tab.until("Number(document.getElementById('gauge').ariaValueNow) < 50")
        await tab.until("parseFloat(document.getElementById('elapsed').textContent) > 1")
        await self.fits(tab)
        await self.pictures(tab, "timer")
        await tab.click("reset")
        await tab.until("parseFloat(document.getElementById('elapsed').textContent) < 1")

    async def test_crud(self):
        tab = await self.open("crud")
        lines = "[...document.getElementById('people').options].map(line => line.text).join('; ')"
        await tab.until(lines, "Emil, Hans; Mustermann, Max; Tisch, Roman")
        await tab.enabled("update", False)
        await tab.type("prefix", "T")
        await tab.until(lines, "Tisch, Roman")
        await tab.element("people").select_option("Tisch, Roman")
        await tab.value("surname", "Tisch")
        await tab.enabled("delete")
        # The filter hides the selected person, and shows them again, still selected.
        await tab.type("prefix", "x")
        await tab.enabled("delete", False)
        await tab.element("prefix").fill("")
        await tab.enabled("delete")
        await tab.until("document.getElementById('people').selectedIndex", 2)
        await tab.element("surname").fill("Adler")
        await tab.enabled("update")
        await tab.click("update")
        await tab.until(lines, "Adler, Roman; Emil, Hans; Mustermann, Max")
        await tab.until("document.getElementById('people').selectedIndex", 0)
        await self.fits(tab)
        await self.pictures(tab, "crud")
        await tab.click("delete")
        await tab.until(lines, "Emil, Hans; Mustermann, Max")
        await tab.click("create")
        await tab.until(lines, "Adler, Roman; Emil, Hans; Mustermann, Max")

    async def test_circles(self):
        tab = await self.open("circles")
        canvas = tab.element("canvas")
        radii = "[...document.querySelectorAll('circle')].map(circle => circle.getAttribute('r')).join(' ')"
        await canvas.click(position={"x": 100, "y": 120})
        await tab.until(radii, "20")
        await canvas.click(position={"x": 240, "y": 120})
        await tab.until(radii, "20 20")
        await tab.until("[...document.querySelectorAll('circle')].findIndex(circle => circle.classList.contains('filled'))", 1)

        await canvas.click(position={"x": 240, "y": 120}, button="right")
        await tab.until("document.getElementById('menu').hidden", False)
        await tab.press("Escape")
        await tab.until("document.getElementById('menu').hidden", True)
        # The menu of a circle at the right stays on a narrow canvas.
        await tab.size(320, 700)
        await canvas.click(position={"x": 240, "y": 120}, button="right")
        await tab.until("document.getElementById('menu').hidden", False)
        self.assertEqual(await tab.evaluate("document.documentElement.scrollWidth"), 320)
        await tab.press("Escape")
        await tab.until("document.getElementById('menu').hidden", True)
        await tab.size(1280, 720)
        await canvas.click(position={"x": 240, "y": 120}, button="right")
        await tab.until("document.activeElement.id", "adjust")
        await tab.press("Enter")
        await tab.until("document.getElementById('dialog').hidden", False)
        await tab.value("diameter", "40")
        for diameter in ("60", "90", "120"):
            await tab.element("diameter").fill(diameter)
        await tab.until(radii, "20 60")
        await self.fits(tab)
        await self.pictures(tab, "circles")
        await tab.click("close")
        await tab.until("document.getElementById('dialog').hidden", True)
        # All moves of the slider are one undo step.
        await tab.enabled("undo")
        await tab.click("undo")
        await tab.until(radii, "20 20")
        await tab.click("undo")
        await tab.until(radii, "20")
        await tab.click("redo")
        await tab.click("redo")
        await tab.until(radii, "20 60")

    async def test_cells(self):
        tab = await self.open("cells")
        await tab.element("cell-A1").dblclick()
        await tab.page.keyboard.type("5")
        await tab.press("Enter")
        await tab.text("cell-A1", "5")
        # Return goes to the cell below. A letter begins an edit, and arrows move.
        self.assertEqual(await tab.evaluate("document.activeElement.id"), "cell-A2")
        await tab.press("ArrowUp")
        await tab.press("ArrowRight")
        await tab.page.keyboard.type("=A1*2")
        await tab.press("Enter")
        await tab.text("cell-B1", "10")
        await tab.element("cell-A1").dblclick()
        await tab.page.keyboard.type("9")
        await tab.press("Escape")
        await tab.text("cell-A1", "5")
        await tab.element("cell-A1").dblclick()
        await tab.press("Control+a")
        await tab.page.keyboard.type("=1+")
        await tab.press("Enter")
        await tab.text("cell-B1", "#ERROR")
        await tab.text("mistake", "A1: A value is missing at the end.")
        await self.pictures(tab, "cells")
        await tab.element("cell-A1").dblclick()
        self.assertEqual(await tab.evaluate("document.activeElement.value"), "=1+")
        await tab.press("Control+a")
        await tab.page.keyboard.type("7")
        await tab.press("Enter")
        await tab.text("cell-B1", "14")
        await tab.text("mistake", "")
        # Typed markup stays text.
        await tab.element("cell-C1").dblclick()
        await tab.page.keyboard.type("<img src=x onerror=alert(1)>")
        await tab.press("Enter")
        await tab.text("cell-C1", "<img src=x onerror=alert(1)>")
        self.assertEqual(await tab.evaluate("document.querySelectorAll('img').length"), 0)
        await self.fits(tab)

    async def test_the_tasks_are_listed(self):
        tab = await self.browser.open(self.server.url)
        for title in ("Counter", "Cells"):
            await tab.page.locator("main").get_by_role("link", name=title).wait_for()
        await tab.page.locator("main").get_by_role("link", name="Timer").click()
        await tab.page.get_by_role("heading", name="Timer").wait_for()
        await tab.page.get_by_role("slider", name="Duration").wait_for()
        await tab.page.get_by_role("progressbar", name="Elapsed time").wait_for()


if __name__ == "__main__":
    unittest.main()
