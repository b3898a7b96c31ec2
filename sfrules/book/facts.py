"""The authored tables as the press takes them: records, terms, words and problems."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from sfrules import authored
from sfrules.facts.tables import PACKAGE
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.things.book import Exemption, Record, Subject, Term
from sfrules.press.things.formulas.formula import Words

# Words for identifiers that are no terms: a term says its own in tables/authored/terms.csv.
PLAIN_WORDS = {
    "activity_cost.name": "activity",
    "companion_hit_points": "companion's hit points",
    "is_adjacent": "adjacent",
    "is_massive": "massive blow",
    "level_attack_modifier.above": "levels above",
    "place_in_tier.first": "first level of the tier",
    "tiers.from_level": "first level",
    "tiers.id": "tier",
    "escalation-die.bonus": "figure",
    "squares_to_metres": "distance in meters",
}

# Where part of a rule holds under a condition only, its formula says which in these words.
CONDITIONS = {("wearing", "light"): "in light armor"}


def records(table: str) -> Mapping[str, Record]:
    """The rows of a table by their id."""
    return {row.id: _record(table, row) for row in authored.rows(table)}


def _record(table: str, row: authored.Row) -> Record:
    place = authored.place_of(row)
    return Record(authored.cells_of(row), Origin(f"{table}.{row.id}", place.path, place.line))


def maps() -> Mapping[str, Record]:
    """The maps of the book by their id, each with its rows from the top."""
    first = {row.id: row for row in reversed(authored.rows("maps"))}
    return {
        id: Record({"rows": map_rows(id)}, _record("maps", row).origin) for id, row in first.items()
    }


def map_rows(id: str) -> tuple[str, ...]:
    """The rows of a map, from the top."""
    rows = sorted((row.row, row.text) for row in authored.rows("maps") if row.id == id)
    return tuple(text for _, text in rows)


def terms() -> tuple[Term, ...]:
    """The glossary."""
    return tuple(_term(row) for row in authored.rows("terms"))


def exemptions() -> tuple[Exemption, ...]:
    """The gaps that the book has on purpose."""
    return tuple(_exemption(row) for row in authored.rows("exemptions"))


def _exemption(row: authored.Row) -> Exemption:
    place = authored.place_of(row)
    origin = Origin(f"exemptions.{row.subject}", place.path, place.line)
    return Exemption(row.kind, row.subject, row.reason, origin)


def _term(row: authored.Row) -> Term:
    place = authored.place_of(row)
    return Term(
        id=row.id,
        term=row.term,
        definition=row.definition,
        page=row.page,
        anchor=row.anchor or "",
        aliases=_listed(row.aliases),
        origin=Origin(f"terms.{row.id}", place.path, place.line),
        unit=row.unit,
        proof=row.proof or "",
        formula=row.formula,
    )


def subjects() -> tuple[Subject, ...]:
    """The index: the authored subjects, and the terms of players that are not among them."""
    written = {row.subject.casefold(): _subject(row) for row in authored.rows("subjects")}
    of_terms = (
        Subject(_capital(term.term), ((term.page, term.anchor),), term.origin)
        for term in terms()
        if not term.formula
        and not written.keys() & {name.casefold() for name in (term.term, *term.aliases)}
    )
    return (*written.values(), *of_terms)


def _subject(row: authored.Row) -> Subject:
    at = authored.place_of(row)
    places = tuple(_place(text) for text in _listed(row.places))
    return Subject(row.subject, places, Origin(f"subjects.{row.subject}", at.path, at.line))


def _place(text: str) -> tuple[str, str]:
    page, _, anchor = text.partition("#")
    return page, anchor


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def faces_of_dice() -> frozenset[int]:
    """The faces of the dice that the game has."""
    return frozenset(row.faces for row in authored.rows("dice"))


def words() -> Words:
    """The book's words for the identifiers in its rules: each term says which are its own."""
    names = {name: row.term for row in authored.rows("terms") for name in _listed(row.names)}
    return Words(names | PLAIN_WORDS, CONDITIONS, lookups=frozenset({"row", "step"}))


def named() -> dict[str, Span]:
    """The identifiers that terms have words for, each where it is said."""
    said = ((name, row) for row in authored.rows("terms") for name in _listed(row.names))
    return {name: _span_of("terms", row, "names", name) for name, row in said}


def gone(rules: Collection[str]) -> Iterator[Problem]:
    """Each source whose rule, file or page is there no more; an installed wheel has no pages."""
    folders = {"table": authored.root(), "page": authored.root() / "docs"}
    for row in authored.rows("sources"):
        folder = folders.get(row.kind)
        is_there = (folder / row.place).exists() if folder else row.place in rules
        if not is_there and (folder is None or (authored.root() / "docs").is_dir()):
            span = authored.span_of("sources", row, "place")
            hint = "" if folder else did_you_mean(row.place, rules)
            yield problem_at(span, f"there is no {row.kind} {row.place}", hint)


def _span_of(table: str, row: authored.Row, column: str, part: str) -> Span:
    start = str(getattr(row, column)).index(part)
    return authored.span_of(table, row, column, start, start + len(part))


def _listed(cell: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (cell or "").split(";") if part.strip())


def check_facts() -> None:
    """Refuse to make a book of tables with bad rows.

    Raises:
        ProblemsFound: with every bad row of every table.
    """
    if bad := authored.check():
        raise ProblemsFound(bad)


def origin_of_table(table: str) -> Origin | None:
    """The file of an authored table."""
    if table not in authored.names():
        return None
    return Origin(table, f"tables/authored/{table}.csv", 1)


def files_read(module: str) -> Iterator[Path]:
    """The files of facts that the code of a module has read by now."""
    if tables := authored.read_by(module):
        yield authored.root() / PACKAGE
    for table in tables:
        yield authored.root() / f"tables/authored/{table}.csv"


def unread_rows() -> Iterator[Origin]:
    """The authored rows that nothing has read by now."""
    for table, row in authored.unread():
        place = authored.place_of(row)
        key = ".".join(
            str(authored.cells_of(row)[column]) for column in authored.schema(table).primary_key
        )
        yield Origin(f"{table}.{key}", place.path, place.line)
