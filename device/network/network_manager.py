"""NetworkManager on the system's D-Bus: which networks there are, and changes to them.

The interfaces are those of https://networkmanager.dev/docs/api/latest/spec.html. One call returns every object with
its properties, so a look costs some milliseconds and needs no signals.
"""

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from device.errors import NoNetworkManager
from engine.i18n import gettext as _
from web.services.device import Wifi

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

NAME = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
SETTINGS = f"{ROOT}/Settings"
PATIENCE = 10.0
"""Timeout of a call in seconds."""

OWN = "6e1f7c0a-5f0f-4c7b-9a34-51c0ffee0001"
"""Id of the connection that is the table's own network."""

ADDRESS, PREFIX = "10.77.0.1", 24
"""The table's address in its own network, which is printed: it never changes."""

FRESH = 45.0
"""Seconds for which a network counts as heard."""

_WIFI, _ACTIVATED, _CAN_SERVE = 2, 2, 0x40
"""NM_DEVICE_TYPE_WIFI, NM_ACTIVE_CONNECTION_STATE_ACTIVATED, NM_WIFI_DEVICE_CAP_AP."""

LINK = 0x2
"""NM_DEVICE_INTERFACE_FLAG_LOWER_UP, the kernel's word. An access point that went off can stay ACTIVATED for long."""

