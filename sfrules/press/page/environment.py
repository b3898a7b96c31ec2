"""The environment that pages and expressions run in: Jinja's sandbox, with the names of one book.

Arithmetic is exact and bounded; nothing is called or reached but what the book offers. The compiled
code says which expression is at work, so that a failure, and what was asked, have a place.
"""

from __future__ import annotations

import os
import posixpath
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial, wraps
from io import StringIO
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from traceback import walk_stack
from types import BuiltinMethodType, FrameType, MethodType
from typing import Any, NamedTuple, NoReturn, Self

from jinja2 import FunctionLoader, StrictUndefined, Undefined, nodes, runtime
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.exceptions import TemplateSyntaxError
from jinja2.filters import _GroupTuple
from jinja2.lexer import TokenStream
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler
from jinja2.utils import Namespace as Variables

from sfrules.ground.file_door import read_source
from sfrules.ground.formats import format_value
from sfrules.ground.formats import shown as excerpt
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, did_you_mean
from sfrules.ground.source import FRONT_MATTER, Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.tree import Markdown
from sfrules.press.expression.values import (
    FollowOn,
    Invocation,
    calculate,
    check_arguments,
)
from sfrules.press.page import filters
from sfrules.press.page.marks import without_marks
from sfrules.press.page.names import NONE, ShortNames, short_names
from sfrules.press.page.regions import regions
from sfrules.press.page.templates import (
    OF_BLOCKS,
    OF_FILTERS,
    NameUse,
    PageFile,
    Site,
    Translator,
    asked_in,
    tokens_of,
)
from sfrules.press.things.book import Record, RowRule, Rulebook
from sfrules.press.things.kinds import macros_of

# The methods that a page may call: none makes a text longer, and none changes its object.
_OF_TEXTS = frozenset(
    "capitalize casefold count endswith find index isalpha isdigit islower isupper lower lstrip "
    "removeprefix removesuffix rstrip split splitlines startswith strip title upper".split()
)
_ENDS, _BEGINS = re.compile(r"\d+[.,/]?\Z"), re.compile(r"[.,/]?\d+")
_INSIDE = re.compile(r"[.,/_\N{NO-BREAK SPACE}\u200b-\u200d]?")  # what may stand within a number
_MAY_BE_UNKNOWN = frozenset({"default", "d", "defined", "undefined"})


_OF_PYTHON = {"len": "length", "sorted": "sort"}  # functions whose filters have other names
_INSTEAD = {
    "printed": "type the number, and say in a proof below it: expression = the number",
    "print": "leave it out: what an expression comes to is shown",
    "caller": "a macro has it where {% call %} calls it; ask: caller is defined",
}


#: In place of the value of a failed expression: to use it is no second mistake.
FAILED = StrictUndefined(hint="failed before", exc=FollowOn)  # type: ignore[arg-type] # Jinja only raises it


class Captured(Markdown):
    """What a macro or a block of the page prints: its numbers were noted where they stand in it."""

    __slots__ = ("marked",)
    marked: str  # with the marks of what it prints: nothing else is compared or counted with them

    def __new__(cls, marked: str) -> Self:
        """Take the marks out of a text."""
        made = super().__new__(cls, without_marks(marked))
        made.marked = marked
        return made


@dataclass(eq=False)
class Space:
    """The rules of one name; or the rows of facts, which are a sequence, and a mapping by keys."""

    name: str
    members: Mapping[str, object]
    #: Why it has none, if no column names its rows.
    nameless: Problem | None = None

    @cached_property
    def by_key(self) -> Mapping[object, Record]:
        """The rows by their keys, if it is a table of facts."""
        if self.nameless:
            raise ProblemsFound([self.nameless])
        rows = [each for each in self.members.values() if isinstance(each, Record)]
        return {row.fields.get("id"): row for row in rows} if len(rows) == len(self.members) else {}

    def keys(self) -> list[object]:
        """The keys of the rows."""
        return [*self.by_key]

    def values(self) -> list[Record]:
        """The rows."""
        if len(self.by_key) < len(self.members):
            raise Mistake(f"{self.name} is no list: it has rules", f"ask one: {self.name}.…")
        return list(self.by_key.values())

    def items(self) -> list[tuple[object, Record]]:
        """The rows with their keys."""
        return list(zip(self.by_key, self.values(), strict=True))

    def __iter__(self) -> Iterator[Record]:
        return iter(self.values())

    def __reversed__(self) -> Iterator[Record]:
        return reversed(self.values())

    def __len__(self) -> int:
        return len(self.values())

    def __contains__(self, item: object) -> bool:
        return item in self.by_key or item in self.values()

    def __getitem__(self, key: object) -> Record:
        return self.by_key[key]

    def __bool__(self) -> bool:
        return bool(self.members)


