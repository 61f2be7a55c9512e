"""A browser that opens tabs, types, clicks and takes screenshots. Playwright drives the system's Chromium."""
import asyncio
import contextlib
import io
import os
import shutil
import time

from PIL import Image
from playwright.async_api import async_playwright, expect

WITHIN = 60


class Browser:
    """A headless Chromium. Runs until the end of the `async with`."""

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

    async def profile(self, **options):
        """Returns a context with its own cookies, as the browser of another person."""
        return await self.chromium.new_context(**options)

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
        """Waits until a script returns a value."""
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
        await expect(self.element(element)).to_have_attribute("aria-disabled", str(not expected).lower(), timeout=1_000 * WITHIN)

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

    def film(self, path):
        """Films this tab until the end of the `async with`, if there is a path."""
        return film(path, self.page.screenshot)


@contextlib.asynccontextmanager
async def film(path, look):
    """Films the pictures that `look` takes until the end of the `async with`, if there is a path."""
    frames = []

    async def take():
        while True:
            frames.append((time.monotonic(), await look()))
            await asyncio.sleep(0.05)

    taking = asyncio.create_task(take()) if path else None
    yield
    if taking:
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
        save(frames, path)


def save(frames, path):
    """Saves frames as a GIF with one palette of 64 colours. The last frame is shown for two seconds."""
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for _, data in frames]
    # The palette of a single picture would lack the colours of the others.
    some = pictures[::max(1, len(pictures) // 12)] + pictures[-1:]
    sheet = Image.new("RGB", (some[0].width, sum(picture.height for picture in some)))
    for place, picture in enumerate(some):
        sheet.paste(picture, (0, place * picture.height))
    colours = sheet.quantize(64, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    pictures = [picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures]
    times = [when for when, _ in frames]
    durations = [round(1_000 * (end - begin)) for begin, end in zip(times, times[1:])] + [2_000]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
