"""The table's networks, in a world of one or two radios and what is in the air."""

import stat
from pathlib import Path
from typing import Any

import pytest

from device.errors import NoNetworkManager
from device.network.keeper import AGAIN, CONFIRM, LOOK, LOST, RETURN, NetworkKeeper, own_wifi
from device.network.network_manager import (
    ADDRESS,
    LINK,
    NAME,
    OWN,
    Network,
    NetworkManager,
    Radio,
    Sight,
    house_of,
)
from web.errors import Denied
from web.services.device import NetworkMode, Wifi

GALLEY = Wifi("Galley", "abcde-fghjk")
HOUSE = house_of("Home")
KEPT = "a connection of the machine's own"


class Air(NetworkManager):
    """NetworkManager with radios: a free one joins a known network that it hears, as the real one does."""

    def __init__(self, radios: int = 1) -> None:
        super().__init__()
        self.radios = [""] * radios
        self.heard: set[str] = set()
        self.known = {"Bar": KEPT}
        self.right = {"Bar", "Home"}
        self.dead: set[str] = set()
        self.scans = 0
        self.away = False

    def settle(self) -> None:
        names = {"Bar": KEPT, "Home": HOUSE}
        for at, connection in enumerate(self.radios):
            if connection not in ("", OWN) and not any(names[name] == connection for name in self.heard & self.right):
                self.radios[at] = ""
            if not self.radios[at]:
                found = [self.known[name] for name in self.heard & self.right & self.known.keys()]
                self.radios[at] = found[0] if found and found[0] not in self.radios else ""

    def sight(self) -> Sight:
        if self.away:
            raise NoNetworkManager("NetworkManager isn’t here.", is_away=True)
        self.settle()
        radios = [Radio(f"wlan{at}", str(at), True, one, frozenset(self.heard)) for at, one in enumerate(self.radios)]
        networks = [
            Network(one, "", "own" if one == OWN else "wifi", f"wlan{at}", ADDRESS if one == OWN else "192.168.9.4")
            for at, one in enumerate(self.radios)
            if one and one not in self.dead
        ]
        return Sight(tuple(radios), tuple(networks))

    def serve(self, wifi: Wifi, radio: Radio) -> None:
        assert wifi == GALLEY
        self.radios[int(radio.path)] = OWN

    def join(self, wifi: Wifi, radio: Radio) -> None:
        self.known[wifi.name] = HOUSE
        self.radios[int(radio.path)] = HOUSE

    def return_to(self, names: frozenset[str], radio: Radio) -> bool:
        found = [self.known[name] for name in sorted(names & self.known.keys())]
        if found:
            self.radios[int(radio.path)] = found[0]
        return bool(found)

    def scan(self, radio: Radio) -> None:
        assert radio.connection == OWN
        self.scans += 1

    def forget(self, connection: str) -> None:
        self.known = {name: one for name, one in self.known.items() if one != connection}
        self.radios = ["" if one == connection else one for one in self.radios]


