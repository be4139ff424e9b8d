"""The log for people: in one small file, over restarts and power cuts, in the reader's language."""

import logging
from pathlib import Path

import pytest

from device.adapters.service_log import FILE, LARGEST, LINES, MOST, TableLog
from engine.i18n import gettext as _
from engine.i18n import translated


def said(log: TableLog) -> list[str]:
    return [str(one.said) for one in log.entries()]


def test_sentences_are_kept_over_a_restart_in_any_language(tmp_path: Path) -> None:
    log = TableLog(tmp_path, lambda: 100.0)
    log.started("1.0")
    log.stopped()
    again = TableLog(tmp_path)
    assert said(again) == ["The table was stopped.", "Version 1.0 started."]
    assert translated(again.entries()[1].said, "de") == "Version 1.0 ist gestartet."
    assert again.entries()[0].at == 100


def test_a_start_that_followed_no_stop_is_noted(tmp_path: Path) -> None:
    TableLog(tmp_path).started("1.0")
    log = TableLog(tmp_path)
    log.started("1.0")
    assert said(log)[0] == "Before that it wasn’t stopped: a power cut or a crash."
    assert log.entries()[0].problem


def test_problems_are_noted_when_they_come_and_when_they_are_over(tmp_path: Path) -> None:
    log = TableLog(tmp_path)
    for troubles in ((), ("A",), ("A",), ("A", "B"), ("B",), ()):
        log.watch(troubles)
    assert said(log) == ["Over: B", "Over: A", "B", "A"]
    assert [one.problem for one in log.entries()] == [False, False, True, True]


def test_a_sentence_that_repeats_is_counted(tmp_path: Path) -> None:
    log = TableLog(tmp_path)
    for _number in range(3):
        log.add(_("Wrong PIN."), problem=True)
    log.add(_("Wrong PIN."))
    for one in (log, TableLog(tmp_path)):
        assert [entry.times for entry in one.entries()] == [1, 3]


def test_file_and_memory_are_bounded(tmp_path: Path) -> None:
    log = TableLog(tmp_path)
    for number in range(2 * MOST):
        log.add(f"{number} " + "x" * 900)
    assert (tmp_path / FILE).stat().st_size <= LARGEST
    assert len(log.entries()) == MOST
    assert said(TableLog(tmp_path))[0].startswith(f"{2 * MOST - 1} ")


@pytest.mark.parametrize("data", [b"", b"\xff\n", b"[]\n", b"{}\n", b'{"at": "x"}\n', b"[" * 9999, b'{"at": 1, "said"'])
def test_lines_that_cannot_be_read_are_left_out(tmp_path: Path, data: bytes) -> None:
    TableLog(tmp_path, lambda: 1.0).add("One.")
    with (tmp_path / FILE).open("ab") as file:
        file.write(data)
    assert said(TableLog(tmp_path)) == ["One."]


def test_a_disk_that_takes_nothing_costs_the_file_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    log = TableLog(tmp_path)
    log.add("One.")
    assert said(log) == ["One."]


def test_the_log_for_support_has_the_technical_messages(tmp_path: Path) -> None:
    log = TableLog(tmp_path, lambda: 1_780_000_000.0)
    log.add("The camera is lost.", problem=True)
    logger = logging.getLogger("quarterdeck.test")
    logger.addHandler(log.lines)
    for number in range(LINES + 5):
        logger.warning("message %d", number)
    logger.removeHandler(log.lines)
    text = log.technical()
    assert "! The camera is lost." in text
    assert f"message {LINES + 4}" in text
    assert "message 4\n" not in text
