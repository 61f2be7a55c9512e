"""A browser that people use: it opens tabs, types, clicks, looks. Playwright drives the system's Chromium."""
import asyncio
import os
import shutil

from playwright.async_api import async_playwright, expect

WITHIN = 20


class Browser:
    """A headless Chromium, until the end of the `async with`."""

    async def __aenter__(self):
        self.playwright = await async_playwright().start()
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        self.chromium = await self.playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        self.home = await self.profile()
        self.errors = []
        return self

    async def __aexit__(self, *_):
        await self.chromium.close()
        await self.playwright.stop()

    async def profile(self):
        """A place with cookies of its own: another person's browser."""
        return await self.chromium.new_context()

    async def open(self, url, profile=None):
        page = await (profile or self.home).new_page()
        page.on("pageerror", lambda error: self.errors.append(error))
        await page.goto(url)
        return BrowserTab(page)


class BrowserTab:
    def __init__(self, page):
        self.page = page

    def element(self, element):
        return self.page.locator(f"#{element}")

    async def evaluate(self, script):
        return await self.page.evaluate(script)

    async def until(self, script, expected=True, within=WITHIN):
        """Waits for a script to have a value."""
        value = None
        try:
            async with asyncio.timeout(within):
                while (value := await self.evaluate(script)) != expected:
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{script} is {value!r} and not {expected!r}") from None

    async def text(self, element, expected):
        await expect(self.element(element)).to_have_text(expected, timeout=1_000 * WITHIN)

    async def value(self, element, expected):
        await expect(self.element(element)).to_have_value(expected, timeout=1_000 * WITHIN)

    async def enabled(self, element, expected=True):
        await expect(self.element(element)).to_be_enabled(enabled=expected, timeout=1_000 * WITHIN)

    async def type(self, element, text, pause=0):
        await self.element(element).press_sequentially(text, delay=1_000 * pause)

    async def press(self, key):
        await self.page.keyboard.press(key)

    async def click(self, element):
        await self.element(element).click()

    async def reload(self):
        await self.page.reload()

    async def close(self):
        await self.page.close()

    async def size(self, width, height):
        await self.page.set_viewport_size({"width": width, "height": height})

    async def screenshot(self, path):
        await self.page.screenshot(path=path)
