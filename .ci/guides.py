"""The pages of Docs by name: Start, Guides, Reference and Internals. No two have the same name."""
import pathlib

root = pathlib.Path(__file__).resolve().parent.parent
guides = {path.stem: path for path in sorted((root / "Docs").rglob("*.md")) if path.stem != "README" and path.parent.name != "Site"}
