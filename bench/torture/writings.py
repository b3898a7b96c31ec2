"""Write numbers as authors may: in any form, in signs of any kind, with anything beside them.

A form is a way to say a number, a dress is what its signs are, and what stands beside a number that
is right makes another of it. Each is drawn at random, and all of them go together.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from html import unescape

from num2words import num2words

Draw = random.Random
_ROMANS = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"))


def words(number: int) -> str:
    """A whole number in words."""
    return str(num2words(number))


def roman(number: int) -> str:
    """A whole number below 200 in Roman numerals."""
    said = ""
    for worth, letters in (*_ROMANS, (1, "I")):
        said += letters * (number // worth)
        number %= worth
    return said


# For `{n}` stands a whole number, for `{w}` its words, `{o}` its ordinal, `{R}` its Roman numeral;
# for `{s}` and `{t}` stand smaller ones, `{v}` and `{p}` the words and the ordinal of one of these.
FORMS: Mapping[str, str] = {
    "figures": "{n}",
    "thousands": "{n},{n}|{n} {n}|{n} {n}|{n} {n}|{n}'{n}|{n}’{n}|{n}.{n}.{n}|{n}_{n}|{n} {n}",
    "a decimal": "{n}.{s}|{n}·{s}|{n},{s}|.{n}|{n}.|{n}٫{s}|{w} point {v}|{n}.{s}…",
    "words": "{w}|{w} of them|{v} hundred|a hundred and {v}|{v} thousand {w}|a thousand {v}|{v} {v}",
    "an ordinal": "{n}th|the {o}|{n}ᵗʰ|{n}<sup>th</sup>|every {o}|the {p} time|{n}-th|{n}º|№ {n}",
    "a fraction": "{s}/{t}|{s}⁄{t}|½|{s}½|{s} ½|⅞|{v} eighths|three-quarters|{s} and a half|{s} 1/2"
    "|half the seats|a quarter of the seats|a third of the fare|{v} and a {p}|a {p} of the toll"
    "|&frac12;|{s}&frac34;|one half of the seats|two-thirds|<sup>{s}</sup>&frasl;<sub>{t}</sub>",
    "a multiple": "twice the toll|double the toll|treble the fare|{v}fold|{s}-fold|{s}x|quadruple"
    "|{v} times the toll|thrice|tripled|{s}×|twice as many seats|{v}times|twofold|threefold"
    "|five-fold|a tenfold|quintupled",
    "a group": "a dozen|half a dozen|a score of seats|a pair of seats|a couple of seats|both seats"
    "|a gross of seats|a baker’s dozen|threescore|a trio of seats|a brace of boats|{v} dozen"
    "|two score|a duo of boats|a quartet of boats|nil|zero seats|a single seat"
    "|a dozen-odd|a half-dozen|a quintet of boats|once per trip|one seat|two seats"
    "|a foursome of boats|two pairs of seats|a triplet of boats|a triad of seats",
    "a word misspelt": "fourty|ninty|fivety|fourty-two|eigthy|thirtheen|fiveteen|twelf|eightteen"
    "|seventy-too|fourtieth|twelth|nineth|ninteen|fourteeen|fifthteen|sevendy|thirt y|hundered"
    "|thousend|milion|thriteen|tweleve|twenyt|threehundred|seventyseven|fourhundred|onehundred",
    "a Roman numeral": "{R}|{r}|({r})|{R}.|Level {R}|level {r}|{R} seats|act {r}|{R}th",
    "dice": "{s}d6|{s}d8+{t}|d12|{s}D6|{s}d10-{t}|{s}d6×{t}|d100|d%|{s}×d6|{s}d|d{s}|{s} d6|{v} d6"
    "|{v} dice|a pair of dice|{s}d6 + {t}|3d6!|{s}k3|{s}dF",
    "a percentage": "{s}%|{s} %|{s} percent|{s} per cent|{s} pct|{s}‰|{v} percent|{s} in 100"
    "|{s}&nbsp;%|{s}&percnt;|{s}％|{s}pp|{s} p.c.|{v} per hundred",
    "a range": "{s}–{n}|{s} to {n}|{s}-{n}|from {s} to {n}|{s}…{n}|{s}..{n}|{s}~{n}|{v} or {w}"
    "|{v} to {w}|between {s} and {n}|{s}&ndash;{n}|{s}—{n}|{s}/{n}|{s}→{n}|{v}-to-{w}|{s}, {n}",
    "a sign": "−{s}|±{s}|+{s}|-{s}|~{s}|≈{s}|={s}|≥{s}|&minus;{s}|minus {v}|&lt;{s}|√{s}|plus {v}"
    "|–{s}|➕{s}|∓{s}|¬{s}|&plusmn;{s}|&#43;{s}",
    "a price": "£{s}|${s}|{s}p|{s}s|{s} {t}d|{s}/-|{s} pounds|{s}€|€{s}.-|{s} shillings|{v} guineas"
    "|{s}¢|¢{s}|a tenner|{v} bob|tuppence|sixpence|{v}pence|a halfpenny"
    "|GBP {s}|{s} gp|{s}gp|{s}sp|ten quid|{v} pounds|₽{s}|{s}₽|₿{s}",
    "a power": "{s}²|{s}^{t}|10**{t}|1e{t}|{s}<sup>{t}</sup>|{s}!|{s}³|{s} squared|{v} cubed|10^-{s}"
    "|{s}E{t}|{s}&sup2;|{s}×10{t}|{s}₂|log {s}|{s}⁻¹|the square of {s}|{v} to the {p}",
    "a ratio": "{s}:1|1 in {s}|one in {v}|{s} out of {n}|{v} to one|{s} to 1|{s}∶{t}|{s}÷{t}|{s}:{t}:{n}"
    "|one boat in {v}|{s} per {t}|{s} from {n}|{s} of {n}|odds of {v} to {v}|{s}∕{t}|{v} of {v}",
    "a time": "{s}h|{s}:30|{s} o’clock|half past {v}|{s} a.m.|{s}am|{s}pm|1 h {s} min|quarter to {v}"
    "|{s}h30|{s} hours|{v} minutes|{s}′|{s}″|{s} a day|T+{s}|twice a day|{s}:30:00",
    "a measure": "{s}ft|{s} ft|{s}m|{s}kg|{s}°|{s}°C|{s}″|{s} lb|{s}lbs|{s}mi|{s}cm|{s} yards|{s}x{t}"
    "|{s}×{t}|{s} by {t}|{s}oz|{s}GB|{s}px|{v} feet|a {v}-foot pole|{s}-foot|{s}ft{t}in|{s}-yd|{s}sq",
    "a size": "{s}k|{s}K|{s}M|{s} million|{s}bn|{v} million|{s} thousand|{s}mio"
    "|a million|a hundred|{s} hundred|{s}G|half a million|{s}kk|a myriad|{s}T",
    "a label": "DC{s}|DC {s}|Level-{s}|#{s}|No. {s}|№{s}|x{s}|LV{s}|hp{s}|seat{s}|T-{s}|AC:{s}|§{s}"
    "|({s})|[{s}]|{s})|{s}.|v{s}|p. {s}|A{s}|Mark {R}|+{s}%|seat_{s}|0x{s}|{s}a|{s}b|{s}A|n°{s}",
    "a compound": "{s}-seater|{v}-seater|{s}-sided|{v}-sided|{v}some|{s}er|two-seater|{v}-seat|{s}s"
    "|{v}s|in {v}s|{s}-odd|twenty-odd|umpteen-{s}|{s}ish|{v}ish|{s}-or-so|non-{s}|ex-{v}|{s}-in-one"
    "|seat-{s}|seats-{v}|the {v}|a {v}-boat fleet|bi-{v}|all {v}|{s}+|{s}++|{s}/day|&{s}|{s}&{t}"
    "|{v}&{v}|@{s}|{s}@|{s}*|*{s}|{s}_{t}|{s}|^{s}|{s}^|~~{s}~~|{s}\u00a0|“{s}”|‘{v}’|‹{s}›|{v}/{v}",
}  # fmt: skip


def number(dice: Draw) -> tuple[str, str]:
    """A number that nothing has said, and the name of its form with that of its dress."""
    form = dice.choice(list(FORMS))
    return dressed(dice, _filled(dice, dice.choice(_forms(form))), form)


def _forms(form: str) -> list[str]:
    return [each.replace("\0", "|") for each in FORMS[form].split("|")]


def _filled(dice: Draw, form: str) -> str:
    whole, small, few = dice.randrange(101, 199), dice.randrange(13, 99), dice.randrange(3, 10)
    said = {
        "n": str(whole), "w": words(whole), "o": str(num2words(whole, to="ordinal")),
        "R": roman(small), "r": roman(small).lower(),
        "s": str(small), "t": str(few), "v": words(small),
        "p": str(num2words(small, to="ordinal")),
    }  # fmt: skip
    return re.sub(r"\{(\w)\}", lambda key: said[key[1]], form)


def _digits(zero: str) -> Callable[[Draw, str], str]:
    table = {ord("0") + digit: chr(ord(zero) + digit) for digit in range(10)}
    return lambda _dice, text: text.translate(table)


def _each(pattern: str, signs: str, *put: str) -> Callable[[Draw, str], str]:
    """Other signs for some: the n-th of `put`, which are as long as `signs`, for the n-th."""

    def changed(dice: Draw, text: str) -> str:
        table = str.maketrans(signs, dice.choice(put))
        return re.sub(pattern, lambda found: found[0].translate(table), text)

    return changed


def _split(*marks: str) -> Callable[[Draw, str], str]:
    """A number cut in two by what takes no room."""

    def split(dice: Draw, text: str) -> str:
        places = [
            each.start() + 1 for each in re.finditer(r"(?:[0-9](?=[0-9]))|[a-z](?=[a-z]{2})", text)
        ]
        mark, at = dice.choice(marks), dice.choice(places) if places else 0
        opens, _, closes = mark.partition("…")
        return f"{text[:at]}{opens}{text[at]}{closes}{text[at + 1 :]}" if at else text

    return split


def _within(*marks: str) -> Callable[[Draw, str], str]:
    return lambda dice, text: dice.choice(marks).replace("…", text)


def _references(dice: Draw, text: str) -> str:
    sign = dice.choice(["&#{};", "&#x{:x};", "&#X{:X};", "&#0{};"])
    return re.sub(r"[0-9]", lambda digit: sign.format(ord(digit[0])), text)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
DRESSES: Mapping[str, Callable[[Draw, str], str]] = {
    "plain": lambda _dice, text: text,
    "in capitals": lambda dice, text: dice.choice([text.upper(), text.title(), text.swapcase()]),
    "full-width": _digits("０"),
    "of another script": lambda dice, text: _digits(dice.choice("٠۰०০๐໐０߀𝟎𝟘𝟬𝟶᠐꘠"))(dice, text),
    "raised": _each(r"[0-9]", "0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"),
    "circled": _each(r"[0-9]", "0123456789", "⓪①②③④⑤⑥⑦⑧⑨", "⓿❶❷❸❹❺❻❼❽❾", "〇一二三四五六七八九"),
    "of other letters": _each(
        r"[a-z]{3,}", _LETTERS,
        "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ", "𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐭𝐮𝐯𝐰𝐱𝐲𝐳",
        "ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩ", "аbсdеfghіjklmnорqrѕtuvwхуz",
        "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ", "🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉",
        "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ", "аbϲdеfɡhijklmnοpqrstuνwxуz",
    ),
    "with accents": _each(r"[a-z]{3,}", "eioun", "éïôúñ", "ėıọụṇ"),
    "split by markup": _split("**…**", "<b>…</b>", "<span>…</span>", "<i>…</i>", "<u>…</u>"),
    "split by nothing": _split(
        "\u00ad", "\u200b", "&shy;", "<wbr>", "<!-- -->", "\u2060", "\ufeff", "\u034f", "&#8203;",
        "&zwj;", "\u200d", "[](index.md)", "<span></span>", "{}", "\u2063", "\u180e", "\ufe0f",
        "<a></a>", "<i></i>", "<b></b>", "\u20e3", "\u0332",
    ),
    "within markup": _within(
        "**…**", "_…_", "<b>…</b>", "==…==", "^^…^^", "~~…~~", "`…`", "<kbd>…</kbd>", "(…)", "“…”",
        "[…](index.md)", "<u>…</u>", "<code>…</code>", "<mark>…</mark>", "<small>…</small>",
        "<var>…</var>", "<data value=x>…</data>", "<time>…</time>", "<ruby>…<rt>a</rt></ruby>",
        "<q>…</q>", "<cite>…</cite>", "<del>…</del>", "<ins>…</ins>", "<output>…</output>",
        "<label>…</label>", "<bdi>…</bdi>", "<sup>…</sup>", "<sub>…</sub>", "<dfn>…</dfn>", "<s>…</s>",
        "<abbr>…</abbr>", "<font>…</font>", "<span class=a>…</span>", "<math><mn>…</mn></math>",
    ),
    "as references": _references,
    "spaced": lambda _dice, text: re.sub(r"(?<=[0-9])(?=[0-9])", "\u200a", text),
}  # fmt: skip


def dressed(dice: Draw, text: str, form: str) -> tuple[str, str]:
    """A number in a dress, and the names of both; what changes nothing is no dress of it."""
    dress = dice.choice([*["plain"] * len(DRESSES), *DRESSES])
    put = DRESSES[dress](dice, text)
    return put, form if put == text else f"{form} {dress}"


def plain(text: str) -> str:
    """A writing where there is no markup: in a text of Python, and in a configuration."""
    text = re.sub(r"<[^<>]*>|\]\(\S*\)|[*`{}\[\]\\\"]|[_~=^]{2}", "", unescape(text))
    return text.replace(": ", ":").replace(" #", " n")


# What stands beside a number that is right, and makes it say another.
BESIDE = (
    "−{}|-{}|{}²|{}½|{} and a half|{}k|{} million|{} dozen|half of {}|twice {}|at most {}|at least {}"
    "|more than {}|not {}|less than {}|1{}|{}0|{}.5|{}/2|{}×2|{} × 2|2 × {}|{}–99|{} or 99|{}+|{} squared"
    "|{} times two|{} doubled|{} plus two|{} less two|{} minus 2|other than {}|anything but {}|all but {}"
    "|upwards of {}|{} or more|{} at most|{} tops|one in {}"
    "|{} in 20|1:{}|{}d6|√{}|≥{}|&lt;{}|{}e2|{}^2|0.{}|{},{}|{} {}|{}%|{} percent|{} score"
    "|over {}|under {}|below {}|double {}|up to {}|{} or fewer|no more than {}|{} and up|beyond {}"
    "|never {}|far from {}|short of {}|{} per cent|{}bn|a third of {}|two {}s|nearly {}"
    "|{}<sup>2</sup>|{}&sup2;|{}&frac12;|&minus;{}|&#45;{}|{}&percnt;"
    "|&radic;{}|{}&permil;|{} hundred|{}¼|{}′|{}°|{}″|10^{}|{}>>1|{}÷2|{}·2|{}*2|{}//2|#{}|No. {}|±{}"
    "|+{}|negative {}|square of {}|{} cubed|cube root of {}|{} halved|{} tripled|thrice {}"
    "|{} and two|{} + 2|{} - 2|{} − 2|{}-2|99 or {}|99–{}|99/{}|{} to 99|from {} to 99"
    "|{} minimum|{} max"
    "|every {}th|{}th of a|a tenth of {}|{} tenths|{} thousandths|{} lakh|{}M|{}G"
).split("|")


def changed(dice: Draw, right: int) -> tuple[str, str]:
    """A number that is right with something beside it that makes another of it, and its name."""
    beside = dice.choice(BESIDE)
    return beside.format(*[str(right)] * beside.count("{}")), f"beside it: {beside}"


def another(dice: Draw, right: int) -> tuple[str, str]:
    """A whole number near a right one, in any form, and the name of that."""
    near = right + dice.choice([1, 2, 3, 7, 10])
    ways = {
        "figures": str(near), "words": words(near), "a Roman numeral": roman(near % 200),
        "a decimal": f"{near}.0", "an ordinal": f"{near}th", "of three places": f"{near:03}",
        "thousands": f"{near},000", "a fraction": f"{near}½", "words in one": words(near).replace("-", ""),
        "words apart": words(near).replace("-", " "), "words by a dash": words(near).replace("-", "\u2010"),
    }  # fmt: skip
    form = dice.choice(list(ways))
    return dressed(dice, ways[form], form)


TRUE = ("…", "<b>…</b>", "[…](index.md)", "<i>…</i>", "<span>…</span>", "<small>…</small>", "&#8203;…",
        "==…==", "^^…^^", "<u>…</u>", "<strong>…</strong>", "<mark>…</mark>")  # fmt: skip


def true(dice: Draw, right: int) -> str:
    """A right number within marks that change nothing of it."""
    return dice.choice(TRUE).replace("…", str(right))
