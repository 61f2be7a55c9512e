"""People who sign up while servers and the database fail."""
import asyncio
import random
import secrets
import time

from server import Tab, open_socket
from websockets.exceptions import InvalidHandshake, WebSocketException

LOST = (OSError, WebSocketException, InvalidHandshake, TimeoutError, AssertionError, EOFError)


class Person:
    """A person with a page. It reconnects, and repeats a click until there is an answer, as `page.js` does."""

    def __init__(self, url):
        self.url = url
        self.session = secrets.token_hex(16)
        self.tab = None
        self.reconnections = 0
        self.waits = []

    async def page(self):
        pause = 0.1
        while self.tab is None:
            try:
                self.tab = Tab(await open_socket(self.url, self.session, open_timeout=10))
            except LOST:
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))
                pause = min(2 * pause, 2)
        return self.tab

    def lose(self):
        if self.tab:
            self.tab.close()
            self.tab = None
            self.reconnections += 1

    async def sign_up(self, address):
        """Tries until the page shows that the address is on the list."""
        key = secrets.token_hex(16)
        begin = time.monotonic()
        while True:
            tab = await self.page()
            try:
                # An older answer belongs to an earlier click.
                tab.looks.get("subscribe", {}).pop("settled", None)
                await tab.type(address)
                await tab.click(key)
                answer = await self.answer(tab, address, key)
                if answer.startswith(("Thanks", "Your address is on the list")):
                    return self.waits.append(time.monotonic() - begin)
                assert "already subscribed" not in answer, f"{address}: {answer}"
                await asyncio.sleep(random.uniform(0.2, 1))
            except LOST as lost:
                if "already subscribed" in str(lost):
                    raise
                self.lose()

    async def answer(self, tab, address, key):
        await tab.until(lambda tab: tab.looks.get("subscribe", {}).get("settled") == key and tab.text("email") == address, 15)
        # The page shows the answer to this click now.
        await tab.until(lambda tab: tab.text("status") and tab.text("status") != "Sending request…", 15)
        return tab.text("status")

    async def watch(self, condition, within):
        """Waits until the page meets a condition, and reconnects if necessary."""
        async with asyncio.timeout(within):
            while True:
                tab = await self.page()
                try:
                    return await tab.until(condition, within)
                except LOST:
                    self.lose()

    def leave(self):
        if self.tab:
            self.tab.close()
