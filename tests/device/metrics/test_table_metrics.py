"""The figures of a table, read as Prometheus reads them."""

from pathlib import Path

import numpy as np
import pytest
from prometheus_client.parser import text_string_to_metric_families

from device.cameras.camera import Frame
from device.doctor.machine import Machine
from device.journal.journal import Journal
from device.metrics import Histogram, TableMetrics, TimedWatcher, metric
from engine import Corrected, Event, Rolled, Started
from table.session import ConfirmedEvent
from tests.table.lying import die, settled
from vision import Reader, Reading, Rest, Zone
from web.services.device import LinkStatus, StickBackupStatus

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")


def behind() -> LinkStatus:
    """The state of a link that is behind."""
    return LinkStatus("broker", "galley", "abc", linked=True, behind=12)


class Sticks:
    """Backups, the last of them at a known time."""

    def status(self) -> StickBackupStatus:
        return StickBackupStatus(last=1_790_000_000.0)

    def choose(self) -> None:
        """Do nothing."""

    def back_up_now(self) -> None:
        """Do nothing."""


def values(text: str) -> dict[str, float]:
    """Return each sample by its name and labels."""
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def confirmed(event: Event) -> ConfirmedEvent:
    return ConfirmedEvent(1.0, event, "Mia", ())


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    for name, text in {
        "sys/class/thermal/thermal_zone0/temp": "48250\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0x10000\n",
    }.items():
        file = tmp_path / "root" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return Machine(tmp_path / "root")


def test_what_happens_at_the_table_is_counted(tmp_path: Path, machine: Machine) -> None:
    frame = Frame(np.zeros((72, 128, 3), np.uint8), 1.0, 1)
    watcher = TimedWatcher(Reader())
    with Journal(tmp_path / "journal.db") as journal:
        metrics = TableMetrics(journal, watcher, machine, iter((100.0, 160.0)).__next__).beside(behind, Sticks())
        journal.append([START], 0.0)
        watcher.see(frame.image, 1.0)
        moving = Reading(Rest.MOVING)
        with_spare = Reading(Rest.SETTLED, (*settled([6, 5, None]).dice, die(None, 400, 60, zone=Zone.OUTSIDE)))
        for reading in (moving, with_spare, settled([6, 5, 4]), moving, settled([1])):
            metrics.observed(frame, reading)
        metrics.confirmed(confirmed(START))
        metrics.confirmed(confirmed(Rolled((6, 5, 4, 1, 1))))
        metrics.confirmed(confirmed(Corrected(0, (6, 5, 4, 1, 2))))
        text = metrics.text(3)
    found = values(text)
    assert {
        "quarterdeck_frames_total": 5,
        "quarterdeck_dice_total read=yes": 3,
        "quarterdeck_dice_total read=no": 1,
        "quarterdeck_rolls_total": 1,
        "quarterdeck_corrections_total": 1,
        "quarterdeck_reading_seconds_count": 1,
        "quarterdeck_journal_write_seconds_count": 1,
        "quarterdeck_journal_in_memory": 0,
        "quarterdeck_streams": 3,
        "quarterdeck_uptime_seconds": 60,
        "quarterdeck_link_behind_events": 12,
        "quarterdeck_link_connected": 1,
        "quarterdeck_temperature_celsius": 48.25,
        "quarterdeck_undervoltage": 0,
        "quarterdeck_undervoltage_seen": 1,
        "quarterdeck_last_backup_timestamp_seconds": 1_790_000_000,
    }.items() <= found.items()
    assert found["quarterdeck_disk_free_bytes"] > 0
    assert any(name.startswith("quarterdeck_info version=") for name in found)
    assert not {"Mia", "Jonas"} & set(text.replace('"', " ").split())


def test_what_a_machine_does_not_have_is_left_out_and_the_number_of_samples_is_fixed(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        metrics = TableMetrics(journal, None, Machine(tmp_path / "none"))
        before = values(metrics.text(0)).keys()
        for number in range(50):
            journal.append([Started("dice-game-depot", (f"Mia{number}", "Jonas"), "Jonas")], 0.0)
            metrics.confirmed(confirmed(Rolled((1, 2, 3, 4, 5))))
        assert values(metrics.text(9)).keys() == before
    assert len(before) < 60
    assert not any("temperature" in name or "undervoltage" in name or "link" in name for name in before)


def test_a_histogram_counts_up_to_each_bound() -> None:
    histogram = Histogram((0.1, 0.5, 1.0))
    for value in (0.05, 0.1, 0.3, 5.0):
        histogram.observe(value)
    found = values("\n".join([*metric("one_seconds", "histogram", "Of one.", histogram.samples()), ""]))
    assert found == {
        "one_seconds_bucket le=0.1": 2,
        "one_seconds_bucket le=0.5": 3,
        "one_seconds_bucket le=1": 3,
        "one_seconds_bucket le=+Inf": 4,
        "one_seconds_sum": pytest.approx(5.45),
        "one_seconds_count": 4,
    }


def test_labels_and_help_are_escaped() -> None:
    text = "\n".join([*metric("one", "gauge", "a\\b\nc", [("", {"name": 'a "b"\\\n'}, 1.5)]), ""])
    [family] = text_string_to_metric_families(text)
    assert family.documentation == "a\\b\nc"
    assert family.samples[0].labels == {"name": 'a "b"\\\n'}
    assert family.samples[0].value == 1.5
