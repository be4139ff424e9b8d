"""Who may do what: every route that there is, for a guest, the helm and the owner."""

import uuid
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from werkzeug.test import TestResponse

from engine.turns.kit.file.reading import read
from table.commands import Deed
from table.panel import Button
from table.questions import ON_THE_MACHINE
from tests.web import played
from tests.web.access.test_guard import CHANGING, READING
from tests.web.access.test_guard import OPEN as GUEST
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.api.test_permission import CORNERS, Cupboard, Waiting
from tests.web.attacks.conftest import code_of
from web.access import pin as owner_pin
from web.access.guard import level_of
from web.access.pin import keep_pin
from web.games.own_games import text_of


def paths(written: str) -> frozenset[str]:
    return frozenset(written.split())


HELM = paths(
    """
    /api/buttons /api/camera /api/clips/keep /api/clips/remove /api/corrections /api/games /api/games/discard
    /api/games/reopen /api/helm/code /api/join-requests/answer /api/misreads/dismiss /api/moves /api/pause
    /api/shake/end
    /api/tournament /api/tournament/cancel /api/tournament/correction /api/tournament/later /api/tournament/leave
    /api/tournament/resume /api/tournament/return /api/tournament/start /api/tournament/walkover
    """
)
OURS = text_of({"title": "Ours"})
HELM_OR_OWNER = {"/api/helm/return", "/api/house-rules", "/api/house-rules/forget", "/api/proof"}
OWNER: dict[str, tuple[Deed, dict[str, Any]]] = {
    "/api/backup": ("backup", {}),
    "/api/calibration": ("calibration", {"corners": CORNERS}),
    "/api/lamps": ("calibration", {}),
    "/api/own-games": ("house_rules", {"text": OURS}),
    "/api/own-games/forget": ("house_rules", {"game": read(OURS).kind.replace("_", "-")}),
    "/api/owner/pin": ("owner", {"pin": "0815"}),
    "/api/players/erase": ("players", {"player": "Jonas"}),
    "/api/players/hide": ("players", {"player": "Jonas"}),
    "/api/players/merge": ("players", {"player": "Ann", "into": "Mia"}),
    "/api/players/rename": ("players", {"player": "Bo", "name": "Bob"}),
    "/api/players/restore": ("players", {"player": "Jonas"}),
    "/api/players/settle": ("players", {}),
    "/api/restore": ("restore", {"at": 0, "data": b64encode(b"all games").decode(), "last": True}),
    "/api/screens/code": ("screens", {}),
    "/api/screens/remove": ("screens", {"screen": 1}),
    "/api/screens/sound": ("panel", {"on": False}),
    "/api/settings": ("panel", {"brightness": 0.2}),
    "/api/shake/set-up": ("house_rules", {"options": {}}),
}
ALSO: dict[str, tuple[Deed, dict[str, Any]]] = {
    "/api/settings": ("pictures", {"pictures": "helm"}),
    "/api/helm/return": ("controllers", {"all": True}),
    "/api/house-rules": ("house_rules", {"name": "Friday’s", "preset": "rounds", "options": {}, "locked": True}),
}
"""What of other routes needs the owner too."""
OF_A_SHAKE = {"/api/shake/correct", "/api/shake/pot", "/api/shake/void"}
"""What needs the owner, and a shake that is over: tried in tests/web/show/test_shake.py."""

PIN_ONLY: dict[str, dict[str, Any]] = {
    "/api/owner/pin/remove": {},
    "/api/system/backup": {},
    "/api/system/backup/restore": {"name": "one.zip"},
    "/api/system/check": {},
    "/api/system/drop": {},
    "/api/system/pick": {"found": "a key"},
    "/api/system/stick": {"do": "choose"},
    "/api/system/task": {"task": "restart"},
    "/api/system/upload": {"name": "quarterdeck.deb", "size": 4, "at": 0, "data": "UEsDBA=="},
}
"""What no press allows."""

DEEDS = [(path, *what) for path, what in (*OWNER.items(), *ALSO.items())]
PLAYED = ("Mia", "Jonas", "Ann", "Bo")
UNLOCKED = {"name": "Friday’s", "preset": "rounds", "options": {}, "locked": False}
KEYLESS = ("/api/helm", "/api/screens", "/api/owner", "/api/system")
AT_THE_MACHINE = ("restore", "backup", "calibration", "panel")

OF_THE_OWNER = paths(
    """
    /api/players /api/screens /api/settings /helm/box/backup /helm/box/calibration /helm/box/keeping
    /helm/box/settings /helm/box/view /owner/erase/1 /owner/games /owner/games/make /owner/players /owner/players/1
    /owner/proof /owner/proof/proof.txt /owner/proof/throw /owner/shake /owner/shake.csv
    """
)
"""Pages and questions for the owner and the helm."""

OF_THE_PIN = paths(
    """
    /api/system /api/system/found /owner/backups /owner/backups/x /owner/log /owner/log.txt /owner/system
    """
)
"""Pages and questions that need the PIN: the helm gets the same refusal as a guest."""

