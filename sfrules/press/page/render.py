"""A page run by Jinja, again and again without what fails, until all its mistakes are told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from jinja2 import Template
from jinja2.exceptions import TemplateAssertionError, TemplateSyntaxError

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.walk import FollowOn
from sfrules.press.page.environment import PageEnvironment, Work
from sfrules.press.page.faults import TOO_DEEP, asked_at, elsewhere, explain, place_in, syntax_fault
from sfrules.press.page.regions import CLOSING, Region, Regions, without
from sfrules.press.page.templates import PageFile, Site

MOST_TIMES = 20  # that a page is rendered, each but the last for a mistake
MOST_READINGS = 50  # of the statements of a page: each fault between them costs one
ENDS = (Exhausted, MemoryError, RecursionError)  # after these, no more of the page is run
_CONTINUES = re.compile(r"\{%[-+]?\s*(?:end\w+|el\w+)")
_OPEN_TAG = re.compile(r"innermost block that needs to be closed is '(\w+)'")
_BOX = re.compile(
    r"^(?P<outer>[ \t>]*)(?:!!!|\?\?\?\+?)[ \t]+[\w\"][^\n]*\n"
    r"(?P<inner>[ \t>]*)(?P<text>[^\s>][^\n]*)",
    re.MULTILINE,
)
IN_BOX = 4  # blanks that the text of a box is indented by


class Rendering:
    """The text of a page, with the problems of it and of the files that it includes.

    `anew` is done before each time that the page is rendered.
    """

    def __init__(self, environment: PageEnvironment, work: Work, file: PageFile) -> None:
        self.problems: list[Problem] = []
        self._environment = environment
        self._work = work
        self._file = file
        self._failed: set[str] = set()
        self._lost_a_statement = False
        work.files[file.name] = file

    def text(self, anew: Callable[[], None]) -> str:
        """The text that the page prints; what fails prints nothing."""
        with self._environment.at(self._work):
            for _ in range(MOST_TIMES):
                template = self._template()
                if template is None:
                    return ""
                anew()
                self._work.begin()
                told = len(self.problems)
                try:
                    return "".join(template.root_render_func(template.new_context({})))
                except FollowOn:
                    self._leave_out()
                except ENDS as error:
                    self._report(error)
                    return ""
                except TemplateSyntaxError as error:  # in a file that the page includes
                    del self.problems[told:]
                    self._misread(error)
                except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
                    del self.problems[told:]
                    self._report(error)
                    self._leave_out()
        return ""

    # Reading

    def _template(self) -> Template | None:
        """The page as a template; None, if nothing can be blamed for a fault of grammar."""
        for _ in range(MOST_READINGS):
            try:
                code = self._environment.compile(self._file.source.text, self._file.name)
            except SyntaxError as error:  # of Python's, in what Jinja makes of the page
                if not self._given_twice(error):
                    self._tell_too_deep()
                    return None
            except (TemplateSyntaxError, ValueError) as error:
                self._find_misread(self._file)
                if self._tell_tags(self._file):
                    continue
                if not self._misread(error):
                    return None
            except (RecursionError, MemoryError):
                self._tell_too_deep()
                return None
            else:
                if self._tell_tags(self._file) or self._drop():
                    continue
                return Template.from_code(self._environment, code, self._environment.globals)
        return None

    def _find_misread(self, file: PageFile) -> None:
        """Find all printed expressions that cannot be read."""
        for site in file.sites.values():
            if site.is_printed and site.region.kind != "term" and (error := self._alone(site)):
                file.faults.append((site.region, error))
                file.leave_out(site.start, site.end)

    def _alone(self, site: Site) -> Exception | None:
        """What is wrong with an expression by itself."""
        try:
            self._environment.parsed(site.inner.text)
        except (TemplateSyntaxError, ValueError, RecursionError) as error:
            return error
        return None

    def _tell_tags(self, file: PageFile) -> bool:
        """Report the tags that cannot be read alone; what they would have set has failed."""
        faults, file.faults = file.faults, []
        for region, error in faults:
            self._tell_fault(file, region, error)
            self._lose(file, region)
        return bool(faults)

    def _misread(self, error: Exception) -> bool:
        """Report a fault of grammar, and leave out its tag; false, if it is in none."""
        file = self._work.files.get(getattr(error, "name", None) or "", self._file)
        self._tell_tags(file)
        message = str(getattr(error, "message", None) or error)
        if open_tag := _OPEN_TAG.search(message):
            site = self._never_closed(file, open_tag[1])
        else:
            site = file.site_at(getattr(error, "lineno", None) or 0)
        if site is None:
            self._tell(Span(file.source, 0, 1), *syntax_fault("", error)[:2])
            return False
        continues = _CONTINUES.match(file.source.text, site.start)
        if open_tag:
            tag = open_tag[1]
            at = file.source.text.index(tag, site.start)
            hint = f"close it with {{% end{tag} %}}"
            self._tell(
                Span(file.source, at, at + len(tag)), f"this {{% {tag} %}} is never closed", hint
            )
        elif not (self._lost_a_statement and continues):
            self._tell_fault(file, site.region, error)
        file.leave_out(site.start, site.end)
        self._lose(file, site.region)
        return True

    def _tell_too_deep(self) -> None:
        start = next(iter(self._file.sites), 0)
        self._tell(Span(self._file.source, start, start + 2), TOO_DEEP)

    def _given_twice(self, error: SyntaxError) -> bool:
        """Report the calls that give an argument by its name twice; false for another fault."""
        name = str(error.msg).partition("keyword argument repeated: ")[2]
        again = re.compile(rf"\b{name}\s*=(?!=).*?(\b{name})\s*=(?!=)", re.DOTALL)
        found = [(site, again.search(site.inner.text)) for site in self._file.sites.values()]
        twice = [(site, match.start(1)) for site, match in found if match and name]
        for site, at in twice:
            start = site.inner.start + at
            self._tell(Span(self._file.source, start, start + len(name)), f"{name} is given twice")
            self._file.leave_out(*site.block)
        return bool(twice)

    def _never_closed(self, file: PageFile, tag: str) -> Site | None:
        """The last statement of a name that is opened and never closed."""
        opening = re.compile(rf"\{{%[-+]?\s*{tag}\b")
        found = [
            site
            for site in file.sites.values()
            if site.is_block and site.block == (site.start, site.end)
            if opening.match(file.source.text, site.start)
        ]
        return found[-1] if found else None

    def _tell_fault(self, file: PageFile, region: Region, error: Exception) -> None:
        """Report a fault of grammar in a tag."""
        site, base = Site(file, region), region.start
        text = file.source.text[region.start : region.end]
        if site.is_printed and (alone := self._alone(site)):
            text, base, error = site.inner.text, site.inner.start, alone
        message, hint, at = syntax_fault(text, error, 0 if site.is_printed else base)
        end = at
        if isinstance(error, TemplateAssertionError):
            message, hint = explain(error, self._environment)
            at, end = place_in(text, error)
        if site.is_printed and at >= len(text):
            at = end = region.end - len("}}") - base
        self._tell(Span(file.source, min(base + at, region.end), base + end), message, hint)

    def _lose(self, file: PageFile, region: Region) -> None:
        """Do without a tag: what it would have set is no second mistake elsewhere."""
        site = Site(file, region)
        self._lost_a_statement |= not site.is_printed
        self._failed |= site.sets

    # Failures

    def _leave_out(self) -> None:
        """Leave out what is at work, to the end of its block."""
        site = self._work.at_work
        site.file.leave_out(*site.block)
        self._failed |= site.sets

    def _drop(self) -> bool:
        """Leave out what uses names that are not set: that is no second mistake."""
        uses = [
            site
            for file in self._work.files.values()
            for site in file.sites.values()
            if self._failed & {name.partition(".")[0] for name in site.names}
            if not file.is_left_out(site.start)
        ]
        for site in uses:
            site.file.leave_out(*site.block)
            self._failed |= site.sets
        return bool(uses)

    def _report(self, error: BaseException) -> None:
        """Report a failure of what is at work."""
        if self.problems and "special caller argument" in str(error):
            return  # what would have used the block is left out
        inner = self._work.at_work.expression
        start, end = place_in(inner.text, error)
        span = Span(inner.source, inner.start + start, inner.start + end)
        if found := elsewhere(error, self._environment):
            self.problems.append(asked_at(found, span))
        else:
            self._tell(span, *explain(error, self._environment))

    def _tell(self, span: Span, message: str, hint: str = "") -> None:
        self.problems.append(problem_at(span, message, hint))


def unclosed(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for each macro or code fence that is opened and never closed."""
    yield from (_unclosed(source, region) for region in found.unclosed)
    yield from (_typed_formula(source, region) for region in found.of_kind("formula"))
    if "!!!" in source.text or "???" in source.text:
        yield from _empty_boxes(source, found)


