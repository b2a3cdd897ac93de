"""The page, the terminal tables and the lines: nothing foreign is run, dropped or fetched."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from physassist_tui.cli.report_tables import print_tables
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.report.figure import Draws
from physassist_tui.report.lines import all_tables, lines
from physassist_tui.report.page import page
from physassist_tui.report.plots import ticks_to
from physassist_tui.report.sheet import Options, Report, report_of
from tests.unit.report_world import played

FEW = Options(draws=Draws(resamples=20))
_TAGS = """
html head meta title style body header h1 h2 p ul ol li nav a main section figure figcaption div
table caption thead tbody tr th td small svg g text line rect circle path footer wbr
"""
TAGS = frozenset(_TAGS.split())
VOID = frozenset({"meta", "wbr"})
ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style></svg><svg onload=x>",
    "' onmouseover='x",
    "a&lt;b &amp; c",
    "]]><!-- x --><?php ?>",
    "\x1b[31m\x1b]52;c;x\x07 \u202e \u200b \x00",
    "{{7*7}} %s {0} \\",
    "K 5.9 [H] [bold red]x[/ [@click=app.quit]",
    "=cmd|' /C calc'!A0",
)


class Walk(HTMLParser):
    """Reads a page: its tags, attributes and words; fails where tags do not nest."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


def walk(text: str) -> Walk:
    found = Walk()
    found.feed(text)
    found.close()
    assert found.open == []
    return found


def hostile(text: str) -> Report:
    sessions = [
        played(text, "PF PP FF P", scenario=text, player=text, category=text, ended=text),
        played("other", "PP FF", player="human", identity={"judge": text, text: text}),
    ]
    return report_of(sessions, FEW)


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_names_are_words_and_nothing_else(attack: str) -> None:
    report = hostile(attack)
    text = page(report, "en")
    found = walk(text)
    assert found.tags <= TAGS
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    assert one_line(attack) in found.words
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e]", text)


@settings(max_examples=8, deadline=None)
@given(st.text(max_size=30))
def test_any_text_makes_a_page_lines_and_tables(text: str) -> None:
    report = hostile(text)
    found = walk(page(report, "zh"))
    assert found.tags <= TAGS
    drawn = io.StringIO()
    console = Console(file=drawn, width=120, force_terminal=False, markup=False, emoji=False)
    print_tables(all_tables(report, "en", brief=True), console)
    for line in [*lines(report, "en"), *drawn.getvalue().splitlines()]:
        assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u200b]", line)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_needs_nothing_else_and_says_its_language(lang: Lang) -> None:
    text = page(report_of([played("a", "PF HP"), played("b", "FF P-", player="m")], FEW), lang)
    found = walk(text)
    assert ("lang", "zh-CN" if lang == "zh" else "en") in found.attributes
    links = [value or "" for name, value in found.attributes if name in ("href", "src")]
    assert links
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"url\(|@import|https?:|//", text.replace("<!DOCTYPE html>", ""))
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in found.attributes
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links} <= set(ids)


def test_every_number_of_the_figures_has_its_formula_and_n() -> None:
    text = page(report_of([played("a", "PF HP"), played("b", "FF P-", player="m")], FEW), "en")
    start = text.index("<h2>Figures")
    table = text[text.index("<tbody>", start) : text.index("</tbody>", start)]
    cells = re.findall(r"<td[^>]*>", table)
    assert len(cells) == 28
    for cell in re.findall(r"<td[^>]*>.*?</td>", table):
        assert re.search(r'title="[^"]+ (session|turn|item)s?[;"]', cell), cell
        assert re.search(r"<small>[^<]*\d+ (session|turn|item)", cell), cell


def test_plots_are_whole_and_tell_players_apart_without_colour() -> None:
    sessions = [played(f"s{n}", "PF HP PP", player=f"m{n}") for n in range(9)]
    text = page(report_of(sessions, FEW), "en")
    plots = re.findall(r"<figure>(<svg.*?</svg>)", text, re.DOTALL)
    assert len(plots) == 5
    for plot in plots:
        ElementTree.fromstring(plot)
        assert 'aria-hidden="true"' in plot
    legend = text[text.index('class="legend"') : text.index("<nav")]
    signs = [re.sub(r"#[0-9a-f]{6}", "", sign) for sign in re.findall(r"<svg.*?</svg>", legend)]
    assert len(set(signs[:8])) == 8
    assert [f">{letter}<" in plots[1] for letter in "ABCDEFGHI"] == [True] * 9


def test_values_stand_where_the_scale_says() -> None:
    from physassist_tui.report.plots import LEFT, RIGHT, WIDTH, Mark, intervals

    plot = intervals([(0, "x", Mark(0.25, 0.0, 1.0, "made"), None)], "unknown")
    span = WIDTH - LEFT - RIGHT
    assert f'cx="{LEFT + span / 4:g}"' in plot
    assert f'x1="{LEFT:g}" y1="24" x2="{WIDTH - RIGHT:g}"' in plot
    assert "<title>made</title>" in plot
    assert "unknown" in intervals([(0, "x", None, None)], "unknown")


@pytest.mark.parametrize(
    ("most", "ticks"),
    [(0.0, [0, 0.0001]), (3.0, [0, 0.5, 1, 1.5, 2, 2.5, 3]), (24.0, [0, 5, 10, 15, 20, 25]),
     (900.0, [0, 200, 400, 600, 800, 1000])],
)  # fmt: skip
def test_ticks_are_round(most: float, ticks: list[float]) -> None:
    assert ticks_to(most) == ticks


def test_many_players_are_drawn_in_pieces() -> None:
    sessions = [played(f"s{n}", "PF", player=f"model-{n}") for n in range(6)]
    drawn = io.StringIO()
    print_tables(all_tables(report_of(sessions, FEW), "en", brief=True),
                 Console(file=drawn, width=110))  # fmt: skip
    told = drawn.getvalue()
    assert told.count("Failure kinds") == 2
    assert all(f"model-{n}" in told for n in range(6))
    assert max(map(len, told.splitlines())) <= 110


def test_the_stylesheet_is_part_of_the_package() -> None:
    import physassist_tui.report

    css = Path(physassist_tui.report.__file__).with_name("page.css").read_text("utf-8")
    assert "@media print" in css


def test_attributes_are_escaped_and_markup_is_not_twice() -> None:
    from physassist_tui.report.markup import el

    made = el("a", "<b>", el("wbr"), title="\"' onclick=x >&", x1=1.5, class_="c", d=None)
    assert made == (
        '<a title="&quot;&#x27; onclick=x &gt;&amp;" x1="1.5" class="c">&lt;b&gt;<wbr></a>'
    )
    assert el("p", "a\x1b\u202e\x00b") == "<p>a␛⟨U+202E⟩␀b</p>"
