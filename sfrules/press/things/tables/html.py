"""A table as accessible HTML, with its caption, notes, origin and downloads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sfrules.ground.formats import styled
from sfrules.ground.ledger import Origin
from sfrules.press.things.tables.table import Column, Spanner, Table


@dataclass(frozen=True)
class Setting:
    """What a table needs to know about the page that it is on."""

    id: str
    number: str = ""
    origin: str = ""
    downloads: tuple[tuple[str, str], ...] = ()
    again: int = 0  # from 2 on: how often the page has printed the table by now
    mark: str = ""  # HTML that says in which edition the table changed


def table_html(table: Table, setting: Setting) -> str:
    """The table in a region that scrolls, can be focused, and is named by the caption."""
    caption = f"{setting.id}-caption"
    number = f'<span class="table-number">{setting.number}.</span> ' if setting.number else ""
    # The caption names the region, and two regions of a page may not have the same name.
    again = f" (printing {setting.again})" if setting.again else ""
    return "".join(
        (
            f'<div class="table-wrap" id="{setting.id}">',
            f'<div class="table-scroll" role="region" tabindex="0" aria-labelledby="{caption}">',
            f'<table class="rules-table"><caption id="{caption}">{number}',
            f"{escape(table.caption)}{again}{setting.mark and ' '}{setting.mark}</caption>",
            _head(table),
            _body(table),
            "</table></div>",
            _notes(table),
            _origin(setting),
            "</div>",
        )
    )


def table_html_alone(table: Table) -> str:
    """The table's HTML by itself, for a page that is not the book's."""
    return table_html(table, Setting(id=f"table-{table.id}")) + "\n"


def _head(table: Table) -> str:
    if not any(isinstance(column, Spanner) for column in table.columns):
        cells = "".join(_header(column) for column in (table.stub, *table.leaves))
        return f"<thead><tr>{cells}</tr></thead>"
    upper = [_header(table.stub, rowspan=2)]
    lower = []
    for column in table.columns:
        if isinstance(column, Spanner):
            upper.append(
                f'<th scope="colgroup" class="span-start" colspan="{len(column.columns)}">'
                f"{escape(column.heading)}</th>"
            )
            first, *others = column.columns
            lower.append(_header(first, opens_spanner=True))
            lower.extend(map(_header, others))
        else:
            upper.append(_header(column, rowspan=2))
    return f"<thead><tr>{''.join(upper)}</tr><tr>{''.join(lower)}</tr></thead>"


def _header(column: Column, rowspan: int = 1, *, opens_spanner: bool = False) -> str:
    span = f' rowspan="{rowspan}"' if rowspan > 1 else ""
    title = f' title="{escape(column.description)}"' if column.description else ""
    classes = _classes("text" if column.text else "", "span-start" if opens_spanner else "")
    unit = f' <span class="unit">({escape(column.unit)})</span>' if column.unit else ""
    return f'<th scope="col"{span}{classes}{title}>{escape(column.heading)}{unit}</th>'


def _classes(*names: str) -> str:
    given = " ".join(filter(None, names))
    return f' class="{given}"' if given else ""


def _body(table: Table) -> str:
    firsts = {id(c.columns[0]) for c in table.columns if isinstance(c, Spanner)}
    formats = [
        (f"<td{_cell_classes(column, id(column) in firsts)}>", column.style)
        for column in table.leaves
    ]
    number = "" if table.stub.text else ' class="num"'
    head = f'<th scope="row"{number}>'
    rows = []
    for starts, (stub, *values) in zip(table.starts, table.cells, strict=True):
        row = '<tr class="group-start">' if starts else "<tr>"
        cells = [
            f"{tag}{escape(styled(value, style))}</td>"
            for (tag, style), value in zip(formats, values, strict=True)
        ]
        name = escape(styled(stub, table.stub.style))
        rows.append(f"{row}{head}{name}</th>{''.join(cells)}</tr>")
    return f"<tbody>{''.join(rows)}</tbody>"


def _cell_classes(column: Column, opens_spanner: bool) -> str:
    return _classes("" if column.text else "num", "span-start" if opens_spanner else "")


def _notes(table: Table) -> str:
    if not table.notes:
        return ""
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return f'<div class="table-notes">{notes}</div>'


def _origin(setting: Setting) -> str:
    links = "".join(
        f' · <a href="{escape(url)}" download="">{escape(label)}</a>'
        for label, url in setting.downloads
    )
    return f'<p class="table-origin">{setting.origin}{links}</p>' if setting.origin else ""


def origin_line(origins: Sequence[Origin], sources: Sequence[str]) -> str:
    """Where a table's numbers come from, in a line of HTML."""
    rules = [f"<code>{escape(o.name)}</code>" for o in origins if o.path.endswith(".py")]
    rows = [f"<code>{escape(o.path)}</code>" for o in origins if not o.path.endswith(".py")]
    parts = [f"Computed by {', '.join(rules)}"] if rules else []
    if rows:
        parts.append(f"{'rows' if rules else 'Rows'} from {', '.join(rows)}")
    line = "; ".join(parts) or "Computed by the book"
    return line + (f" ({', '.join(map(escape, sources))})" if sources else "")
