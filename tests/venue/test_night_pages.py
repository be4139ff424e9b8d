"""The pages of a Game Night: phones sign up by the wall's code, the host draws and decides, all see who plays where."""

import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest
from playwright.sync_api import Browser, Route

from engine.link_protocol import LinkedGame, LinkState
from engine.tournament.facts import Called
from engine.tournament.standings import StandingLine
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from tests.venue.test_whole_night import Wire
from venue.board import feed
from venue.board.night import SIGN_UPS, sheets_of
from venue.board.owner import keep_password
from venue.record import night_desk as desk
from venue.record.live import Sign, beat, notify, show
from venue.record.night_rows import add_facts, add_to_night, free_tables, open_night, read_games, read_night
from venue.record.nights import Night, NightFact
from venue.record.schema import OWNER

PASSWORD = "correct horse"
A, B = "a" * 32, "b" * 32
PIG = LinkedGame(1, "Pig", "pig")
HERE = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def board(record: Record, ingester: psycopg.Connection, tmp_path: Path) -> Iterator[BoardServer]:
    keep_password(tmp_path, PASSWORD)
    beat(ingester, "1")
    show(ingester, {A: Sign(LinkState("Window", game=PIG, idle=True), True), B: Sign(LinkState("Bar"), True)})
    with BoardServer(settings_of(record, tmp_path)) as server:
        until(lambda: len(server.tables()) == 2, "both tables are shown")
        yield server


class Phone:
    def __init__(self, board: BoardServer, language: str = "en") -> None:
        self.board = board
        self.head = {**HERE, "Accept-Language": language}

    def does(self, address: str, **fields: str) -> tuple[int, str]:
        """Send a form, and return status and page."""
        status, headers, page = self.board.ask(address, urlencode(fields).encode(), self.head)
        if "set-cookie" in headers:
            self.head["cookie"] = headers["set-cookie"].partition(";")[0]
        return status, page

    def sees(self, address: str = "/night") -> str:
        return self.board.ask(address, None, self.head)[2]


def host_of(board: BoardServer) -> Phone:
    host = Phone(board)
    assert "password" in host.sees("/host")
    assert host.does("/owner/login", password=PASSWORD, to="/host")[0] == 303
    return host


def golden(page: str) -> list[str]:
    """The golden actions of a page."""
    return re.findall(r'<(?:button|a) class="golden"[^>]*>([^<]*)<', page)


def keep(owner: psycopg.Connection) -> Night:
    """Look once, as the keeper of the night does."""
    night = read_night(owner)
    assert night
    add_facts(owner, night.number, len(night.facts), night.following(free_tables(owner), read_games(owner, night)))
    kept = read_night(owner)
    assert kept
    return kept


