"""On the TV nothing is too small for four metres, cut, or over anything: every game, company, headline and screen."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle, product
from random import Random

import pytest
from flask import Flask, render_template
from markupsafe import escape
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine import BadRules, Event, GameHistory, Refused, Started, announcements, fold, legal_actions
from engine.i18n import languages, translated
from engine.names import own_profile
from engine.tournament.facts import Format, Opened
from table import Snapshot
from table.games import playable_presets
from table.games.messages import wins
from table.input.validation import by_hand
from table.panel import Signal
from tests.engine.actions import actions_of
from tests.engine.evenings import Wheel
from tests.engine.tournament.played import Evening, by_chance
from tests.screens import PHONE, SMALL_PHONE, TV
from tests.web import moments
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.display_names import shown as shown_name
from web.guests.join_info import qr_of
from web.live.chances import WIDE, Figures, WinShare
from web.live.view_model import view_of
from web.services.device import Wifi
from web.tournament.view import board_of

pytestmark = pytest.mark.browser

SMALL_TV: ViewportSize = {"width": 1280, "height": 720}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
EIGHT = ("Ann", "Maximiliane-Charlotte Oh", "Bob", "Henriette", "Łukasz", "Jo", "Wolfgang Amadeus", "Mia")
TWELVE = (*EIGHT, "Käthe", "Piet", "Ole", "Lea")

CAPTIONS = (
    ".brand, #awake, figcaption, .slot .name, .facts, .has, .marked, .sums .word, .score.failed, .chances span,"
    ".win li:first-child, .players:has(> :nth-child(9)), .sheet :is(tbody th, .name, small),"
    "#cup-wall :is(h3, th, small),"
    # with tiles and the sets to choose from, five players have half a width and half a height
    ".side:has(.sets) .players:has(> :nth-child(5)) .who"
)
DATA = (
    "#tray > rect:first-child, .place, .face, .qr, .win > svg, .emblem, .marks, .pairing img,"
    "header :is(.plain, summary), .side-of svg"
)
FAULTS = """([lines, within, captions, data]) => {
    const [found, seen, known] = [[], [], new Map()];
    const headline = document.querySelector("h1");
    const root = document.querySelector(".pairing") ?? document.querySelector(within);
    const rows = () => {
        const range = document.createRange();
        range.selectNodeContents(headline);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const say = (text) => {
        headline.textContent = text;
        headline.className = text.length <= 30 ? "short" : text.length <= 60 ? "medium" : "long";
    };
    if (lines) {
        const kind = `${document.querySelector(".cards") ? "cards" : "lines"} ${lines} ${innerHeight}`;
        const texts = window.headlines ??= {};
        for (say(texts[kind] ?? "Würfle"); rows() < lines;) say(`${headline.textContent} weiter`);
        texts[kind] = headline.textContent;
        if (rows() !== lines) found.push(`the headline has ${rows()} lines, not ${lines}`);
    }
    // what is only spoken has the size of a pixel
    const about = (one) => {
        if (one === document.body) return { isHidden: false, size: 0, cut: "" };
        if (!known.has(one)) {
            const { isHidden, cut } = about(one.parentElement);
            const { display, overflowX, overflowY, fontSize } = getComputedStyle(one);
            const isBlock = display !== "inline" && display !== "contents";
            const isCut = isBlock && ((overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1) ||
                (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1));
            known.set(one, {
                isHidden: isHidden || (isBlock && one.offsetWidth === 1),
                size: parseFloat(fontSize),
                cut: cut || (isCut ? `<${one.localName} ${one.className}>` : ""),
            });
        }
        return known.get(one);
    };
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const [what, one] = [node.data.trim(), node.parentElement];
        if (!what || one.closest("svg, script, #result") || !isShown(one)) continue;
        const { isHidden, size, cut } = about(one);
        if (isHidden) continue;
        const least = (one.closest(captions) ? 28 : 36) * Math.min(innerHeight / 1080, innerWidth / 1920);
        if (size < least) found.push(`${what}: ${size.toFixed(1)} px, not ${least.toFixed(1)}`);
        if (cut) found.push(`${what}: cut in ${cut}`);
        const range = document.createRange();
        range.selectNodeContents(node);
        // above and below the letters a line has room that the next may use
        for (const { left, right, top, bottom, height } of range.getClientRects())
            seen.push({ what, one: node, left, right, top: top + height / 7, bottom: bottom - height / 7 });
    }
    for (const one of root.querySelectorAll(data)) {
        if (one.closest(".deck:has(#result)") || !isShown(one) || about(one.parentElement).isHidden) continue;
        const { left, right, top, bottom } = one.getBoundingClientRect();
        seen.push({ what: `<${one.localName} ${one.getAttribute("class") ?? ""}>`, one, left, right, top, bottom });
    }
    for (const [n, a] of seen.entries()) {
        const isOut = a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1;
        if (isOut) found.push(`${a.what}: outside the screen`);
        for (const b of seen.slice(n + 1)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (a.one !== b.one && wide > 2 && high > 2) found.push(`${a.what}: over ${b.what}`);
        }
    }
    return [...new Set(found)];
}"""
"""What is wrong with what the TV shows, under a headline of so many lines; 0 leaves it as it is."""

EACH = f"""([jobs, ...about]) => jobs.map(([main, figures, wall, lines]) => {{
    if (main) {{
        table.outerHTML = main;
        document.querySelector("#figures").innerHTML = figures;
    }}
    if (wall) table.insertAdjacentHTML("afterend", wall);
    const rows = document.querySelectorAll("#cup-wall :is(.match, tbody tr)").length;
    const found = lines.map((many) => ({FAULTS})([many, ...about]));
    if (wall) document.querySelector("#cup-wall").remove();
    return [rows, found];
}})"""
"""The same of many screens, one after the other: laid out and looked at, but never painted, which takes longest."""

TALL = """(texts) => {
    const headline = document.querySelector("h1");
    const all = texts.map(([text, length]) => {
        headline.className = length;
        const one = Object.assign(headline.cloneNode(), { textContent: text });
        Object.assign(one.style, { position: "absolute", width: `${headline.clientWidth}px` });
        return one;
    });
    headline.after(...all);
    const range = document.createRange();
    const tall = all.filter((one) => {
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 2;
    });
    all.forEach((one) => one.remove());
    return tall.map((one) => one.textContent);
}"""
"""The headlines that take more than two lines."""


def play(preset: str, players: Sequence[str], events: int) -> tuple[Event, ...]:
    """Return the log of a random game that is not over."""
    dice, action = Random(f"{preset} {len(players)}"), actions_of(preset)[0]
    book = GameHistory(Started(preset, tuple(players), players[0]))
    while len(book.events) < events and (legal := legal_actions(book.state)):
        try:
            book.write(action(book.state, dice.choice(sorted(legal)), Wheel(dice.getrandbits(64))))
        except Refused:
            continue
    log = tuple(book.events)
    while fold(log).phase == "over":
        log = log[: -1 - len(log) // 4]
    return log


def shown(log: tuple[Event, ...], *, by_camera: bool) -> Snapshot:
    state, before = fold(log), fold(log[:-1] or log)
    now, said = by_hand(state), announcements(before, state) if log[1:] else ()
    dice = moments.lying((6,), (5, 4, 2, 1)) if by_camera else ()
    return replace(
        moments.WAITING,
        mode=now.mode,
        prompt=now.prompt,
        note=now.note,
        state=state,
        dice=dice,
        event=len(log),
        said=said,
        log=log,
        camera="on" if by_camera else "off",
    )


def games(company: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[str, Snapshot]]:
    """Every game of so many players, read by a camera; of the most, entered by hand too."""
    for preset in playable_presets():
        for many in sizes:
            with suppress(BadRules):  # some take two
                log = play(preset, company[:many], 4 + 5 * many)
                yield f"{preset} of {many}", shown(log, by_camera=True)
                if many == sizes[-1]:
                    yield f"{preset} of {many} by hand", shown(log, by_camera=False)


@dataclass(frozen=True)
class Frame:
    """What the TV shows at one moment: the table, and the chances to win."""

    name: str
    table: str
    figures: str


def frame_of(app: Flask, table: ScriptedTable, name: str, snapshot: Snapshot, language: str) -> Frame:
    table.show(snapshot)
    answer = app.test_client().get(f"/tv?language={language}").text
    names = snapshot.state.players
    wide = WIDE // len(names)
    shares = [WinShare(name, 1 / len(names), n * wide, wide) for n, name in enumerate(names)]
    with app.test_request_context(f"/figures?language={language}"):
        figures = render_template(
            "_figures.html",
            figures=Figures(about=True, chances=tuple(shares)),
            badges={name: own_profile(name) for name in names},
            isolated=str,
        )
    [found] = re.findall(r'<main id="table".*</main>', answer, re.DOTALL)
    return Frame(f"{name} ({language})", found, figures)


def opened(page: Page, url: str) -> Page:
    """The TV without its scripts, which shows what a test sets."""
    page.route("**/*.js", lambda route: route.abort())
    page.goto(url)
    page.evaluate("document.documentElement.dataset.scripts = full.hidden = ''; delete document.body.dataset.link")
    return page


def faults_of(page: Page, each: Iterable[tuple[Frame, Sequence[int]]]) -> list[str]:
    """Show each frame and return what is wrong with it, under headlines of so many lines."""
    frames = [*each]
    jobs = [(frame.table, frame.figures, "", lines) for frame, lines in frames]
    told = page.evaluate(EACH, [jobs, "body", CAPTIONS, DATA])
    return [
        f"{frame.name}, {many} lines: {one}"
        for (frame, lines), (_rows, found) in zip(frames, told, strict=True)
        for many, faults in zip(lines, found, strict=True)
        for one in faults
    ]


def faults(page: Page, lines: Sequence[int] = (1, 2, 3), within: str = "body") -> list[str]:
    """Return what is wrong with what the page shows now."""
    [[_rows, found]] = page.evaluate(EACH, [[("", "", "", lines)], within, CAPTIONS, DATA])
    return [f"{page.url}, {many} lines: {one}" for many, faults in zip(lines, found, strict=True) for one in faults]


@pytest.fixture(scope="module")
def table() -> ScriptedTable:
    return ScriptedTable(moments.WAITING)


@pytest.fixture(scope="module")
def app(table: ScriptedTable) -> Flask:
    return create_app(table, Appliance(address=lambda: "quarterdeck.local"))


@pytest.fixture(scope="module")
def frames(app: Flask, table: ScriptedTable) -> list[Frame]:
    # the styles change with a third, fifth and ninth player: these are the fullest of each
    each = zip(games(EIGHT, (2, 4, 8)), cycle(sorted(languages())), strict=False)
    return [frame_of(app, table, *one, language) for one, language in each]


@pytest.fixture(scope="module")
def tv(browser: Browser, app: Flask) -> Iterator[Page]:
    with running(app) as server, browser.new_context(viewport=TV, reduced_motion="reduce") as context:
        yield opened(context.new_page(), f"{server.url}tv")


def test_every_game_fits_with_a_headline_of_one_to_three_lines(tv: Page, frames: list[Frame]) -> None:
    """Three lines take the most room; the others, and the small screen, take turns."""
    found = []
    for size, lines in ((TV, ((1, 3), (2, 3))), (SMALL_TV, ((1,), (3,), (), (2,), (3,)))):
        tv.set_viewport_size(size)
        found += faults_of(tv, zip(frames, cycle(lines), strict=False))
    assert found == []


@pytest.mark.parametrize("size", [TV, LAPTOP], ids=lambda size: f"{size['height']}p")
def test_a_dozen_players_fit_and_all_that_a_table_has_to_say(
    tv: Page, app: Flask, table: ScriptedTable, size: ViewportSize
) -> None:
    tv.set_viewport_size(size)
    dozens = [(name, snapshot) for name, snapshot in games(TWELVE, [len(TWELVE)]) if "by hand" not in name]
    everything = [*dozens, *moments.ALL.items(), ("trouble", replace(moments.CARGO, trouble=("The disk is full.",)))]
    each = zip(everything, cycle(sorted(languages())), strict=False)
    assert faults_of(tv, ((frame_of(app, table, *one, language), (0,)) for one, language in each)) == []


@pytest.mark.parametrize(("moment", "company"), [("cargo", "few"), ("sheets", "cards"), ("eight_players", "some")])
def test_codes_odds_wifi_and_a_table_that_is_not_set_up_have_places_of_their_own(
    browser: Browser, moment: str, company: str
) -> None:
    table = ScriptedTable(moments.ALL[moment])
    app = create_app(
        table, Appliance(address=lambda: "quarterdeck.local", wifi=lambda _host: Wifi("Galley of the old ship", "rum"))
    )
    with running(app) as server, browser.new_context(viewport=TV, reduced_motion="reduce") as context:
        page = opened(context.new_page(), f"{server.url}tv?help=advice")
        assert company in (page.locator("#table").get_attribute("class") or "")
        found = faults(page)
        codes = [{"signal": Signal("blue", 2), "code": "123456"}, {"signal": Signal("violet", 4), "code": "654321"}]
        with app.test_request_context("/tv"):
            html = render_template("_codes.html", codes=codes)
        page.evaluate("html => document.body.insertAdjacentHTML('beforeend', `<ul id=codes>${html}</ul>`)", html)
        found += faults(page, (0, 2))
        app.jinja_env.globals.update(
            setup_is_wanted=lambda: True,
            setup_code=lambda: qr_of("http://quarterdeck.local/setup"),
            setup_address=lambda: "quarterdeck.local/setup",
        )
        page.goto(f"{server.url}tv?language=de")
        expect(page.locator(".setup-waits")).to_be_visible()
        expect(page.locator(".join")).to_have_count(0)
        assert found + faults(page) == []


NAMES = "Maximilianos Anne-Kathrin_Weißer Wolfgang_Amadeus Maria_Magdalena Oluwaseun_Adébáyò Konstantinopolis"
LONG = [name.replace("_", " ") for name in f"{NAMES} Jean-Baptiste_Roux Wilhelmina_Wagner".split()]


def walls(app: Flask) -> Iterator[tuple[str, str]]:
    """The wall of every kind of tournament, from the draw to the champion; names have 12 to 20 letters."""
    spoken = cycle(sorted(languages()))
    sizes: dict[Format, tuple[int, ...]] = {"round_robin": (4, 8, 12), "swiss": (5, 8, 12, 32)}
    sizes |= {"single": (4, 8, 16, 32), "double": (4, 8, 16, 32)}
    for format_, many in ((one, many) for one, each in sizes.items() for many in each):
        names = tuple(f"{LONG[n % 8]}{' ' * (n >= 8)}{'I' * (n // 8)}" for n in range(many))
        rounds = 3 if format_ == "swiss" else 0
        evening = Evening(
            Opened(format_, names, "pig", best_of=3, rounds=rounds), Random(many), by_chance(Random(many))
        )
        courses = [evening.course]
        while evening.step(at_once=True):
            courses.append(evening.course)
        for n, course in enumerate(courses):
            language = next(spoken)
            with app.test_request_context(f"/tournament/wall?language={language}"):
                html = render_template("_tournament_wall.html", board=board_of(1, course), shown=shown_name)
                won = escape(translated(wins(names[1], 12345, rolloff=True), language))
            yield f"{format_} of {many}, {n} ({language})", re.sub('cup-won">[^<]*', f'cup-won">{won}', html)


def test_the_wall_of_every_tournament_fits(tv: Page, app: Flask) -> None:
    """The two sizes of a TV take turns."""
    styles = str(tv.evaluate("document.querySelector('link[rel=stylesheet]').href")).rsplit("/", 1)[0]
    tv.add_style_tag(url=f"{styles}/tournament.css")
    found, each = [], [*walls(app)]
    for part, size in enumerate((TV, SMALL_TV)):
        tv.set_viewport_size(size)
        told = tv.evaluate(EACH, [[("", "", html, [0]) for _, html in each[part::2]], "#cup-wall", CAPTIONS, DATA])
        for (name, html), (rows, [seen]) in zip(each[part::2], told, strict=True):
            assert rows in range(1 if "<p>" in html else 4, 21), name
            found += [f"{name}: {one}" for one in seen]
    assert found == []


@pytest.mark.parametrize("many", [1, 4, 8])
def test_no_row_of_a_card_moves_when_a_value_comes(tv: Page, app: Flask, table: ScriptedTable, many: int) -> None:
    tv.set_viewport_size(TV)
    log = play("yahtzee-official", EIGHT[:many], 30 * many)
    rows = "[...document.querySelectorAll('tbody tr')].map((row) => Math.round(row.getBoundingClientRect().top))"
    seen = []
    for events in (1, 2, 3, 4, len(log) // 2, len(log)):
        faults_of(tv, [(frame_of(app, table, "card", shown(log[:events], by_camera=False), "en"), ())])
        seen.append(tv.evaluate(rows))
    assert seen == seen[:1] * 6


def test_what_to_do_takes_two_lines_at_full_size(tv: Page, app: Flask, table: ScriptedTable) -> None:
    said: dict[tuple[str, str], str] = {}
    for preset in playable_presets():
        with suppress(BadRules):
            log = play(preset, ("Maximilianos", "Bartholomäus"), 120)
            book = GameHistory(log[0])
            ends = {by_hand(book.state).prompt: 1}
            for event in log[1:]:
                book.write(event)
                ends[by_hand(book.state).prompt] = len(book.events)
            snapshots = [shown(log[:end], by_camera=False) for end in ends.values()]
            for snapshot, language in product(snapshots, languages()):
                with app.test_request_context(f"/?language={language}"):
                    view = view_of(snapshot, language)
                said[view.layout, view.prompt] = view.length
    assert "long" not in said.values()
    found = []
    for size, layout in product((TV, SMALL_TV, PHONE, SMALL_PHONE), ("lines", "cards")):
        tv.set_viewport_size(size)
        of = moments.CARGO if layout == "lines" else moments.ALL["sheets"]
        faults_of(tv, [(frame_of(app, table, layout, of, "en"), ())])
        texts = [(text, length) for (where, text), length in said.items() if where == layout]
        assert texts
        found += [(size["width"], one) for one in tv.evaluate(TALL, texts) if not re.search("desempate|départage", one)]
    assert found == []


def test_what_is_too_small_cut_outside_or_over_another_is_found(tv: Page, app: Flask, table: ScriptedTable) -> None:
    tv.set_viewport_size(TV)
    frame = frame_of(app, table, "eight", moments.EIGHT_PLAYERS, "en")
    for part, style, fault in (
        (".who", "fontSize: 30px", "px, not"),
        (".slot .name", "fontSize: 27px", "px, not"),
        (".who bdi", "display: block; overflow: hidden; width: 10px", "cut in"),
        ("h1", "translate: 0 4em", "over"),
        (".join", "translate: 0 4em", "over"),
        (".join", "translate: 2em 0", "outside"),
    ):
        rules = dict(rule.split(": ") for rule in style.split("; "))
        assert faults_of(tv, [(frame, (0,))]) == []
        tv.evaluate("([part, rules]) => Object.assign(document.querySelector(part).style, rules)", [part, rules])
        assert any(fault in one for one in faults(tv, (0,))), (part, style)
        tv.evaluate("document.querySelector('.join').style.translate = ''")
