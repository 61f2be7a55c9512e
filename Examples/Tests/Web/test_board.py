"""The page of the board in a real browser: two people with a page each, and a server that is killed."""
import pathlib
import tempfile
import unittest

from browser import Browser
from program import Program

CARDS = "[...document.querySelectorAll('#{} option')].map(line => line.text).join('; ')"


class Board(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.server = self.enterContext(Program("board", "serve", "--store", folder / "board.sqlite"))
        pages = [
            self.enterContext(Program("board", "web", "--server", self.server.url, "--outbox", folder / f"{name}.outbox"))
            for name in ("ada", "grace")]
        self.browser = await self.enterAsyncContext(Browser())
        self.tabs = [await self.browser.open(page.url) for page in pages]
        for tab in self.tabs:
            await tab.text("status", "Connected")

    async def show(self, column, cards):
        for tab in self.tabs:
            await tab.until(CARDS.format(column), cards)

    async def test_changes_arrive_and_wait_while_the_server_is_gone(self):
        ada, grace = self.tabs
        for title in ("Tea", "Rice"):
            await ada.element("title").fill(title)
            await ada.click("add")
        await self.show("todo", "Tea; Rice")
        await ada.element("todo").select_option("Tea")
        await ada.value("title", "Tea")
        await ada.click("right")
        await self.show("todo", "Rice")
        await self.show("doing", "Tea")
        await ada.element("title").fill("Green tea")
        await ada.click("rename")
        await self.show("doing", "Green tea")

        self.server.kill()
        for tab in self.tabs:
            await tab.text("status", "Offline")
        await ada.click("right")
        await ada.text("status", "Offline, 1 change * waits")
        await ada.until(CARDS.format("done"), "Green tea *")
        await grace.element("doing").select_option("Green tea")
        await grace.click("delete")
        await grace.text("status", "Offline, 1 change * waits")
        # Return adds a card even before the page shows the button as enabled.
        await grace.element("title").fill("Beans")
        await grace.press("Enter")
        await grace.text("status", "Offline, 2 changes * wait")
        await grace.until(CARDS.format("todo"), "Rice; Beans *")

        # The server orders the changes, so Grace deletes the card before or after Ada moves it.
        self.server.restart()
        for tab in self.tabs:
            await tab.text("status", "Connected")
        await self.show("todo", "Rice; Beans")
        await self.show("doing", "")
        await self.show("done", "")
        await ada.size(320, 800)
        self.assertEqual(await ada.evaluate("document.documentElement.scrollWidth"), 320)
        self.assertEqual(self.browser.errors, [])


if __name__ == "__main__":
    unittest.main()