def test_phones_sign_up_by_the_code_on_the_wall_and_each_screen_has_one_golden_action(
    board: BoardServer, owner: psycopg.Connection, ingester: psycopg.Connection
) -> None:
    host, zoe, ben = host_of(board), Phone(board), Phone(board, "de")
    assert "No Game Night yet." in zoe.sees()
    assert golden(zoe.sees()) == []
    assert golden(host.sees("/host")) == ["Open sign-up"]
    assert host.does("/host/open", format="single", rules="pig", minutes="5")[0] == 303
    wall = board.ask("/tv")[2]
    assert '<img class="code" src="/night.svg"' in wall
    assert f"127.0.0.1:{board.port}/night" not in wall, "no phone finds that"
    assert f"board.example:{board.port}/night" in wall
    assert board.ask("/night.svg")[2].startswith("<?xml")
    assert golden(zoe.sees()) == ["Sign up"]
    assert golden(ben.sees()) == ["Anmelden"]
    assert zoe.does("/night/enter", name=" Zoë ", emblem="whale")[0] == 303
    status, page = ben.does("/night/enter", name="ZOË", emblem="../../x")
    assert (status, "sehen gleich aus" in page) == (422, True)
    assert ben.does("/night/enter", name='<b>Ben"&', emblem="../../x")[0] == 303
    assert "&lt;b&gt;Ben&#34;&amp;" in zoe.sees()
    assert "<b>Ben" not in zoe.sees() + host.sees("/host") + board.ask("/tv")[2] + board.ask("/")[2]
    assert "You’re in." in zoe.sees()
    assert golden(zoe.sees()) == []
    assert host.does("/host/draw")[0] == 422, "two players are too few"
    for name in ("Cy", "Dora"):
        assert host.does("/host/enter", player=name)[0] == 303
    assert golden(host.sees("/host")) == ["Close sign-up and draw"]
    assert host.does("/host/draw")[0] == 303
    assert '<img class="code"' not in board.ask("/tv")[2]
    night = keep(owner)
    (match, table), (_other, none) = night.matches
    assert (table, none) == (A, None)
    if "Zoë" not in match.players:  # the draw is by lot
        assert match.pair
        assert host.does("/host/won", match=night.name_of(match), player=match.pair[0])[0] == 303
        night = keep(owner)
        match, table = night.matches[0]
    assert golden(zoe.sees()) == ["I’m at Window"]
    assert "Window, now" in zoe.sees()
    until(lambda: "Window, now" in board.ask("/tv")[2], "the wall has it")
    assert "Window, jetzt" in ben.sees()
    assert zoe.does("/night/there")[0] == 303
    assert "Press ROLL at Window." in zoe.sees()
    assert golden(host.sees("/host")) == []
    show(ingester, {A: Sign(None, False)})
    until(lambda: "Window is offline." in host.sees("/host"), "the host sees it")
    assert golden(host.sees("/host")) == ["Play at another table"]
    assert host.does("/host/move", match=night.name_of(match), player="Zoë")[0] == 303
    assert "waits for a free table" in host.sees("/host")
    show(ingester, {B: Sign(LinkState("Bar", idle=True), True)})
    keep(owner)
    assert "Bar, now" in zoe.sees()
    night = keep(owner)
    while night.is_on:
        match, _table = night.matches[0]
        assert match.pair
        assert host.does("/host/won", match=night.name_of(match), player=match.pair[1])[0] == 303
        assert host.does("/host/won", match=night.name_of(match), player=match.pair[0])[0] == 422
        night = keep(owner)
        assert night.is_on == ("Too late: the first round of this knockout has begun." in Phone(board).sees())
    [winner] = [line.name for line in sheets_of(night)[0][2] if isinstance(line, StandingLine) and line.place == 1]
    for page in (board.ask("/night")[2], board.ask("/tv")[2], host.sees("/host")):
        assert "wins the tournament" in page
    assert golden(host.sees("/host")) == ["New Game Night"]
    assert golden(host.sees("/host?again=1")) == ["Open sign-up"]
    final = night.course.matches[-1]
    assert final.winner == winner
    assert host.does("/host/back", match=final.id)[0] == 303
    assert keep(owner).is_on


def test_once_it_is_too_late_a_phone_can_take_a_name_that_the_host_entered_and_no_other(
    board: BoardServer, owner: psycopg.Connection
) -> None:
    host, phones, other = host_of(board), {name: Phone(board) for name in ("Ann", "Ben", "Cy", "Dora")}, Phone(board)
    host.does("/host/open", format="single", rules="pig", minutes="5")
    for name in phones:
        host.does("/host/enter", player=name)
    assert golden(other.sees()) == ["Sign up"]
    host.does("/host/draw")
    night = keep(owner)
    match, _table = night.matches[0]
    assert match.pair
    assert host.does("/host/won", match=night.name_of(match), player=match.pair[0])[0] == 303
    for number, (name, phone) in enumerate(phones.items()):
        assert golden(phone.sees()) == ["That’s me"]
        assert re.findall("<option>(.*?)</option>", phone.sees()) == [*phones][number:]
        assert phone.does("/night/enter", name=name)[0] == 303
        assert "/night/enter" not in phone.sees()
    assert "/night/enter" not in other.sees()


def test_one_phone_can_not_fill_a_night_and_nobody_else_hosts_it(board: BoardServer, owner: psycopg.Connection) -> None:
    open_night(owner, [desk.planned("swiss", "pig")])
    phone = Phone(board)
    answers = [phone.does("/night/enter", name=f"Bot {number}")[0] for number in range(40)]
    assert answers.count(303) in range(int(SIGN_UPS), int(SIGN_UPS) + 10)
    status, page = phone.does("/night/enter", name="Bot")
    assert (status, "Too many tries. Wait a moment." in page) == (429, True)
    night = read_night(owner)
    assert night
    assert len(night.roster) == 1
    for what in ("open", "draw", "won", "end", "back", "settle"):
        assert phone.does(f"/host/{what}")[0] == 403
    assert board.ask("/night/enter", b"name=Ann", {"origin": "http://evil.example"})[0] == 403
    assert board.ask("/night/enter", b"name=" + b"x" * 5000, HERE)[0] in (422, 429)
    after = read_night(owner)
    assert after
    assert len(after.facts) == len(night.facts)