def _empty_boxes(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for each line of text that is meant for the box above it, and stands outside."""
    hidden = without(source.text, found.of_kind("code"))
    for box in _BOX.finditer(hidden):
        if len(box["inner"].expandtabs(4)) < len(box["outer"].expandtabs(4)) + IN_BOX:
            span = Span(source, box.start("text"), box.end("text"))
            hint = f"indent it by {IN_BOX} blanks, or leave an empty line above it"
            yield problem_at(span, "this line is not in the box above it", hint)


def _unclosed(source: Source, region: Region) -> Problem:
    span = Span(source, region.start, region.end)
    if closing := CLOSING.get(span.text):
        return problem_at(span, f"this {span.text} is never closed", f"close it with {closing}")
    hint = "close it with a line of the same marks alone"
    if region.info_at >= 0:
        line, _ = source.position(region.info_at)
        hint = f"close it with a line of the same marks alone, above line {line}"
    return problem_at(span, "this code fence is never closed", hint)


def _typed_formula(source: Source, region: Region) -> Problem:
    """The problem of a fence that types a formula, which its rule would have to say as well."""
    _, _, rule = region.info.partition(" ")
    span = Span(source, region.start, region.info_at + len(region.info))
    hint = f"write {{{{ formula({rule.strip() or '…'}) }}}} in place of the fence"
    return problem_at(span, "a formula is read from its rule, and not typed", hint)


def shadows(files: Iterable[PageFile], names: Iterable[str]) -> Iterator[Problem]:
    """A problem for each of the book's `names` that a page gives to a thing of its own.

    It would hide a check that the book's thing makes.
    """
    known = frozenset(names)
    for file in files:
        for name, bindings in file.bindings.items():
            if name not in known:
                continue
            for binding in bindings:
                start = file.source.text.find(name, binding.at)
                span = Span(file.source, start, start + len(name))
                yield problem_at(span, f'"{name}" is a name of this book', "take another name")