Properties = Mapping[str, tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class Radio:
    """A Wi-Fi device: whether it can make a network, the id of its connection if any, and the names that it hears."""

    name: str
    path: str
    can_serve: bool
    connection: str = ""
    heard: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Network:
    """A network that this machine is in. ``name`` is that of the connection, for a Wi-Fi usually the Wi-Fi's."""

    id: str
    name: str
    kind: Literal["own", "wifi", "cable"]
    interface: str
    address: str


@dataclass(frozen=True, slots=True)
class Sight:
    """Radios and networks of this machine, and whether its Wi-Fi is switched off."""

    radios: tuple[Radio, ...] = ()
    networks: tuple[Network, ...] = ()
    is_off: bool = False

    @property
    def own(self) -> Network | None:
        return next((network for network in self.networks if network.kind == "own"), None)

    @property
    def house(self) -> Network | None:
        return next((network for network in self.networks if network.kind != "own"), None)


class NetworkManager:
    """The running NetworkManager. Thread-safe; each method raises :class:`NoNetworkManager` if it cannot."""

    def __init__(self) -> None:
        self._bus: DBusConnection | None = None
        self._lock = Lock()

    def sight(self) -> Sight:
        [objects] = self._call("/org/freedesktop", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        return sight_of(objects, time.clock_gettime(time.CLOCK_BOOTTIME))

    def serve(self, wifi: Wifi, radio: Radio) -> None:
        """Begin to make that network, in which this machine has :data:`ADDRESS` and gives the others theirs."""
        self._activate(self._keep(OWN, served(wifi)), radio)

    def join(self, wifi: Wifi, radio: Radio) -> None:
        """Begin to join that network, from now on whenever it is there."""
        self._activate(self._keep(house_of(wifi.name), joined(wifi)), radio)

    def return_to(self, names: frozenset[str], radio: Radio) -> bool:
        """Begin to join one of these networks that has a connection; return whether there is one."""
        path = next((path for name, path in self.known_wifi().items() if name in names), None)
        if path:
            self._activate(path, radio)
        return path is not None

    def known_wifi(self) -> dict[str, str]:
        """Return the Wi-Fi networks that this machine was given, by name, with the path of the connection."""
        known: dict[str, str] = {}
        [paths] = self._call(SETTINGS, f"{NAME}.Settings", "ListConnections")
        for path in paths:
            [found] = self._call(path, f"{NAME}.Settings.Connection", "GetSettings")
            wireless = found.get("802-11-wireless", {})
            if "ssid" in wireless and wireless.get("mode", ("s", "infrastructure"))[1] == "infrastructure":
                known.setdefault(_text(wireless["ssid"][1]), path)
        return known

    def scan(self, radio: Radio) -> None:
        self._call(radio.path, f"{NAME}.Device.Wireless", "RequestScan", "a{sv}", {})

    def forget(self, connection: str) -> None:
        """Leave the network of that connection, and remove it."""
        if path := self._path_of(connection):
            self._call(path, f"{NAME}.Settings.Connection", "Delete")

    def _keep(self, connection: str, settings: Mapping[str, Properties]) -> str:
        """Add that connection, or change it; return its path."""
        if path := self._path_of(connection):
            self._call(path, f"{NAME}.Settings.Connection", "Update", "a{sa{sv}}", settings)
            return path
        [added] = self._call(SETTINGS, f"{NAME}.Settings", "AddConnection", "a{sa{sv}}", settings)
        return str(added)

    def _path_of(self, connection: str) -> str | None:
        try:
            return str(self._call(SETTINGS, f"{NAME}.Settings", "GetConnectionByUuid", "s", connection)[0])
        except NoNetworkManager as error:
            if error.is_away:
                raise
            return None

    def _activate(self, connection: str, radio: Radio) -> None:
        self._call(ROOT, NAME, "ActivateConnection", "ooo", connection, radio.path, "/")

    def _call(self, path: str, interface: str, method: str, signature: str = "", *body: object) -> tuple[Any, ...]:
        from jeepney import DBusAddress, MessageType, new_method_call
        from jeepney.auth import AuthenticationError
        from jeepney.io.blocking import open_dbus_connection

        with self._lock:
            try:
                self._bus = self._bus or open_dbus_connection(bus="SYSTEM")
                message = new_method_call(DBusAddress(path, NAME, interface), method, signature, body)
                reply = self._bus.send_and_get_reply(message, timeout=PATIENCE)
            except (OSError, EOFError, AuthenticationError):
                self._bus = None
                raise NoNetworkManager(_("NetworkManager isn’t here."), is_away=True) from None
        if reply.header.message_type is not MessageType.error:
            return tuple(reply.body)
        kind = str(reply.header.fields.get(4, ""))  # ERROR_NAME
        away = kind.startswith("org.freedesktop.DBus.Error.") and not kind.endswith("AccessDenied")
        why = str(reply.body[0]) if reply.body else kind
        raise NoNetworkManager(_("NetworkManager refuses: {why}", why=why), is_away=away)


def sight_of(objects: Mapping[str, Mapping[str, Properties]], now: float) -> Sight:
    """Return what NetworkManager's objects say. ``now`` is the time since the machine started, in seconds."""

    def read(path: object, part: str, name: str, default: Any = "") -> Any:
        found = objects.get(str(path), {}).get(f"{NAME}{part}", {})
        return found[name][1] if name in found else default

    radios, networks = [], []
    for path in sorted(objects):
        active = read(path, ".Device", "ActiveConnection", "/")
        id_, kind = read(active, ".Connection.Active", "Uuid"), read(active, ".Connection.Active", "Type")
        interface = read(path, ".Device", "Interface")
        if read(path, ".Device", "DeviceType", 0) == _WIFI and read(path, ".Device", "Managed", True):
            heard = frozenset(
                _text(read(point, ".AccessPoint", "Ssid", b""))
                for point in read(path, ".Device.Wireless", "AccessPoints", [])
                if now - read(point, ".AccessPoint", "LastSeen", -1) <= FRESH
            )
            can_serve = bool(read(path, ".Device.Wireless", "WirelessCapabilities", 0) & _CAN_SERVE)
            radios.append(Radio(interface, path, can_serve, id_, heard))
        addresses = read(read(path, ".Device", "Ip4Config", "/"), ".IP4Config", "AddressData", [])
        is_active = kind.startswith("802-") and read(active, ".Connection.Active", "State", 0) == _ACTIVATED
        if addresses and is_active and read(path, ".Device", "InterfaceFlags", LINK) & LINK:
            wireless: Literal["wifi", "cable"] = "wifi" if kind == "802-11-wireless" else "cable"
            address, name = str(addresses[0]["address"][1]), read(active, ".Connection.Active", "Id")
            networks.append(Network(id_, name, "own" if id_ == OWN else wireless, interface, address))
    return Sight(tuple(radios), tuple(networks), not read(ROOT, "", "WirelessEnabled", True))


def _text(ssid: bytes) -> str:
    return bytes(ssid).decode("utf-8", "replace")


def _connection(id_: str, wifi: Wifi, *, own: bool) -> dict[str, dict[str, tuple[str, Any]]]:
    settings: dict[str, dict[str, tuple[str, Any]]] = {
        "connection": {
            "id": ("s", wifi.name),
            "uuid": ("s", id_),
            "type": ("s", "802-11-wireless"),
            "autoconnect": ("b", not own),
        },
        "802-11-wireless": {"ssid": ("ay", wifi.name.encode()), "hidden": ("b", wifi.hidden)},
    }
    if wifi.password:
        settings["802-11-wireless-security"] = {"key-mgmt": ("s", "wpa-psk"), "psk": ("s", wifi.password)}
    return settings


def house_of(name: str) -> str:
    """Return the id of the connection that the table makes for the network of that name."""
    return str(uuid.uuid5(uuid.UUID(OWN), name))


def joined(wifi: Wifi) -> Mapping[str, Properties]:
    return _connection(house_of(wifi.name), wifi, own=False) | {
        "ipv4": {"method": ("s", "auto")},
        "ipv6": {"method": ("s", "auto")},
    }


def served(wifi: Wifi) -> Mapping[str, Properties]:
    """Return the settings of the table's own network.

    WPA2 with AES, without protection of management frames: a Raspberry Pi's own chip lets nobody in with it
    (https://github.com/raspberrypi/linux/issues/3619), and WPA3 would need it. Phones hear each other. Only IPv4, so
    that the firewall has one kind of address to look at.
    """
    settings = _connection(OWN, wifi, own=True)
    settings["802-11-wireless"] |= {"mode": ("s", "ap"), "band": ("s", "bg"), "ap-isolation": ("i", 0)}
    aes = ("as", ["ccmp"])
    settings["802-11-wireless-security"] |= {"proto": ("as", ["rsn"]), "pairwise": aes, "group": aes, "pmf": ("i", 1)}
    addresses = [{"address": ("s", ADDRESS), "prefix": ("u", PREFIX)}]
    settings["ipv4"] = {"method": ("s", "shared"), "address-data": ("aa{sv}", addresses)}
    settings["ipv6"] = {"method": ("s", "disabled")}
    return settings
