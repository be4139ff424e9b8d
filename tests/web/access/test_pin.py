"""The owner's PIN: kept as a hash, checked one at a time, and slowed down for who guesses."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.adapters.files import JsonFiles
from device.notices import Notices
from tests.clock import Clock
from web.access import pin as owner_pin
from web.access.pin import FREE, FREE_FOR_ALL, KEPT, LONGEST_PAUSE, OwnerPin, forget_pin, is_pin, keep_pin
from web.errors import Denied, NotKept
from web.services.store import Memory


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner_pin, "N", 2**10)


def denied(do: Callable[[], object]) -> tuple[int, str]:
    with pytest.raises(Denied) as caught:
        do()
    return caught.value.status, caught.value.code


def test_a_pin_has_4_to_12_digits_and_nothing_else_is_one() -> None:
    others = ["", "123", "1234567890123", "12 34", "12a4", "١٢٣٤", "１２３４", "-1234", "1234\n"]
    assert [text for text in ("1234", "000000", "123456789012", *others) if is_pin(text)] == [
        "1234",
        "000000",
        "123456789012",
    ]


def test_the_right_pin_is_taken_and_every_other_one_refused() -> None:
    pin = OwnerPin(Memory())
    stamp = pin.set("4711")
    assert pin.check("4711", "10.0.0.1") == stamp == pin.stamp
    for wrong in ("4712", "04711", "47110"):
        assert denied(lambda said=wrong: pin.check(said, "10.0.0.2")) == (403, "wrong_pin")  # type: ignore[misc]


def test_without_a_pin_none_is_right() -> None:
    assert denied(lambda: OwnerPin(Memory()).check("4711", "10.0.0.1")) == (403, "no_pin")


def test_only_a_salted_hash_is_stored_with_its_parameters(tmp_path: Path) -> None:
    pin = OwnerPin(JsonFiles(tmp_path))
    pin.set("123456789012")
    first = (tmp_path / "owner.json").read_bytes()
    pin.set("123456789012")
    assert b"123456789012" not in first
    assert first != (tmp_path / "owner.json").read_bytes()
    assert (tmp_path / "owner.json").stat().st_mode & 0o777 == 0o600
    kept: Any = JsonFiles(tmp_path).get(KEPT)
    assert set(kept) == {"scrypt", "salt", "hash"}
    assert kept["scrypt"] == {"n": 2**10, "r": 8, "p": 1}


def test_a_pin_set_by_another_program_counts_at_once(tmp_path: Path) -> None:
    pin = OwnerPin(JsonFiles(tmp_path))
    states: list[str] = [pin.state]
    keep_pin(JsonFiles(tmp_path), "4711")
    states.append(pin.state)
    pin.check("4711", "10.0.0.1")
    forget_pin(JsonFiles(tmp_path))
    assert [*states, pin.state] == ["none", "set", "none"]


def row_of(n: int = 1024, r: int = 8, p: int = 1, salt: bytes = b"s" * 16, hash_: bytes = b"h" * 32) -> dict[str, Any]:
    return {"scrypt": {"n": n, "r": r, "p": p}, "salt": salt.hex(), "hash": hash_.hex()}


ROTTEN: list[object] = [
    {},
    [],
    7,
    "4711",
    row_of(salt=b"s"),
    row_of(hash_=b"h" * 31),
    row_of() | {"hash": "zz" * 32},
    row_of() | {"salt": None},
    *[row_of(n=n) for n in (1023, 0, -1024, 2, 2**30)],
    row_of(r=2**30),
    row_of(p=2**20),
]


def test_what_cannot_be_a_hash_is_a_lost_pin_and_costs_nothing() -> None:
    for value in ROTTEN:
        drawer = Memory()
        drawer.put(KEPT, value)
        assert OwnerPin(drawer).state == "lost", value
        assert denied(lambda drawer=drawer: OwnerPin(drawer).check("4711", "10.0.0.1")) == (403, "no_pin")  # type: ignore[misc]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"null and void", b"[" * 100_000])
def test_a_rotten_file_is_a_lost_pin_also_after_a_restart_until_one_is_set(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "owner.json").write_bytes(data)
    notices = Notices()
    assert OwnerPin(JsonFiles(tmp_path, notices)).state == "lost"
    assert len(notices.all) == 1
    pin = OwnerPin(JsonFiles(tmp_path))
    states: list[str] = [pin.state]
    pin.set("4711")
    states.append(pin.state)
    pin.remove()
    assert [*states, OwnerPin(JsonFiles(tmp_path)).state] == ["lost", "set", "none"]


def test_wrong_pins_slow_down_the_address_that_they_come_from() -> None:
    time = Clock()
    pin = OwnerPin(Memory(), time)
    pin.set("4711")
    for _ in range(FREE):
        assert denied(lambda: pin.check("0000", "10.0.0.1")) == (403, "wrong_pin")
    assert denied(lambda: pin.check("4711", "10.0.0.1")) == (429, "too_many_tries")
    pin.check("4711", "10.0.0.2")
    time.now += 4.0
    pin.check("4711", "10.0.0.1")


def test_wrong_pins_from_everywhere_slow_down_all_until_another_pin_is_set() -> None:
    time = Clock()
    pin = OwnerPin(Memory(), time)
    pin.set("4711")
    for number in range(FREE_FOR_ALL):
        assert denied(lambda n=number: pin.check("0000", f"10.0.1.{n}")) == (403, "wrong_pin")  # type: ignore[misc]
    assert denied(lambda: pin.check("4711", "10.0.2.1")) == (429, "too_many_tries")
    pin.set("4712")  # as on the machine: quarterdeck owner
    pin.check("4712", "10.0.2.1")


def test_a_flood_of_wrong_pins_does_not_keep_out_a_device_that_knew_the_pin() -> None:
    time = Clock()
    pin = OwnerPin(Memory(), time)
    pin.set("4711")
    pin.check("4711", "10.0.2.1")
    mark = pin.mark("")
    for number in range(FREE_FOR_ALL):
        denied(lambda n=number: pin.check("0000", f"10.0.1.{n}"))  # type: ignore[misc]
    assert denied(lambda: pin.check("4711", "10.0.2.1")) == (429, "too_many_tries")
    pin.check("4711", "10.0.2.1", mark)
    assert denied(lambda: pin.check("4711", "10.0.2.1")) == (429, "too_many_tries"), "the others still wait"
    for _ in range(FREE):
        assert denied(lambda: pin.check("0000", "10.0.2.1", mark)) == (403, "wrong_pin")
    assert denied(lambda: pin.check("4711", "10.0.2.1", mark)) == (429, "too_many_tries")
    pin.check("4711", "10.0.2.1", pin.mark(""))
    assert pin.mark(mark) == mark


def test_all_marks_of_an_earlier_pin_have_one_line() -> None:
    pin = OwnerPin(Memory(), Clock())
    pin.set("4711")
    marks = [pin.mark("") for _ in range(FREE + 1)]
    pin.set("4712")
    for mark in marks[:FREE]:
        assert denied(lambda m=mark: pin.check("4711", "10.0.2.1", m)) == (403, "wrong_pin")  # type: ignore[misc]
    assert denied(lambda: pin.check("4712", "10.0.2.1", marks[FREE])) == (429, "too_many_tries")
    assert pin.mark(marks[0]) != marks[0]


def test_a_network_of_guessers_has_some_tens_of_guesses_an_hour() -> None:
    time = Clock()
    pin = OwnerPin(Memory(), time)
    pin.set("9999")
    guesses = 0
    while time.now < 3600.0:
        try:
            pin.check(f"{guesses:04}", f"10.0.{guesses // 200}.{guesses % 200}")
        except Denied as refused:
            guesses += refused.code == "wrong_pin"
            time.now += float(refused.later or 0)
    assert guesses < FREE_FOR_ALL + 3600 / LONGEST_PAUSE + 10


def test_one_hash_is_computed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pin = OwnerPin(Memory())
    pin.set("4711")
    begun, go_on = threading.Event(), threading.Event()
    real = owner_pin.PinHash.fits

    def slow(self: owner_pin.PinHash, said: str) -> bool:
        begun.set()
        go_on.wait(60)
        return real(self, said)

    monkeypatch.setattr(owner_pin.PinHash, "fits", slow)
    first = threading.Thread(target=lambda: pin.check("4711", "10.0.0.1"))
    first.start()
    begun.wait(60)
    assert denied(lambda: pin.check("4711", "10.0.0.2")) == (503, "busy")
    assert denied(lambda: pin.set("4712")) == (503, "busy")
    go_on.set()
    first.join(60)
    pin.check("4711", "10.0.0.2")


def test_a_pin_that_cannot_be_stored_changes_nothing() -> None:
    class Full(Memory):
        def put(self, name: str, _value: object) -> None:
            raise NotKept(f"{name} cannot be written: make room.")

    pin = OwnerPin(Full())
    assert denied(lambda: pin.set("4711")) == (503, "not_kept")
    assert denied(pin.remove) == (503, "not_kept")
    assert pin.state == "none"
