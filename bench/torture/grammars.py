"""Grammars of what a stranger may write, as strategies of Hypothesis: nearly right, and far off."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from doors import TERMS, small_package
from hypothesis import strategies as st
from section import ROOT

Texts = st.SearchStrategy[str]

# Signs that mean something to Jinja, Python, Markdown, CSV or a terminal; and some that should not.
SIGNS = (
    " \t\n{}%#[]()<>|`~*_^=+-/\\\"'&;:,.!?@$0123456789abcxyzABC½²×−–é٣Ⅷ\uff43\u200b\u202e\u00a0"
    "\ufeff\u2028\x00\x0c\x85\U0001f432\ud800\ufdd2\uffff"
)
PIECES = tuple(
    """
    {{ }} {% %} {# #} {## ##} {%- -%} [[ ]] ``` ~~~ <!-- --> >>> ... | ---
    :--- --8<-- !!! ??? === {: } {.x} {#y}
    <script> </div> <br/> &amp; &#0; \\ \\n ** __ ~~ $$ [^1] [^1]: *[x]: #
    ## 1. - > +7 −3 ½ 60% 1d6 d20 2d6+3
    ```proof ```pycon ```formula proof hidden printed( core. cast.orrik within= because=
    |percent |lower
    """.split()
)
odd: Texts = st.text(alphabet=st.sampled_from(SIGNS), max_size=12)
piece: Texts = st.sampled_from(PIECES)
number: Texts = st.one_of(
    st.integers(-3, 40).map(str),
    st.sampled_from(
        ["0", "1.5", "1e3", "10**9", "9" * 30, "0.1", "1_000", "00", "1e999", ".5", "0x1f", "٣"]
    ),
)
SAID = """
    7|51|seven|seventh|60%|+4|−1|×1.5|half|twice|at least 22|at most 9|about half within 0.05|2/3|1½
    |about 60 within 5%|11+|4 to 6|between 11 and 17|one in six|true|1,024|a dozen|two and a half
""".replace("\n", "").split("|")
said: Texts = st.one_of(st.sampled_from(SAID).map(str.strip), number, odd)
NAMES = """
    core.hit_points core.check_chance core.armor_class core.escalation_die core.dice_terms core
    core.distance core.fortitude cast.orrik cast.orrik.level cast cast.pell.durability monsters
    weapons.dagger.die typical.speed.low maps scale.toughness yards systems printed table figure
    chart formula worked term terms index numbers range loop level x y hero none true
    core.hit_point caste.orrik __class__ \uff43ore self cycler
""".split()
name: Texts = st.sampled_from(NAMES)
quoted: Texts = st.one_of(
    st.sampled_from(["high", "low", "hit-points", "heavy", "2d6", "60%", "distance", "figures"]),
    odd,
).map(lambda text: json.dumps(text, ensure_ascii=False))


def joined(*parts: Texts | str) -> Texts:
    """Texts one behind the other."""
    return st.tuples(*(st.just(p) if isinstance(p, str) else p for p in parts)).map("".join)


def many(one: Texts, between: str = "", most: int = 4) -> Texts:
    """A few texts, with something between them."""
    return st.lists(one, max_size=most).map(between.join)


FILTERS = """
    percent times signed words decimal lower upper title join list first last max length sum sort
    unique map default abs reverse min attr string safe percent(0) decimal(2) map("lower") join(",")
""".split()
SIGNS_OF_TWO = "+ - * / // % ** ~ == != < <= in and or is".split()
call: Texts = st.sampled_from(
    [
        'core.hit_points(7, "high")',
        "core.check_chance(4, 13)",
        'core.hit_points(level=7, durability="high")',
        'printed(51, core.hit_points(7, "high"))',
        "worked(core.fortitude, class_bonus=1, strength=4, constitution=3, result=15)",
        'table("hit-points", rows=[1, 11], columns=["Low"])',
        "formula(core.fortitude, unfold=1)",
    ]
)


def _grown(inner: Texts) -> Texts:
    between = st.sampled_from(SIGNS_OF_TWO).map(lambda sign: f" {sign} ")
    key = joined(name, "=", inner)
    arguments = many(st.one_of(inner, key), ", ", 3)
    return st.one_of(
        joined(inner, between, inner),
        joined(name, "(", arguments, ")"),
        joined(inner, "|", st.sampled_from(FILTERS)),
        joined("[", many(inner, ", "), "]"),
        joined("(", inner, ")"),
        joined("{", inner, ": ", inner, "}"),
        joined(inner, ".", st.sampled_from(["level", "name", "low", "__class__", "keys", "x"])),
        joined(inner, "[", inner, "]"),
        joined(inner, "[", inner, ":", inner, "]"),
        joined(inner, " if ", inner, " else ", inner),
        joined(st.sampled_from(["not ", "-", "+", "lambda: ", "*"]), inner),
    )


atom: Texts = st.one_of(number, quoted, name, call)
expression: Texts = st.recursive(atom, _grown, max_leaves=6)
braces: Texts = st.one_of(
    joined("{{ ", expression, " }}"),
    joined("{{ ", call, "|", st.sampled_from(FILTERS), " }}"),
    joined("[[", st.one_of(st.sampled_from(["hit points", "hit points|HP", "nothing"]), odd), "]]"),
    joined("{{ ", expression),
)
statement: Texts = st.one_of(
    joined("{% set ", name, " = ", expression, " %}"),
    joined("{% for ", name, " in ", expression, " %}", braces, "{% endfor %}"),
    joined("{% if ", expression, " %}", braces, "{% else %}", odd, "{% endif %}"),
    joined("{% macro ", name, "(x) %}", braces, "{% endmacro %}"),
    joined("{% ", odd, " %}"),
)
inline: Texts = st.one_of(
    st.sampled_from(["a word", "Orrik has", "hit points", "*so*", "`code`", "[a](b.md#c)", "d20"]),
    said,
    braces,
    statement,
    piece,
    odd,
)
prose: Texts = many(inline, " ", 5)
line_of_proof: Texts = st.one_of(
    joined(expression, " = ", said),
    joined(name, " = ", expression, " = ", said),
    joined(said, " = ", expression),
    joined(name, " = ", said),
    joined("for ", name, " in ", number, " to ", number, ": ", expression, " = ", said),
    joined("~ ", call, " = ", said),
    joined("# ", odd),
    st.sampled_from(
        [
            'core.hit_points(7, "high") = 51',
            "level = 7",
            "level",
            "level - 3 = 4",
            "[1, 2] = 1 to 2",
        ]
    ),
    odd,
)
proof: Texts = joined(
    prose, "\n\n```proof", st.sampled_from(["", "", " hidden", " x"]), "\n",
    many(line_of_proof, "\n", 5), st.sampled_from(["\n```\n", "\n```\n", "\n", ""]),
)  # fmt: skip
STATEMENTS = """
    for x in range(3): x|while x: x|def f(x): return x|if x: y|else: y|try: x|except ValueError: x
    |raise ValueError(1)|import os|from fractions import Fraction|return x|yield x|del x|pass
    |class A: pass|with x: pass|assert x|global x|lambda: x|x: int = 1|x += 1|print(x)|match x:|@x
    |...
""".replace("\n", "").split("|")
code: Texts = st.one_of(
    expression,
    joined(name, " = ", expression),
    joined("[", expression, " for x in ", expression, "]"),
    joined('f"{', expression, '}"'),
    joined("print(", expression, ")"),
    st.sampled_from(STATEMENTS).map(str.strip),
    odd,
)
example: Texts = st.one_of(
    joined(">>> ", code, "\n", st.sampled_from(["51\n", "7\n", "", "...\n", "<BLANKLINE>\n"])),
    joined(">>> ", code, "\n...     ", code, "\n", odd, "\n"),
    joined(">>> ", code, "  # doctest: +", st.sampled_from(["ELLIPSIS", "SKIP", "X"]), "\n"),
    joined(">>> ", code, "\nTraceback (most recent call last):\n    ...\nValueError: ", odd, "\n"),
    joined(odd, "\n"),
)
session: Texts = joined(
    st.sampled_from(["```pycon\n", "```python\n", "<!-- pycon\n", "    "]),
    many(example, "", 4),
    st.sampled_from(["```\n", "```\n", "-->\n", ""]),
)
cells: Texts = many(st.one_of(said, inline), " | ", 4)
pipe_table: Texts = joined("| ", cells, " |\n| --- | --- |\n| ", cells, " |\n| ", cells, " |\n")
block: Texts = st.one_of(
    joined(st.sampled_from(["# ", "## ", "- ", "1. ", "> ", "", "", "    "]), prose, "\n"),
    joined('!!! example "', odd, '"\n\n    ', prose, "\n\n    ```proof\n    ", line_of_proof,
           "\n    ```\n"),
    joined(st.sampled_from(["<!-- ", "<div markdown>\n", "{## ", "<pre>"]), prose, "\n"),
    joined(prose, "\n{.flavour}\n"),
    pipe_table,
    proof,
    session,
)  # fmt: skip
front: Texts = st.one_of(
    st.just(""),
    joined("---\nrules: ", st.one_of(name, st.just("[core, cast]"), odd), "\n---\n"),
    joined("---\ntitle: ", odd, "\n", odd, "\n---\n"),
)
page: Texts = joined(front, many(block, "\n", 5))


def edited(texts: Sequence[str], pieces: Texts) -> Texts:
    """One of some texts with a few edits: stretches left out, said twice or replaced."""

    def edit(drawn: tuple[str, list[tuple[float, int, str]]]) -> str:
        text, edits = drawn
        for share, length, new in edits:
            at = int(share * len(text))
            text = text[:at] + new + text[at + length :]
        return text

    at = st.floats(0, 1, exclude_max=True)
    one = st.tuples(at, st.integers(0, 30), pieces)
    return st.tuples(st.sampled_from(texts), st.lists(one, min_size=1, max_size=4)).map(edit)


def _sections() -> list[str]:
    found = []
    for path in sorted(ROOT.glob("docs/**/*.md")):
        text = path.read_text(encoding="utf-8")
        found += ["# " + part for part in text.split("\n# ") if part]
        found += ["## " + part for part in text.split("\n## ")[1:] if part]
    return [each for each in found if len(each) < 4_000]  # noqa: PLR2004 a section, no chapter


csv_cell: Texts = st.one_of(odd, said, st.sampled_from(['""', '"a', '"a"b', "true", "", "a,b"]))
csv_text: Texts = st.one_of(
    edited([(ROOT / TERMS).read_text(encoding="utf-8")[:3_000]], st.one_of(csv_cell, piece)),
    joined(
        st.sampled_from(["id,term,aliases,page,anchor,definition,names,unit\n", "id,term\n", ""]),
        many(many(csv_cell, ",", 9), "\n", 5),
    ),
)
JSONS: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.floats(), odd,
              st.sampled_from(["name", "string", "integer", "(a+)+$", "[", "../x", "1e400"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["name", "type", "path", "fields", "schema", "minimum", "pattern",
                             "enum", "reference", "resource", "from", "to", "constraints"]),
            inner, max_size=3),
    ),
    max_leaves=5,
)  # fmt: skip


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if not isinstance(value, dict | list):
        return [way]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [way, *(each for key, part in inner for each in _places(part, (*way, key)))]