class World:
    """A keeper, its air and its clock."""

    def __init__(self, mode: NetworkMode, radios: int = 1) -> None:
        self.now = 100.0
        self.air = Air(radios)
        self.kept: list[NetworkMode] = []
        self.log: list[str] = []
        self.keeper = NetworkKeeper(mode, lambda: GALLEY, self.kept.append, self.log.append, self.air, lambda: self.now)

    def pass_seconds(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += LOOK
            self.keeper.tend()


def test_the_own_network_is_made_at_once_and_again_when_it_fails() -> None:
    world = World("own")
    world.air.heard = {"Bar"}
    world.pass_seconds(LOOK)
    assert world.air.radios == [OWN]
    assert world.log == []
    world.pass_seconds(LOOK)
    assert world.log == ["The table’s own network is up on wlan0."]
    assert (world.keeper.address(), world.keeper.wifi(ADDRESS), world.keeper.wifi("192.168.9.4")) == (
        ADDRESS,
        GALLEY,
        None,
    )
    world.air.heard = set()
    world.air.radios = [""]
    world.pass_seconds(AGAIN)
    assert world.air.radios == [OWN]


def test_nothing_is_touched_where_the_configuration_says_off() -> None:
    world = World("off")
    world.air.away = True
    world.pass_seconds(10 * LOST)
    assert (world.air.radios, world.log, world.keeper.address()) == ([""], [], "")


def test_without_network_manager_the_log_has_one_line() -> None:
    world = World("own")
    world.air.away = True
    world.pass_seconds(1000)
    assert world.log == ["NetworkManager isn’t here."]
    assert world.keeper.state() is None


def test_the_house_network_is_left_alone_lost_and_found() -> None:
    world = World("house")
    world.air.heard = {"Bar"}
    world.pass_seconds(3 * LOST)
    assert world.air.radios == [KEPT]
    world.air.heard = set()
    world.pass_seconds(LOST - LOOK)
    assert world.air.radios == [""]
    world.pass_seconds(2 * LOOK)
    assert world.air.radios == [OWN]
    world.pass_seconds(3 * RETURN)
    assert world.air.scans >= 2
    world.air.heard = {"Bar"}
    world.pass_seconds(RETURN + LOOK)
    assert world.air.radios == [KEPT]


def test_a_house_network_without_a_link_is_lost_however_long_its_radio_stays_in_it() -> None:
    world = World("house")
    world.air.heard = {"Bar"}
    world.pass_seconds(2 * LOOK)
    world.air.dead = {KEPT}
    world.pass_seconds(LOST - LOOK)
    assert world.air.radios == [KEPT]
    world.pass_seconds(3 * LOOK)
    assert world.air.radios == [OWN]
    assert world.log[-1] == "The table’s own network is up on wlan0."


def test_a_house_network_that_cannot_be_joined_is_tried_less_and_less() -> None:
    world = World("house")
    world.pass_seconds(LOST + 2 * LOOK)
    world.air.heard, world.air.right = {"Bar"}, set()
    without = 0
    for _second in range(0, 3600, int(LOOK)):
        world.pass_seconds(LOOK)
        without += world.air.radios != [OWN]
    assert without * LOOK < 400
    assert world.air.radios == [OWN]


def test_with_two_radios_both_networks_are_there_and_with_one_the_house() -> None:
    for radios, found in ((2, {OWN, KEPT}), (1, {KEPT})):
        world = World("both", radios)
        world.air.heard = {"Bar"}
        world.pass_seconds(3 * LOST)
        assert set(world.air.radios) == found


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_change_to_the_house_goes_back_unless_it_is_confirmed(confirmed: bool) -> None:
    world = World("own")
    world.air.heard = {"Home"}
    world.pass_seconds(2 * LOOK)
    world.keeper.try_out("house", Wifi("Home", "of the house"))
    with pytest.raises(Denied):
        world.keeper.try_out("own", None)
    world.pass_seconds(2 * LOOK)
    assert world.air.radios == [HOUSE]
    state = world.keeper.state()
    assert state is not None
    assert (state.mode, state.left, len(state.key) > 8) == ("house", CONFIRM - LOOK, True)
    assert state.there == "192.168.9.4"
    if confirmed:
        world.keeper.confirm()
    world.pass_seconds(CONFIRM + LOOK)
    world.pass_seconds(2 * LOOK)
    state = world.keeper.state()
    assert state is not None
    assert world.air.radios == [HOUSE if confirmed else OWN]
    assert world.kept == (["house"] if confirmed else [])
    assert state.went_back == (
        "" if confirmed else "Nobody confirmed the change within a minute: the network is as before."
    )
    assert ("Home" in world.air.known) is confirmed


def test_what_did_not_begin_is_not_kept() -> None:
    world = World("own")
    world.air.heard = {"Home"}
    world.pass_seconds(2 * LOOK)
    world.keeper.try_out("house", Wifi("Home", "of the house"))
    world.keeper.confirm()
    assert world.kept == []
    world.pass_seconds(2 * LOOK)
    assert world.air.radios == [HOUSE]


def test_a_change_goes_back_also_where_networkmanager_was_away_just_then() -> None:
    world = World("own")
    world.air.heard = {"Home"}
    world.pass_seconds(2 * LOOK)
    world.keeper.try_out("house", Wifi("Home", "of the house"))
    world.pass_seconds(CONFIRM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.air, "forget", gone)
        world.pass_seconds(3 * LOOK)
    assert "Home" in world.air.known
    world.pass_seconds(3 * LOOK)
    assert "Home" not in world.air.known
    assert world.air.radios == [OWN]


def gone(_connection: str) -> None:
    raise NoNetworkManager("NetworkManager isn’t here.", is_away=True)


def test_a_change_begins_once_the_phone_had_time_for_its_answer() -> None:
    world = World("own")
    world.air.heard = {"Home"}
    world.pass_seconds(2 * LOOK)
    world.keeper.try_out("house", Wifi("Home", "of the house"))
    world.now += 0.9 * LOOK
    world.keeper.tend()
    assert world.air.radios == [OWN]
    world.pass_seconds(LOOK)
    assert world.air.radios == [HOUSE]


def test_a_wrong_password_leads_back_with_the_reason() -> None:
    world = World("own")
    world.pass_seconds(2 * LOOK)
    world.keeper.try_out("house", Wifi("Home", "something else"))
    world.pass_seconds(CONFIRM + 3 * LOOK)
    state = world.keeper.state()
    assert state is not None
    assert state.went_back == "The table couldn’t join Home: check the password."
    assert (state.mode, world.air.radios) == ("own", [OWN])


def test_a_change_to_the_own_network_goes_back_to_the_one_before() -> None:
    world = World("off")
    world.air.heard = {"Bar"}
    world.air.settle()
    world.keeper.try_out("own", None)
    world.pass_seconds(2 * LOOK)
    assert world.air.radios == [OWN]
    world.pass_seconds(CONFIRM + LOOK)
    assert world.keeper.state() is not None
    assert world.air.radios == [KEPT]


def test_name_and_password_are_made_once_and_private(tmp_path: Path) -> None:
    made = own_wifi(tmp_path, "Galley of the long ship of fools and sailors")
    assert len(made.name.encode()) <= 32
    assert own_wifi(tmp_path, "Another") == made
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for damaged in (b"\0" * 40, b"[" * 9999):
        file.write_bytes(damaged)
        assert own_wifi(tmp_path, "") != made


class Bus(NetworkManager):
    """NetworkManager whose bus answers with the connections and objects of a test."""

    def __init__(self, connections: dict[str, dict[str, Any]], objects: dict[str, Any]) -> None:
        super().__init__()
        self.connections, self.objects = connections, objects
        self.activated: list[tuple[object, ...]] = []

    def _call(self, path: str, interface: str, method: str, signature: str = "", *body: object) -> tuple[Any, ...]:
        assert bool(signature) == bool(body)
        match method:
            case "ListConnections":
                return ([*self.connections],)
            case "GetSettings":
                return (self.connections[path],)
            case "GetManagedObjects":
                return (self.objects,)
        assert (method, interface) == ("ActivateConnection", "org.freedesktop.NetworkManager")
        self.activated.append(body)
        return ("/active",)


def wifi_of(name: str, **more: Any) -> dict[str, Any]:
    return {"connection": {"id": ("s", name)}, "802-11-wireless": {"ssid": ("ay", name.encode()), **more}}


def test_the_networks_that_were_given_are_known_by_name_and_one_that_is_heard_is_joined() -> None:
    bus = Bus(
        {
            "/1": {"connection": {"id": ("s", "a cable")}, "802-3-ethernet": {}},
            "/2": wifi_of("Galley", mode=("s", "ap")),
            "/3": wifi_of("Bar"),
            "/4": wifi_of("Bar", mode=("s", "infrastructure")),
            "/5": wifi_of("Café", mode=("s", "infrastructure")),
        },
        {},
    )
    radio = Radio("wlan0", "/radio", can_serve=True)
    assert bus.known_wifi() == {"Bar": "/3", "Café": "/5"}
    assert bus.return_to(frozenset({"Café", "Galley"}), radio)
    assert not bus.return_to(frozenset({"Galley", "Elsewhere"}), radio)
    assert bus.activated == [("/5", "/radio", "/")]


UP, CARRIER = 0x1, 0x10000


@pytest.mark.parametrize(
    ("flags", "is_in_it"),
    [
        ({"InterfaceFlags": ("u", UP | LINK | CARRIER)}, True),
        ({"InterfaceFlags": ("u", UP | CARRIER)}, False),  # a Wi-Fi's carrier is never looked for by NetworkManager
        ({}, True),  # before NetworkManager 1.22
    ],
)
@pytest.mark.parametrize(("kind", "device"), [("802-11-wireless", 2), ("802-3-ethernet", 1)])
def test_an_active_connection_without_a_link_is_no_network(
    flags: dict[str, Any], is_in_it: bool, kind: str, device: int
) -> None:
    about = {"DeviceType": ("u", device), "Interface": ("s", "it"), "ActiveConnection": ("o", "/active"), **flags}
    active = {"Uuid": ("s", KEPT), "Id": ("s", "Bar"), "Type": ("s", kind), "State": ("u", 2)}
    address = {"AddressData": ("aa{sv}", [{"address": ("s", "192.168.9.4"), "prefix": ("u", 24)}])}
    found = Bus(
        {},
        {
            "/device": {f"{NAME}.Device": {**about, "Ip4Config": ("o", "/address")}},
            "/active": {f"{NAME}.Connection.Active": active},
            "/address": {f"{NAME}.IP4Config": address},
        },
    ).sight()
    assert [(one.name, one.address) for one in found.networks] == ([("Bar", "192.168.9.4")] if is_in_it else [])
    assert [one.connection for one in found.radios] == ([KEPT] if device == 2 else [])


@pytest.mark.parametrize(("told", "is_off"), [({"WirelessEnabled": ("b", False)}, True), ({}, False)])
def test_a_wifi_that_is_switched_off_is_seen(told: dict[str, Any], is_off: bool) -> None:
    root = {"org.freedesktop.NetworkManager": told}
    assert Bus({}, {"/org/freedesktop/NetworkManager": root}).sight().is_off == is_off
