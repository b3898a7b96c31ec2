"""What an MkDocs site has beside its pages: style sheets and scripts, and lists for programs.

One file of each, and none that nobody loads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from html import escape
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url, write_file

from sfrules.press.site.publish.publishing import (
    ListedPage,
    digest,
    llms_txt,
    manifest,
    robots_txt,
    with_files_for_scripts,
)
from sfrules.press.things.thing import Kind

# What the theme brings along for its own search, and for whoever develops the theme.
_OF_THE_SEARCH = ("assets/javascripts/lunr/*", "assets/javascripts/workers/*")
_OF_DEVELOPERS = ("*.map",)
HERE = Path(__file__).parent
# In the order in which they are read: what comes later has the say.
STYLED = "base tables formulas figures trees charts cards calculators search".split()
SCRIPTED = "boxes card charts yours offline search load_forms".split()
OF_FORMS = [
    HERE / "scripts" / "calculators" / f"{name}.js" for name in ("evaluate", "forms", "dice")
]
STYLES, SCRIPT = "assets/sfrules/press.css", "assets/sfrules/press.js"
MANIFEST = "manifest.webmanifest"


def add_assets(config: MkDocsConfig) -> None:
    """Give a site what draws and answers for the press, ahead of its own, which has the say."""
    config.extra_css = [STYLES, *(each for each in config.extra_css if each != STYLES)]
    config.extra_javascript = [_deferred(SCRIPT), *config.extra_javascript]


def assets(config: MkDocsConfig, kinds: Iterable[Kind[Any]]) -> Iterator[File]:
    """The files of the press and of kinds of things that a site has; one search is enough."""
    unused = {"search"} if _has_a_search(config) else set()
    styles = [HERE / "stylesheets" / f"{name}.css" for name in STYLED if name not in unused]
    scripts = [HERE / "scripts" / f"{name}.js" for name in SCRIPTED if name not in unused]
    own = list(kinds)
    forms = _text([*OF_FORMS, *(path for kind in own for path in kind.form_scripts)])
    name = f"forms.{digest(forms)}.js"
    script = _text([*scripts, *(path for kind in own for path in kind.scripts)])
    texts = {
        STYLES: _text([*styles, *(path for kind in own for path in kind.styles)]),
        SCRIPT: script.replace("forms.js", name),
        f"assets/sfrules/{name}": forms,
    }
    for address, text in texts.items():
        yield File.generated(config, address, content=text)
    if not Path(config.docs_dir, MANIFEST).exists():
        yield File.generated(config, MANIFEST, content=manifest(config.site_name))


def _text(paths: Iterable[Path]) -> str:
    """Some files as one, each once, in the order in which they are first named."""
    return "\n".join(path.read_text(encoding="utf-8") for path in dict.fromkeys(paths))


def _has_a_search(config: MkDocsConfig) -> bool:
    return any(name.endswith("search") for name in config.plugins)


def _deferred(path: str) -> ExtraScriptValue:
    script = ExtraScriptValue(path)
    script.defer = True
    return script


def slim(files: Files, config: MkDocsConfig) -> Files:
    """The files of a site with its style sheets as one and its scripts as one, for few requests."""
    unused = _OF_DEVELOPERS if _has_a_search(config) else _OF_DEVELOPERS + _OF_THE_SEARCH
    for file in [each for each in files if any(fnmatch(each.src_uri, one) for one in unused)]:
        files.remove(file)
    config.extra_css = _joined(files, config, config.extra_css, ".css")
    deferred = [
        each.path
        for each in config.extra_javascript
        if isinstance(each, ExtraScriptValue) and each.defer and each.type != "module"
    ]
    others = [each for each in config.extra_javascript if str(each) not in deferred]
    config.extra_javascript = [*map(_deferred, _joined(files, config, deferred, ".js")), *others]
    return files


def _joined(files: Files, config: MkDocsConfig, paths: Iterable[str], suffix: str) -> list[str]:
    """The files of the site among some paths as one for each folder, in order; others as they are.

    A style sheet names its pictures from where it is.
    """
    joined: list[str] = []
    for folder, group in groupby(paths, lambda path: PurePosixPath(path).parent):
        names = list(group)
        own = [file for name in names if (file := files.get_file_from_path(name))]
        if len(own) < len(names):
            joined += names
            continue
        text = "\n".join(file.content_string for file in own)
        joined.append((folder / f"rulebook.{digest(text)}{suffix}").as_posix())
        for file in own:
            files.remove(file)
        files.append(File.generated(config, joined[-1], content=text))
    return joined


def scripts_as_files(html: str, url: str, config: MkDocsConfig, root: str = "") -> str:
    """A page of an address with its scripts as files; `root` is for one without an address."""

    def keep(name: str, script: str) -> str:
        path = f"assets/javascripts/{name}"
        write_file(script.encode(), str(Path(config.site_dir, path)))
        return root + path if root else get_relative_url(path, url)

    return with_files_for_scripts(html, keep)


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


def write_lists(listed: Iterable[ListedPage], built: Path, config: MkDocsConfig) -> None:
    """The lists of the site for programs; a map needs addresses, which a copy in a folder lacks."""
    site_url = config.site_url or ""
    if not site_url:
        for name in ("sitemap.xml", "sitemap.xml.gz"):
            (built / name).unlink(missing_ok=True)
    (built / "robots.txt").write_text(robots_txt(site_url), encoding="utf-8", newline="\n")
    about = str(config.site_description or config.site_name)
    lists = llms_txt(config.site_name, about, site_url, listed)
    (built / "llms.txt").write_text(lists, encoding="utf-8", newline="\n")