def _put(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    if not way:
        return new
    parts = dict(value) if isinstance(value, dict) else list(value)
    parts[way[0]] = _put(parts[way[0]], way[1:], new)
    return parts


def description() -> Texts:
    """The description of the tables, with another value in a place, or as a text edited."""
    package = small_package()
    places = st.sampled_from(_places(package))
    put = st.tuples(places, JSONS).map(lambda drawn: json.dumps(_put(package, *drawn), indent=1))
    return st.one_of(put, edited([json.dumps(package, indent=1)], st.one_of(odd, piece)))


LINTED = """
    d20|2d6+3|1–3|4-6|00|20+|7 or less|7 (2d6)|22 (6d8 + 6)|Total|**Total**|1 gp|10 lb.|60%|---|:-:
    |[x][y]|[x](#y)|[x](other.md)|{#id}|<a id="x">|Level|+1|1d0|0d6|999999d6|d%|d66|1,000|½|—|
""".replace("\n", "").split("|")
lint_cell: Texts = st.one_of(st.sampled_from(LINTED).map(str.strip), number, inline)
lint_row: Texts = joined("| ", many(lint_cell, " | ", 5), " |")
lint_text: Texts = many(
    st.one_of(
        many(lint_row, "\n", 6),
        joined(lint_row, "\n| --- | --- | --- |\n", many(lint_row, "\n", 6)),
        joined("# ", lint_cell),
        joined("[x]: ", odd),
        joined("<!-- lint: off ", st.sampled_from(["width", "render, total", "x", ""]), " -->"),
        prose,
    ),
    "\n\n",
    5,
)
WORDS = """
    check calc explain show table diff lint --format text json md csv html sarif github --fix --diff
    --book sfrules.book none.such --rules --lock -f mkdocs.yml docs . .. - -- --help 1+1 core
    core.hit_points(7,"high") hit-points tables charts rules macros HEAD HEAD~1 nowhere
""".split()
word: Texts = st.one_of(st.sampled_from(WORDS), odd.map(lambda text: text.replace("\0", "")))
command: Texts = st.lists(word, max_size=5).map(
    lambda words: json.dumps([each for each in words if each != "--fix"])
)

# Each grammar: its door, its strategy, and its part of all inputs.
GRAMMARS: dict[str, tuple[str, Callable[[], Texts], float]] = {
    "pages": ("page", lambda: page, 0.16),
    "edited pages": ("page", lambda: edited(_sections(), st.one_of(odd, piece, inline)), 0.05),
    "pages of a site": ("site", lambda: page, 0.04),
    "expressions": ("expression", lambda: expression, 0.20),
    "calculations": ("calc", lambda: expression, 0.05),
    "proofs": ("page", lambda: proof, 0.15),
    "sessions": ("page", lambda: session, 0.15),
    "tables": ("file of terms", lambda: csv_text, 0.05),
    "descriptions": ("description", description, 0.04),
    "files for lint": ("lint", lambda: lint_text, 0.08),
    "command lines": ("command", lambda: command, 0.03),
}