def test_two_hosts_open_one_night_and_the_players_of_the_first_stay(
    board: BoardServer, owner: psycopg.Connection
) -> None:
    one, other = host_of(board), host_of(board)
    plan = {"format": "single", "rules": "pig", "minutes": "5", "season": "Autumn"}
    pages = [host.sees("/host") for host in (one, other)]
    [seen] = {value for page in pages for value in re.findall(r'name="night" value="(\d+)"', page)}
    assert one.does("/host/open", **plan, night=seen)[0] == 303
    assert one.does("/host/enter", player="Ann")[0] == 303
    assert one.does("/host/back", match="W1.1")[0] == 303, "nothing to take back before the draw"
    status, page = other.does("/host/open", **plan, night=seen)
    assert (status, "Another host has opened a Game Night meanwhile: it goes on." in page) == (422, True)
    night = read_night(owner)
    assert night
    assert (list(night.roster), night.is_open) == (["Ann"], True)
    page = other.sees("/host?again=1")
    assert "This ends the one that is on." in page
    [seen] = set(re.findall(r'name="night" value="(\d+)"', page))
    assert other.does("/host/open", **plan, night=seen)[0] == 303
    after = read_night(owner)
    assert after
    assert (after.number, list(after.roster)) == (night.number + 1, [])


def test_the_host_is_told_of_a_match_at_a_table_that_was_revoked(board: BoardServer, owner: psycopg.Connection) -> None:
    host = host_of(board)
    open_night(owner, desk.drawn(("Ann", "Ben", "Cy"), "single", "pig", 1))
    [(_match, table)] = [one for one in keep(owner).matches if one[1]]
    assert table == A
    owner.execute("UPDATE tray SET revoked_at = now() WHERE table_id = %s", [A])
    notify(owner, {A})
    until(lambda: "Window is offline." in host.sees("/host"), "the host sees it")
    assert golden(host.sees("/host")) == ["Play at another table"]


def test_a_lost_phone_is_released_and_a_late_player_comes_from_the_phone_too(
    board: BoardServer, owner: psycopg.Connection
) -> None:
    host, zoe, other = host_of(board), Phone(board), Phone(board)
    host.does("/host/open", format="swiss", rules="pig", minutes="0")
    zoe.does("/night/enter", name="Zoë")
    for name in ("Ann", "Ben", "Cy", "Dora"):
        host.does("/host/enter", player=name)
    host.does("/host/leave", player="Dora")
    host.does("/host/draw")
    keep(owner)
    assert golden(other.sees()) == ["Sign up"]
    assert other.does("/night/enter", name="Zoë")[0] == 422
    host.does("/host/release", player="Zoë")
    assert other.does("/night/enter", name="Zoë")[0] == 303
    assert golden(zoe.sees()) == ["Sign up"]
    assert zoe.does("/night/enter", name="Late")[0] == 303
    assert "Your next match comes." in zoe.sees()
    assert zoe.does("/night/leave")[0] == 303
    assert "You have left." in zoe.sees()
    assert host.does("/host/return", player="Late")[0] == 303
    assert "You have left." not in zoe.sees()
    night = read_night(owner)
    assert night
    assert [*night.course.opened.players[4:], "Dora" in night.roster] == ["Late", False]
    assert host.does("/host/end")[0] == 303
    assert "Ended early." in zoe.sees()


@pytest.mark.parametrize("form", ["single", "double", "round_robin", "swiss"])
def test_the_sheets_of_a_wall_have_every_open_match_and_not_more_than_can_be_read(form: str) -> None:
    night = Night(1, (desk.planned(form, "pig"),))  # type: ignore[arg-type]
    for number in range(32):
        night = night.with_facts(desk.entering(night, f"Player {number}"))
    night = night.with_facts(desk.drawing(night))
    night = night.with_facts(night.following({}, []))
    for _count in range(20):
        match, _table = night.matches[0]
        assert match.pair
        night = night.with_facts(desk.winning(night, night.name_of(match), match.pair[0]))
        night = night.with_facts(night.following({}, []))
    sheets = sheets_of(night)
    assert all(len(column.matches) <= 8 for _title, columns, _lines in sheets for column in columns)
    assert all(len(lines) <= 12 for _title, _columns, lines in sheets)
    if form in ("single", "double"):
        shown = {one.id for _title, columns, _lines in sheets for column in columns for one in column.matches}
        assert {match.id for match, _table in night.matches} <= shown
    else:
        assert sum(len(lines) for _title, _columns, lines in sheets) == 32