OF_THE_HELM = paths(
    """
    /api/join-requests /api/names /helm/bar /helm/box/doctor /helm/box/game /helm/box/game/1 /helm/company
    /helm/die/1 /helm/games/new /helm/games/odds /helm/games/variants /helm/hand /helm/keys /helm/latest
    /helm/more /helm/pictures/1 /helm/pictures/1/1 /helm/pictures/things/1 /helm/rolls/1/1 /helm/rounds /helm/stakes
    /tournament/new
    """
)
OF_GUESTS = paths(
    """
    / /address /api/clips /api/corrections /api/events /api/helm /api/house-rules /api/join-requests/mine
    /api/misreads /api/moments /api/openapi.json /api/owner /api/picture /api/players/ledger /api/profiles /api/rolls
    /api/rules /api/state /api/system/task /api/tournament /api/tournaments /board /camera /clips/x.jpg /dice /evening
    /figures /healthz /helm /helm/gone /help /how /log /log/1 /log/1/1 /log/evenings/1 /look
    /manifest.webmanifest /me /me/sheet /misread /offline /owner /pairing.svg /play /play/sheet /players /players/1
    /result /screen /service-worker.js /shake /static/page.css /stream /throw /throw/x /tournament /tournament/1
    /tournament/board /tournament/wall /tv /tv/attract
    """
)
OF_SCREENS = {"/tv/codes"}


def test_every_route_has_its_level(bridge: Bridge) -> None:
    assert {path for _, path in CHANGING} == {*GUEST} | HELM | HELM_OR_OWNER | {*OWNER, *OF_A_SHAKE} | set(PIN_ONLY)
    pages = {path for path in READING if not path.startswith("/static/")} | {"/static/page.css"}
    assert pages == OF_GUESTS | OF_THE_HELM | OF_THE_OWNER | OF_SCREENS | OF_THE_PIN
    assert {deed for _, deed, _ in DEEDS} == set(get_args(Deed))
    levels: dict[str, set[str]] = {}
    for rule in bridge.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            levels.setdefault(level_of(bridge.app.view_functions[rule.endpoint]), set()).add(rule.rule)
    assert levels["guest"] == {*GUEST, "/api/helm/return"}
    assert levels["helm"] == HELM
    assert levels["owner"] == {*OWNER, *OF_A_SHAKE} | set(PIN_ONLY)


@pytest.fixture
def bar(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bridge]:
    """A table that has everything; without buttons where the test says so."""
    monkeypatch.setattr(owner_pin, "N", 2**10)
    buttons = getattr(request, "param", True)
    with bridge_of(tmp_path, SHIP, buttons=buttons) as bridge:
        bridge.panel.has_buttons = buttons
        bridge.chest = bridge.calibration = bridge.lamps = Cupboard()
        bridge.archive = played.PlayedGames((0.0, played.ship(1, PLAYED)))
        yield bridge


BARE = pytest.mark.parametrize("bar", [False], indirect=True, ids=["no buttons"])


def owner_of(bridge: Bridge, pin: str = "4711") -> Held:
    """A client that is the owner and not at the helm."""
    set_pin(bridge, pin)
    client = bridge.looker()
    assert client.post("/api/owner", json={"pin": pin}).status_code == 200
    return client


def set_pin(bridge: Bridge, pin: str = "4711") -> None:
    """Set the PIN as on the machine."""
    keep_pin(bridge.drawer, pin)


def send(client: Held, path: str, said: dict[str, Any]) -> TestResponse:
    key = {} if path.startswith(KEYLESS) else {"key": uuid.uuid4().hex}
    return client.post(path, json=said | key)


def kept(bridge: Bridge) -> tuple[object, ...]:
    cupboard = bridge.chest
    assert isinstance(cupboard, Cupboard)
    names = bridge.archive.player_names
    shake = bridge.table.board.snapshot().shake
    return (dict(bridge.drawer._values), dict(bridge.knobs.values), list(cupboard.done), names, shake)


@pytest.mark.parametrize("has_pin", [False, True])
def test_a_guest_does_nothing_of_the_owners(bar: Bridge, has_pin: bool) -> None:
    if has_pin:
        set_pin(bar)
    before, guest = kept(bar), bar.looker()
    for path, deed, said in DEEDS:
        expected = "no_helm" if path == "/api/house-rules" else "no_owner"
        assert code_of(send(guest, path, said)) == (403, expected), (path, deed)
        assert kept(bar) == before, (path, deed)
        assert bar.table.board.snapshot().asking is None, (path, deed)


def test_the_owner_does_it_without_the_helm_and_without_a_press(bar: Bridge) -> None:
    owner = owner_of(bar)
    for path, deed, said in DEEDS:
        answer = send(owner, path, said)
        assert answer.status_code == (422 if path == "/api/screens/code" else 200), (path, deed, answer.json)
        assert bar.table.board.snapshot().asking is None, (path, deed)


