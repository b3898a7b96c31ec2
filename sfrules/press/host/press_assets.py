"""The style sheets and scripts of the press, as the files that a site loads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any

from sfrules.press.site.publish.publishing import digest, manifest
from sfrules.press.things.calculators.forms import FormKind
from sfrules.press.things.kinds import KINDS
from sfrules.press.things.thing import Kind

HERE = Path(__file__).parent
# What belongs to no kind of things. Style sheets are read in this order: base, the kinds of the
# press, these, and the book's own kinds; what comes later has the say.
_BASE = HERE / "stylesheets" / "base.css"
STYLED = ("cards", "search")
SCRIPTED = ("each_page", "card", "offline", "search", "load_forms")
STYLES, SCRIPT = "assets/sfrules/press.css", "assets/sfrules/press.js"
MANIFEST = "manifest.webmanifest"


def press_assets(
    title: str, kinds: Iterable[Kind[Any]], *, has_search: bool
) -> Iterator[tuple[str, str]]:
    """The files of the press and a book's own kinds, by their addresses; one search is enough."""
    unused = {"search"} if has_search else set()
    styles = [HERE / "stylesheets" / f"{name}.css" for name in STYLED if name not in unused]
    scripts = [HERE / "scripts" / f"{name}.js" for name in SCRIPTED if name not in unused]
    own = list(kinds)
    every = [*KINDS, *own]
    of_forms = (kind for kind in every if isinstance(kind, FormKind))
    forms = _text(path for kind in of_forms for path in kind.form_scripts)
    name = f"forms.{digest(forms)}.js"
    script = _text([*scripts, *_files_of(every, ".js")])
    yield STYLES, _text([_BASE, *_files_of(KINDS, ".css"), *styles, *_files_of(own, ".css")])
    yield SCRIPT, script.replace("forms.js", name)
    yield f"assets/sfrules/{name}", forms
    yield MANIFEST, manifest(title)


def _files_of(kinds: Iterable[Kind[Any]], suffix: str) -> Iterator[Path]:
    return (path for kind in kinds for path in kind.files if path.suffix == suffix)


def _text(paths: Iterable[Path]) -> str:
    """Some files as one, each once, in the order in which they are first named."""
    return "\n".join(path.read_text(encoding="utf-8") for path in dict.fromkeys(paths))


def bundled(paths: Iterable[str], texts: Mapping[str, str], suffix: str) -> dict[str, str]:
    """Some style sheets or scripts as one for each folder, in order, for few requests.

    `texts` are those of the site's own; what is no file of the site keeps its folder as it is. A
    style sheet names its pictures from where it is.
    """
    joined: dict[str, str] = {}
    for folder, group in groupby(paths, lambda path: PurePosixPath(path).parent):
        names = list(group)
        if texts.keys() >= set(names):
            text = "\n".join(texts[name] for name in names)
            names = [(folder / f"rulebook.{digest(text)}{suffix}").as_posix()]
            joined[names[0]] = text
        joined |= {name: joined.get(name, "") for name in names}
    return joined


# A page for addresses that lead nowhere is shown at any of them, and names all from the server's
# root; opened from a folder, it finds them beside itself.
_FROM_A_FOLDER = """\
<script data-root="{root}">
if (location.protocol === "file:") addEventListener("DOMContentLoaded", () => {{
  const {{ root }} = document.querySelector("script[data-root]").dataset;
  for (const name of ["href", "src"])
    for (const each of document.querySelectorAll(`[${{name}}^="${{root}}"]`))
      each.setAttribute(name, `./${{each.getAttribute(name).slice(root.length)}}`);
}});
</script>
"""


def found_from_a_folder(html: str, root: str) -> str:
    """A page without an address of its own, as one that works as a file, too."""
    return html.replace("</head>", f"{_FROM_A_FOLDER.format(root=escape(root))}</head>", 1)