def test_two_programs_add_to_a_night_at_once_and_none_is_lost(record: Record, owner: psycopg.Connection) -> None:
    open_night(owner, [desk.planned("single", "pig")])
    with psycopg.connect(record.url(OWNER), autocommit=True) as other:

        def made(night: Night) -> list[NightFact]:
            if "Second" not in night.roster:
                add_to_night(other, lambda now: desk.entering(now, "Second"))
            return desk.entering(night, "First")

        add_to_night(owner, made)
    night = read_night(owner)
    assert night
    assert list(night.roster) == ["Second", "First"]


def test_the_address_of_a_form_leads_to_its_page_and_a_refusal_is_its_own_sentence(board: BoardServer) -> None:
    host = host_of(board)
    for address, page in (("/night/enter", "/night"), ("/host/open", "/host"), ("/owner/name", "/owner")):
        status, headers, _text = board.ask(address, None, host.head)
        assert (status, headers["location"]) == (303, page)
    for table, name, why in (("nope", "Bar", "There is no such table."), (A, "x" * 25, "has up to 24 characters")):
        status, text = host.does("/owner/name", table=table, name=name)
        assert (status, why in text) == (422, True)


@pytest.mark.browser
def test_forms_stay_while_the_night_goes_on(board: BoardServer, owner: psycopg.Connection, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 700}, locale="en")
    page = context.new_page()
    open_night(owner, [desk.planned("single", "pig"), *desk.entering(Night(0, ()), "Ann")])
    page.goto(f"http://127.0.0.1:{board.port}/night")
    page.fill("[name=name]", "Аnn")  # with a Cyrillic letter
    page.check("[value=whale]", force=True)
    page.click("button.golden")
    page.locator("[role=alert]", has_text="look the same").wait_for()
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    add_to_night(owner, partial(desk.entering, player="W" * 24))
    page.wait_for_timeout(2500)  # longer than news take
    assert page.locator("[role=alert]", has_text="look the same").count() == 1
    assert (page.input_value("[name=name]"), page.is_checked("[value=whale]")) == ("Аnn", True)
    page.goto(f"http://127.0.0.1:{board.port}/host?again=1")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    page.goto(f"http://127.0.0.1:{board.port}/host?again=1")
    page.select_option("[name=format]", "double")
    page.locator("h1").click()
    add_to_night(owner, partial(desk.entering, player="Bo"))
    page.wait_for_timeout(2500)
    assert page.input_value("[name=format]") == "double"
    context.close()


@pytest.mark.browser
def test_a_phone_follows_the_night_by_itself_and_what_somebody_types_stays(
    board: BoardServer, owner: psycopg.Connection, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 700}, locale="de")
    page, other = context.new_page(), browser.new_page(locale="de")
    address = f"http://127.0.0.1:{board.port}"
    open_night(owner, [desk.planned("single", "pig")])
    for one in (page, other):
        one.goto(f"{address}/night")
    page.fill("[name=name]", "Zoë")
    page.check("[value=whale]", force=True)
    page.click("button.golden")
    page.locator(".mine", has_text="Du bist dabei.").wait_for()
    other.locator("[name=name]").press_sequentially("Be")
    for name in ("Cy", "Dora", "Emil"):
        add_to_night(owner, partial(desk.entering, player=name))
    page.locator("#night", has_text="4 Spieler").wait_for()
    other.locator("[name=name]").press_sequentially("n")
    assert other.input_value("[name=name]") == "Ben"
    add_to_night(owner, desk.drawing)
    night = read_night(owner)
    assert night
    match = next(one for one, _table in night.matches if "Zoë" in one.players)
    assert match.pair
    add_to_night(owner, lambda _night: [NightFact(Called(match.id, match.pair, 1), A)])  # type: ignore[arg-type]
    page.locator(".mine button.golden", has_text="Ich bin da: Window").click()
    page.locator(".mine", has_text="Drück ROLL: Window.").wait_for()
    page.wait_for_load_state()  # a form was sent: before its styles are there, all is too wide
    wide = "[...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
    assert page.evaluate(f"{wide}.filter(one => !one.closest('.rounds')).map(one => one.outerHTML.slice(0, 200))") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = "[...document.querySelectorAll('main :is(button, summary, input:not([type=radio]), .emblems label)')]"
    assert page.evaluate(f"{small}.filter(one => one.offsetHeight < 44).map(one => one.outerHTML)") == []
    page.goto(f"{address}/host")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    page.locator("summary", has_text="Zoë").first.click()
    leaver = next(name for name in ("Cy", "Dora") if name not in match.pair)
    add_to_night(owner, partial(desk.leaving, player=leaver))
    page.locator("summary", has_text="kampflos").wait_for()
    assert page.locator("details[open] summary", has_text="Zoë").count() == 1, "what is unfolded stays so"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.close()
    context.close()