def test_the_helm_does_it_with_a_press_at_the_table_which_counts_no_roll(bar: Bridge) -> None:
    for path, deed, said in sorted(DEEDS, key=lambda row: row[1] != "owner"):  # which sets a PIN for all others
        if deed == "screens":
            continue  # a table with buttons has none
        helm, before = bar.hand(), kept(bar)
        waiting = Waiting(lambda path=path, said=said, helm=helm: send(helm, path, said))  # type: ignore[misc]
        assert bar.asks() == deed
        assert kept(bar) == before, (path, deed)
        told = bar.looker().get("/api/state").json or {}
        assert (told["asking"], told["note"][:33]) == (deed, "Press ROLL on the tray to allow: "), path
        bar.press(Button.ROLL)
        assert waiting.answer().status_code == 200, (path, deed)
        assert deed in ("backup", "players") or kept(bar) != before, (path, deed)
    assert len(bar.table.board.snapshot().log) == 1


@BARE
@pytest.mark.parametrize("lost", [False, True], ids=["a PIN", "a PIN that was lost"])
def test_without_buttons_the_helm_does_nothing_of_the_owners_once_there_was_a_pin(bar: Bridge, lost: bool) -> None:
    if lost:
        bar.drawer.put("owner", {"rotten": True})
    else:
        set_pin(bar)
    helm, before = bar.hand(), kept(bar)
    for path, deed, said in DEEDS:
        answer = send(helm, path, said)
        assert code_of(answer) == (403, "no_buttons" if lost else "no_owner"), (path, deed)
        assert ("quarterdeck owner" if lost else "PIN") in (answer.json or {})["why"], (path, deed)
        assert kept(bar) == before, (path, deed)


@BARE
def test_without_buttons_and_pin_the_helm_does_what_is_not_done_at_the_machine(bar: Bridge) -> None:
    for path, deed, said in sorted(DEEDS, key=lambda row: row[1] == "owner"):  # which sets a PIN
        answer = send(bar.hand(), path, said)
        if deed in AT_THE_MACHINE:
            assert code_of(answer) == (403, "no_buttons"), path
            assert ON_THE_MACHINE[deed] == (answer.json or {})["why"]
        else:
            assert answer.status_code == 200, (path, deed)


def test_the_owner_without_the_helm_does_not_play_but_saves_and_forgets_house_rules(bar: Bridge) -> None:
    owner = owner_of(bar)
    for path in HELM:
        assert code_of(owner.post(path, json={})) == (403, "no_helm"), path
    assert send(owner, "/api/house-rules", UNLOCKED).status_code == 200
    assert send(owner, "/api/house-rules/forget", {"name": UNLOCKED["name"]}).status_code == 200


def test_the_helm_saves_unlocked_house_rules_and_gives_its_own_place_back(bar: Bridge) -> None:
    set_pin(bar)
    helm = bar.hand()
    assert send(helm, "/api/house-rules", UNLOCKED).status_code == 200
    assert send(helm, "/api/helm/return", {}).status_code == 200
    assert code_of(send(bar.looker(), "/api/helm/return", {})) == (403, "no_helm")


def test_a_page_is_for_those_of_its_level(bar: Bridge) -> None:
    guest, owner, helm = bar.looker(), owner_of(bar), bar.hand()
    for path in OF_THE_OWNER - {"/helm/box/backup"}:
        assert guest.get(path).status_code == 403, path
        assert {client.get(path).status_code for client in (owner, helm)} <= {200, 404, 503}, path
    for path in OF_THE_PIN:
        assert guest.get(path).status_code == helm.get(path).status_code == 403, path
        assert owner.get(path).status_code in (200, 404, 422), path
    for path in OF_THE_HELM:
        assert (guest.get(path).status_code, helm.get(path).status_code != 403) == (403, True), path


@pytest.mark.parametrize("has_pin", [False, True])
def test_no_press_does_what_needs_the_pin(bar: Bridge, has_pin: bool) -> None:
    if has_pin:
        set_pin(bar)
    guest, helm = bar.looker(), bar.hand()
    for path, said in PIN_ONLY.items():
        assert code_of(guest.post(path, json=said)) == (403, "no_owner"), path
        answer = helm.post(path, json=said)
        assert code_of(answer) == (403, "no_owner"), path
        assert "PIN" in (answer.json or {})["why"], path
        assert bar.table.board.snapshot().asking is None, path


def test_the_camera_is_for_guests_or_for_the_helm_and_the_owner(bar: Bridge) -> None:
    owner, helm, guest = owner_of(bar), bar.hand(), bar.looker()
    assert guest.get("/api/picture").data == bar.photo.jpeg
    send(owner, "/api/settings", {"pictures": "helm"})
    told: list[Callable[[], TestResponse]] = [lambda: owner.get("/api/picture"), lambda: helm.get("/api/picture")]
    assert [ask().status_code for ask in told] == [200, 200]
    assert code_of(guest.get("/api/picture")) == (403, "private")
    assert "only shown at the helm" in guest.get("/camera").text
    assert "only shown at the helm" not in helm.get("/camera").text


def test_a_downloaded_backup_is_for_the_owner_who_asked(bar: Bridge) -> None:
    owner = owner_of(bar)
    address = str((send(owner, "/api/backup", {}).json or {})["address"])
    assert bar.hand().get(address).status_code == 403
    assert owner.get(address).data == b"PK"