Mapping.register(Space)
_METHODS: Mapping[type, frozenset[str]] = {
    str: _OF_TEXTS,
    dict: frozenset(("get", "items", "keys", "values")),
    Space: frozenset(("items", "keys", "values")),
    _GroupTuple: frozenset(("grouper", "list")),
}
_OF_JINJA = (LoopContext, Cycler, Variables)


class Expression(NamedTuple):
    """An expression, compiled: `run` returns its value in a context."""

    run: Callable[[Context], Any]
    names: frozenset[str]  # dotted, as long as they are
    is_call: bool


class Printing(NamedTuple):
    """Where a value is printed, and what was asked for it."""

    site: Site
    #: The tag of the page itself that prints it: of what it includes, or has imported.
    on_page: Site
    #: All tags that are at work, from the inside to the outside.
    at_work: list[Site]
    calls: list[Invocation]


@dataclass
class Work:
    """Work on one page, or on one proof: what it uses, and what is asked meanwhile."""

    meter: Meter
    short: ShortNames = NONE
    #: What a printed value becomes in the text.
    shown: Callable[[Printing, Any], str] = lambda _at, value: format_value(value)
    files: dict[str, PageFile] = field(default_factory=dict)
    calls: list[Invocation] = field(default_factory=list)
    reads_facts: bool = True


class PageEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with the names of a book; `work` is what it is at."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))
    intercepted_unops = frozenset(("+", "-"))

    def __init__(self, book: Rulebook) -> None:
        super().__init__(
            undefined=StrictUndefined,
            optimized=False,
            cache_size=0,
            loader=FunctionLoader(self._load),
        )
        self.book = book
        self.work = Work(Meter())
        macros = macros_of(book, lambda characters: self.work.meter.count_output(characters))  # noqa: PLW0108 of the work then
        self.filters = {n: self._filter(n, each) for n, each in filters.FILTERS.items()}
        self.filters[OF_BLOCKS] = Captured
        self.filters[OF_FILTERS] = lambda text: self.shown(self.asked(), text)
        self.spaces = {
            name: Space(name, has, None if has else book.facts.nameless(name))
            for name, has in book.namespaces.items()
        }
        own: dict[str, Any] = {
            "count": self.filters["length"],  # count(core.neighbors((0, 0)))
            "range": range,
            "dict": dict,
            "namespace": Variables,
            "cycler": Cycler,
        }
        #: What pages may name, beside the short names of each.
        self.names: dict[str, Any] = {**own, **self.spaces, **macros}
        self.known: tuple[str, ...] = (*book.namespaces, *macros)
        self.allowed: dict[Any, str] = {
            **{each: name for name, each in (*own.items(), *macros.items())},
            **book.rule_names,
        }
        self.globals.clear()
        self.tests = {n: self._test(n, each) for n, each in filters.TESTS.items()}
        helpers = "markdown fraction sliced text_of asked shown checked turns"
        self._helpers = frozenset(getattr(self, name) for name in helpers.split())
        self.expression = lru_cache(maxsize=4096)(self._expression)
        #: What each expression that was read asks: reading takes long.
        self._uses: dict[str, tuple[NameUse, ...]] = {}

    @contextmanager
    def at(self, work: Work) -> Iterator[None]:
        """Be at some work, and then at what was done before."""
        before = self.work, self.globals
        self.work, self.globals = work, {**work.short.members, **self.names}
        try:
            yield
        finally:
            self.work, self.globals = before

    def short_names(self, front: Span | None = None) -> ShortNames:
        """What a page with this front matter calls rules by without their namespace."""
        return short_names(self.book, front, self.names)

    # From text to code

    def join_path(self, template: str, parent: str) -> str:
        """A path begins at the folder of the file that it stands in."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(parent), template))

    def _load(self, name: str) -> tuple[str, None, None] | None:
        """The text of a file that a page includes, from the folder of the pages alone."""
        root, folder = self.book.root, self.book.checks.docs
        path, docs = (Path(os.path.normpath(root / each)) for each in (name, folder))
        if not (path.is_relative_to(docs) and path.is_file()):
            return None
        if name not in self.work.files:
            source = read_source(path, name)
            matter = FRONT_MATTER.match(source.text)
            start = matter.end() if matter else 0
            self.work.files[name] = PageFile(source, start, regions(source.text, start))
        text = self.work.files[name].source.text
        self.work.meter.count_output(len(text))
        return text, None, None

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        if state:
            return TokenStream(tokens_of(source, 0, state), name, filename)
        file = self.work.files[str(name)]
        tokens = file.tokens()
        if file.faults:
            raise TemplateSyntaxError("", 0, name)
        return TokenStream(iter(tokens), name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree, file = Parser(self, source, name, filename).parse(), self.work.files[str(name)]
        file.tree = Translator(file.source.text).visit(tree)
        return file.tree

    def handle_exception(self, source: str | None = None) -> NoReturn:  # noqa: ARG002 as Jinja calls it
        """Let an exception pass as it is: its place is known."""
        raise  # noqa: PLE0704 Jinja calls this where one is being handled

    def parsed(self, text: str) -> nodes.Expr:
        """The syntax tree of an expression; its places are offsets in the text.

        Raises:
            TemplateSyntaxError: whose `lineno` is an offset.
        """
        parser = Parser(self, text, state="variable")
        if parser.stream.eos:
            raise TemplateSyntaxError("an expression is missing", len(text))
        read = parser.parse_tuple()
        if not parser.stream.eos:
            raise TemplateSyntaxError("expected token 'end of print'", parser.stream.current.lineno)
        return read

    def _expression(self, text: str) -> Expression:
        """An expression, ready to be worked out."""
        read = self.parsed(text)
        uses = self._uses[text] = tuple(asked_in(read))
        names, is_call = frozenset(use.name for use in uses), isinstance(read, nodes.Call)
        made = {**vars(runtime), "environment": self, "cond_expr_undefined": Undefined}
        exec(self._function(Translator(text).visit(read)), made)  # noqa: S102 as Jinja does
        return Expression(made["root"], names, is_call)

    def _function(self, expression: nodes.Expr) -> str:
        """Python's code for an expression: that of a whole template would take twice as long."""
        stream, frame = StringIO(), Frame(nodes.EvalContext(self))
        code = CodeGenerator(self, None, None, stream, optimized=False)
        frame.symbols.analyze_node(nodes.Template([expression]))
        code.writeline("def root(context):")
        code.indent()
        code.writeline("resolve, undefined = context.resolve_or_missing, environment.undefined")
        code.enter_frame(frame)
        code.pull_dependencies([expression])
        code.writeline("return ")
        code.visit(expression, frame)
        return stream.getvalue()

    def asked_in(self, text: str) -> tuple[NameUse, ...]:
        """What an expression asks, from the outside to the inside; nothing, if it is none."""
        if text not in self._uses:
            try:
                self._uses[text] = tuple(asked_in(self.parsed(text)))
            except TemplateSyntaxError:
                self._uses[text] = ()
        return self._uses[text]

    # What pages and expressions reach

    def use(self, value: Any) -> Any:
        """The value, unless it is that of a name that means nothing, or of an earlier mistake."""
        if not isinstance(value, Undefined):
            return value
        error = value._undefined_exception(value._undefined_message)  # noqa: SLF001 Jinja tells it in no other way
        if isinstance(error, Mistake | FollowOn):
            raise error
        name = value._undefined_name  # noqa: SLF001 as above
        if name is None:
            raise Mistake("there is no value here", "is a sequence empty, or an else missing?")
        if "was not provided" in value._undefined_message:  # noqa: SLF001 as above
            raise Mistake(f'the macro is called without "{name}"', "", name)
        raise self.unknown(str(name))

    def checked(self, value: Any) -> Any:
        """The value of a whole expression, if it is one, and not too large."""
        if type(value) is Undefined:  # of a choice without an else
            return value
        self.work.meter.check_value(self.use(value))
        for each in value if isinstance(value, list | tuple) else ():
            self.use(each)
        return value

    def unknown(self, name: str) -> Mistake:
        """The mistake of a name that means nothing."""
        message, spaces = f'"{name}" is not a name of this book', self.book.namespaces
        if full := tuple(f"{space}.{name}" for space in spaces if name in spaces[space]):
            return Mistake(message, f"say {' or '.join(full)}", name)
        rules, same = [*self.work.short.full], _OF_PYTHON.get(name, name)
        near = did_you_mean(name, [*self.names, *rules], or_list=False, cutoff=0.7)
        near = _INSTEAD.get(name, near)
        if any(name in space.by_key for space in self.spaces.values() if space.members):
            near = f'write "{name}": it is a text'
        every = (each for file in self.work.files.values() for each in file.sites.values())
        if tag := next((each for each in every if name in each.sets), None):
            line = tag.file.source.position(tag.start)[0]
            near = f"it is set in line {line}, and holds below that in its block alone"
        if same in self.filters:
            near = f"it is a filter, which stands behind a bar: …|{same}"
        # Of all names, those of rules: one of them may have had this name before.
        return Mistake(message, near or did_you_mean(name, rules or self.known), name)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`, where the book offers it."""
        self.use(obj)
        if attribute.startswith("_"):
            raise Mistake(f'"{attribute}" is closed to pages', "", attribute)
        if isinstance(obj, Space | Record):
            return self._of_facts(obj, attribute)
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        if self._is_open(obj, attribute):
            return getattr(obj, attribute)
        if isinstance(obj, (*_OF_JINJA, Mapping)) or type(obj) in self.book.answers:
            known = obj if isinstance(obj, Mapping) else dir(obj)
            public = [name for name in known if not str(name).startswith("_")]
            return self._missing(f'there is no "{attribute}" here', attribute, public)
        hint = "a filter may do it: value|filter"
        raise Mistake(f'"{attribute}" is closed to pages', hint, attribute)

    def _is_open(self, obj: Any, attribute: str) -> bool:
        """Whether a public attribute of an object may be reached."""
        if isinstance(obj, _OF_JINJA) or type(obj) in self.book.answers:
            return hasattr(obj, attribute)
        if isinstance(obj, TemplateModule):
            return isinstance(getattr(obj, attribute, None), Macro)
        return any(isinstance(obj, kind) and attribute in own for kind, own in _METHODS.items())

    def _of_facts(self, obj: Space | Record, name: str) -> Any:
        """A member of a namespace; a cell of a row, or what a rule says of it."""
        if isinstance(obj, Space):
            if obj.nameless:
                raise ProblemsFound([obj.nameless])
            if name in _METHODS[Space] and name not in obj.members:
                return getattr(obj, name)
            found = self._member(obj.members, name, obj.name)
            if isinstance(found, Record) and found.stands_for:
                return self._of_facts(found, found.stands_for)
            return found
        if figure := obj.figures.get(name):
            return self._figure(obj, figure)
        return self._member(obj.fields, name, "the row", obj.figures)

    def _figure(self, row: Record, figure: RowRule) -> object:
        """What a rule says of a row, or the rule with the row, if it needs more."""
        space, _, name = figure.rule.partition(".")
        rule: Any = self.book.namespaces[space][name]
        asked = partial(rule, *figure.arguments, row.fields["id"], **figure.keywords)
        return asked if figure.waits else self.call(None, asked)

    def _member(
        self, members: Mapping[str, object], name: str, owner: str, more: Iterable[str] = ()
    ) -> object:
        if name not in members:
            return self._missing(f'{owner} has no "{name}"', name, [*members, *more])
        return members[name] if self.work.reads_facts else members.get(name)

    def _missing(self, message: str, name: str, known: Iterable[str]) -> Undefined:
        """What may be asked whether it is there, and is a mistake to use."""
        mistake = Mistake(message, did_you_mean(name, known), name)
        return self.undefined(hint=message, name=name, exc=lambda _message: mistake)  # type: ignore[arg-type] # Jinja only raises what it gives

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`obj[argument]` of a sequence, mapping, record or namespace; never an attribute."""
        self.use(obj), self.use(argument)
        if isinstance(obj, Space) and isinstance(argument, Record):
            raise Mistake("a row has its cells itself", "write row.column, not table[row].column")
        if isinstance(obj, Space) and argument in obj.by_key:
            row = obj.by_key[argument]
            return self._of_facts(row, row.stands_for) if row.stands_for else row
        if isinstance(obj, Space | Record):
            return self.getattr(obj, str(argument))
        if isinstance(obj, str):
            filters.whole_text(obj)
        if not isinstance(obj, tuple | list | Mapping | str | range):
            raise Mistake("only sequences and rows have items")
        try:
            return obj[argument]
        except (LookupError, TypeError):
            shown = repr(argument)
            return self._missing(f"there is no item {shown}", shown, ())

    def sliced(self, obj: Any, *ends: Any) -> Any:
        """`obj[first:last:step]`."""
        rows = obj.values() if isinstance(obj, Space) else obj
        return self.use(self.getitem(rows, slice(*map(self.use, ends))))

    # Calls

    def call(self, _context: Any, function: Any, /, *args: Any, **named: Any) -> Any:
        """The answer of a rule, a macro or a method that is offered, within bounds."""
        named.pop("_loop_vars", None), named.pop("_block_vars", None)
        if isinstance(function, MethodType | type) and function in self._helpers:
            return function(*args)
        for each in (function, *args, *named.values()):
            self.use(each)
        if isinstance(function, Macro | LoopContext):
            if isinstance(function, LoopContext):
                args = (self.turns(args[0], 0),)
            text = Captured(function(*args, **named))
            self.work.meter.count_output(len(text))
            return text.marked if "caller" in named else text  # {% call %} writes it as it is
        if isinstance(function, partial) and function not in self.allowed:  # a rule with a row
            args, named = (*function.args, *args), {**function.keywords, **named}
            function = function.func
        if isinstance(named.get("caller"), Macro):
            hint = "a macro of the page is called with one"
            raise Mistake(f"{self._name_of(function)} takes no block", hint)
        return self._answer(function, args, named)

    def _answer(self, function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """The answer of what a book offers, noted if it is a rule's."""
        name, meter = self._name_of(function), self.work.meter
        meter.check_time()
        if function in self.allowed:
            check_arguments(name, function, args, named)
        value = meter.check_value(function(*args, **named))
        meter.check_time()  # a rule may have caught the alarm
        if function in self.book.rule_names:
            self.work.calls.append(Invocation(function, args, named, value))
        return value

    def _name_of(self, function: Any) -> str:
        if isinstance(function, Hashable) and (name := self.allowed.get(function)):
            return name
        if isinstance(function, MethodType | BuiltinMethodType):
            name = function.__name__
            if not name.startswith("_") and self._is_open(function.__self__, name):
                return name
        raise Mistake(f"{type(function).__name__} is not a rule or macro: it can't be called")

    # Arithmetic

    def call_binop(self, _context: Any, operator: str, left: Any, right: Any) -> Any:
        """`left operator right`, exactly."""
        left, right = self.use(left), self.use(right)
        return calculate(operator, left, right, self.work.meter)

    def call_unop(self, _context: Any, operator: str, arg: Any) -> Any:
        """A number with its sign."""
        return self.call_binop(None, operator, 0, arg)

    fraction, markdown = Fraction, Markdown  # a decimal, and a text that the page itself says

    def text_of(self, *values: Any) -> str:
        """The values as they are printed, one after the other."""
        texts = [format_value(self.use(value)) for value in values]
        own = all(isinstance(value, Markdown) or not isinstance(value, str) for value in values)
        made = self.joined(texts)
        return Markdown(made) if own else made

    def joined(self, texts: list[str], between: str = "") -> str:
        """Texts put together, if they are not too long, and no two numbers would read as one."""
        self.work.meter.check_weight(sum(map(len, texts)) + len(between) * len(texts))
        for left, right in pairwise(texts):
            ends, begins = _ENDS.search(left), _BEGINS.match(right)
            if ends and begins and _INSIDE.fullmatch(between):
                message = f"{ends[0]} and {begins[0]} would read as one number"
                raise Mistake(message, "put a word or a blank between them")
        return between.join(texts)

    # Filters and tests

    def _filter(self, name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        """A filter within bounds, whose iterators, which can be read once, are lists."""
        at = hasattr(make, "jinja_pass_arg")  # then Jinja gives it its environment or context first

        def bounded(*given: Any, **named: Any) -> Any:
            value, args = given[at], given[at + 1 :]
            if name not in _MAY_BE_UNKNOWN:
                more = (*args, *named.values())
                for each in (value, *more):
                    self._check_filtered(name, each)
                value = filters.text_of(name, value)
                self.work.meter.check_weight(filters.size_of(name, value, more))
            made = make(*given[:at], value, *args, **named)
            made = self.work.meter.listed(made) if isinstance(made, Iterator) else made
            if isinstance(made, str) and made is not value:
                # What a text of the page becomes is its own, too, and keeps its marks if it can.
                made = Markdown(made) if isinstance(value, Markdown) else str(made)
                if isinstance(value, Captured) and _digits(value) == _digits(made):
                    marked = str(make(*given[:at], value.marked, *args, **named))
                    made = Captured(marked) if without_marks(marked) == made else made
            return self.work.meter.check_value(made)

        return wraps(make)(bounded)

    def _test(self, name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        """A test within bounds."""
        at = hasattr(make, "jinja_pass_arg")

        def tested(*given: Any) -> bool:
            for each in () if name in _MAY_BE_UNKNOWN else given[at:]:
                self.use(each)
            return bool(make(*given))

        return wraps(make)(tested)

    def _check_filtered(self, name: str, value: Any) -> None:
        """Refuse to filter a rule that is not called, and what is not there."""
        if callable(self.use(value)):
            message = f"the filter {name} takes numbers, texts and lists, not a rule"
            raise Mistake(message, "call it")
        parts = [*value.values()] if isinstance(value, dict) else value
        for part in parts if isinstance(parts, list | tuple) else ():
            self._check_filtered(name, part)

    # What is at work

    def sites(self, frames: Iterable[tuple[FrameType, int]]) -> Iterator[Site]:
        """The tags that are at work in some frames of Python, in their order."""
        for frame, line in frames:
            template = frame.f_globals.get("__jinja_template__")
            file = self.work.files.get(template.name) if template is not None else None
            if template and file and file.sites:
                kept = frame.f_globals
                lines = kept.get("lines") or kept.setdefault("lines", template.debug_info)
                at = bisect_right(lines, line, key=itemgetter(1)) - 1
                yield file.site_at(lines[at][0] if lines else 0)

    def asked(self) -> int:
        """How many rules have been asked."""
        return len(self.work.calls)

    def shown(self, before: int, value: Any) -> str:
        """The text of a printed value."""
        if type(self.checked(value)) is Undefined:
            return ""
        at_work = [*self.sites(walk_stack(sys._getframe()))]  # noqa: SLF001 traceback begins there
        at, page = at_work[0], next(iter(self.work.files.values()))
        outer = next((site for site in reversed(at_work) if site.file is page), at)
        on_page = at if at.file is page else outer
        printing = Printing(at, on_page, at_work, self.work.calls[before:])
        text = self.work.shown(printing, value)
        self.work.meter.count_output(len(text))
        return text

    def turns(self, items: Any, size: int) -> Iterator[Any]:
        """The items of a loop, counted; each prints some characters of the page itself."""
        if isinstance(self.use(items), str) or not isinstance(items, Iterable):
            raise Mistake(f"a loop needs a sequence, not {excerpt(items)}")
        self.work.meter.check_value(items)
        return self.work.meter.turns(items, size)


def _digits(text: str) -> list[str]:
    return [*filter(str.isdigit, text)]


def environment_of(book: Rulebook) -> PageEnvironment:
    """The one environment of a book, which goes when the book does."""
    known = vars(book)
    if "_environment" not in known:
        known["_environment"] = PageEnvironment(book)
    return known["_environment"]
