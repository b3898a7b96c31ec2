"""What the HTML of a page links to, loads and names, read without a browser."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

REFERENCES = ("href", "src", "xlink:href", "poster")


@dataclass
class Names(HTMLParser):
    """The ids and the references of a page."""

    ids: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called, and what it refers to."""
        del tag
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in REFERENCES:
                self.references.append(value or "")
            elif name in {"aria-labelledby", "aria-describedby", "for"}:
                self.labels.extend((value or "").split())


def names_of(page: Path) -> Names:
    """Read a page."""
    names = Names()
    names.feed(page.read_text(encoding="utf-8"))
    names.close()
    return names


def is_internal(reference: str) -> bool:
    """Whether a reference stays within the site."""
    parts = urlsplit(reference)
    return not parts.scheme and not parts.netloc


def target_of(site: Path, page: Path, reference: str) -> tuple[Path, str]:
    """The file and the fragment that a reference on a page leads to."""
    parts = urlsplit(reference)
    path = unquote(parts.path)
    start = site if path.startswith("/") else page.parent
    file = (start / path.lstrip("/")).resolve() if path else page
    return (file / "index.html" if file.is_dir() else file), unquote(parts.fragment)
