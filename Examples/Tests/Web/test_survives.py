"""Two servers behind nginx, one PostgreSQL, and two browsers. A server is killed, then the database is stopped.

FILM=path/to/survives.gif python3 -m unittest test_survives    also films it
"""
import asyncio
import io
import os
import unittest

from PIL import Image, ImageDraw, ImageFont

from browser import Browser, film
from nginx import Nginx
from postgres import Postgres
from server import Server

FILM = os.environ.get("FILM")
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
SIZE = (500, 560)
# The film has the pages side by side, below a caption.
CAPTION, MARGIN = 84, 2
GREEN, RED, INK, PAPER = "#1d7f4c", "#c22f45", "#1d2230", "#ffffff"


class Caption:
    """The caption above the pages: the current event, and the state of each program."""

    def __init__(self):
        self.text = ""
        # For each program, the reason why it does not run; empty if it runs.
        self.programs = {"server A": "", "server B": "", "PostgreSQL": ""}

    async def look(self, tabs):
        """Returns a picture of all tabs and the caption."""
        shots = await asyncio.gather(*[tab.page.screenshot() for tab in tabs])
        picture = Image.new("RGB", (len(tabs) * (SIZE[0] + MARGIN) - MARGIN, SIZE[1] + CAPTION), PAPER)
        for place, shot in enumerate(shots):
            picture.paste(Image.open(io.BytesIO(shot)), (place * (SIZE[0] + MARGIN), CAPTION))
        draw = ImageDraw.Draw(picture)
        large, small = ImageFont.truetype(FONT, 22), ImageFont.truetype(FONT, 16)
        draw.text((20, 12), self.text, INK, large)
        left = 20
        for name, fate in self.programs.items():
            colour = RED if fate else GREEN
            draw.ellipse((left, 54, left + 12, 66), colour)
            words = f"{name} {fate}".strip()
            draw.text((left + 20, 50), words, colour, small)
            left += 20 + draw.textlength(words, small) + 34
        data = io.BytesIO()
        picture.save(data, "PNG")
        return data.getvalue()


class Survives(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.browser = await self.enterAsyncContext(Browser())
        self.postgres = self.enterContext(Postgres())
        # In a film each step takes longer, so that viewers can see it.
        latency = "1500" if FILM else "300"
        self.servers = [self.enterContext(Server("--latency", latency, store=self.postgres.store)) for _ in range(2)]
        self.nginx = self.enterContext(Nginx(self.servers))
        self.caption = Caption()

    async def shows(self, text, seconds):
        """Changes the caption. In a film, waits until viewers have read it."""
        self.caption.text = text
        if FILM:
            await asyncio.sleep(seconds)

    async def person_at(self, server):
        """Returns a tab of this server. nginx chooses the server by the cookie, so this tries until it fits."""
        while True:
            profile = await self.browser.profile(color_scheme="light", viewport={"width": SIZE[0], "height": SIZE[1]})
            tab = await self.browser.open(self.nginx.url, profile)
            await tab.until("document.querySelectorAll('.lane').length > 0")
            if server.stats()["sockets"] == 1:
                return tab
            await profile.close()

    async def type(self, tab, address):
        await tab.type("email", address, pause=0.08 if FILM else 0)

    async def listed(self, tabs, *addresses):
        """Waits until both pages list exactly these addresses, in this order."""
        for tab in tabs:
            await tab.until("[...document.querySelectorAll('#subscribers li')].map(line => line.textContent).join()", ",".join(addresses))

    async def test_each_typed_address_arrives_once(self):
        ada, grace = [await self.person_at(server) for server in self.servers]
        tabs = [ada, grace]
        self.caption.text = "Two people, two servers behind nginx, one PostgreSQL"
        async with film(FILM, lambda: self.caption.look(tabs)):
            await self.shows(self.caption.text, 1.5)
            await self.type(ada, "ada@example.org")
            await ada.text("validity", "Free")
            await ada.click("subscribe")
            await ada.text("status", "Sending request…")
            self.servers[0].kill()
            self.caption.programs["server A"] = "killed"
            await self.shows("kill -9 server A, in the middle of a request", 0)
            await ada.text("status", "Thanks")
            await self.listed(tabs, "ada@example.org")
            await self.shows("Server B has answered it, once", 1.8)

            self.servers[0].start(self.servers[0].url.rpartition(":")[2])
            self.caption.programs["server A"] = ""
            await asyncio.to_thread(self.postgres.do, "stop")
            self.caption.programs["PostgreSQL"] = "stopped"
            await self.shows("PostgreSQL is stopped", 0)
            for tab in tabs:
                await tab.text("freshness", "The list cannot be reached. This is its last known state.")
            await self.type(grace, "grace@navy.example")
            await grace.text("validity", "Cannot be checked at the moment")
            await grace.click("subscribe")
            await grace.text("status", "Sending request…")
            await self.shows("New requests wait", 1.8)
            await asyncio.to_thread(self.postgres.do, "start")
            self.caption.programs["PostgreSQL"] = ""
            await self.shows("PostgreSQL is started", 0)
            await grace.text("status", "Thanks")
            await self.listed(tabs, "grace@navy.example", "ada@example.org")
            await self.shows("Each address arrived once, on every page", 1)
        self.assertEqual(self.postgres.addresses(), ["ada@example.org", "grace@navy.example"])
        self.assertEqual(self.browser.errors, [])


if __name__ == "__main__":
    unittest.main()