@pytest.fixture
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "BEAT", 0.3)


def test_the_hosts_page_says_by_itself_that_a_table_is_away_and_is_never_empty(
    quick_beats: None,  # noqa: ARG001
    board: BoardServer,
    owner: psycopg.Connection,
    ingester: psycopg.Connection,
    browser: Browser,
) -> None:
    open_night(owner, desk.drawn(("Ann", "Ben", "Cy"), "single", "pig", 1))
    keep(owner)
    page = browser.new_context(viewport={"width": 390, "height": 700}, locale="en").new_page()
    page.goto(f"http://127.0.0.1:{board.port}/host")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    page.locator("#host", has_text="Nothing to decide.").wait_for()
    show(ingester, {A: Sign(None, False)})
    page.locator("#host", has_text="Window is offline.").wait_for()
    assert page.locator("button.golden").text_content() == "Play at another table"
    page.context.clear_cookies()  # as after a restart of the board
    page.locator("form[action='/owner/login']").wait_for()
    page.context.close()


def test_a_phone_that_was_cut_off_for_long_follows_again_and_shows_what_it_has_missed(
    quick_beats: None,  # noqa: ARG001
    board: BoardServer,
    owner: psycopg.Connection,
    browser: Browser,
) -> None:
    open_night(owner, [desk.planned("single", "pig")])
    wire, context = Wire(board.port), browser.new_context(locale="en")
    page = context.new_page()
    script = (Path(__file__).parents[2] / "venue/board/static/board.js").read_text("utf-8")
    hasty = script.replace("SILENCE = 25_000", "SILENCE = 1_000")
    page.route("**/board.js", lambda one: one.fulfill(body=hasty, content_type="text/javascript"))

    def slowly(one: Route) -> None:
        time.sleep(0.1)
        one.continue_()

    page.route("**/stream*", slowly)  # as over a network
    page.goto(f"http://127.0.0.1:{wire.port}/night")
    page.locator("body[data-link=live]").wait_for()
    wire.cut()
    page.locator("#lost", has_text="Connection lost").wait_for()
    page.wait_for_timeout(2_000)
    add_to_night(owner, partial(desk.entering, player="Ann"))
    page.wait_for_timeout(3_000)
    wire.mend()
    page.locator("body[data-link=live]").wait_for()
    page.locator("#night", has_text="1 player").wait_for()
    context.close()


def test_groups_have_tables_until_the_best_two_of_each_play_on(board: BoardServer, owner: psycopg.Connection) -> None:
    host, ann = host_of(board), Phone(board)
    assert host.does("/host/open", format="groups", rules="pig", minutes="5")[0] == 303
    ann.does("/night/enter", name="Ann")
    for number in range(4):
        host.does("/host/enter", player=f"Guest {number}")
    status, page = host.does("/host/draw")
    assert (status, "Groups take 6 players or more." in page) == (422, True)
    host.does("/host/enter", player="Zoë")
    assert host.does("/host/draw")[0] == 303
    status, page = host.does("/host/enter", player="Late")
    assert (status, "Too late: the groups are drawn." in page) == (422, True)
    night = keep(owner)
    [(title, _columns, lines)] = sheets_of(night)
    assert (str(title), len(lines)) == ("Group A, B", 6)
    assert [title for title in ("Group A", "Group B", "Bracket") if f"<h2>{title}</h2>" in ann.sees()] == [
        "Group A", "Group B", "Bracket",
    ]  # fmt: skip
    titles: list[str] = []
    while night.is_on:
        match, _table = night.matches[0]
        assert match.pair
        winner = "Ann" if "Ann" in match.pair else min(match.pair)
        assert host.does("/host/won", match=night.name_of(match), player=winner)[0] == 303
        night = keep(owner)
        titles += [str(title) for title, _columns, _lines in sheets_of(night)]
        until(lambda: str(sheets_of(keep(owner))[-1][0]) in board.ask("/tv")[2], "the wall has it")
    assert titles[-2:] == ["Bracket", "Standings"]
    assert "Ann wins the tournament" in ann.sees()
    lines = [line for line in sheets_of(night)[0][2] if isinstance(line, StandingLine)]
    assert [line.place for line in lines] == [1, 2, 3, 3, 5, 5]
