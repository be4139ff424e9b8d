"""The program with a link: the table is online while it runs, and offline when it ends."""

import signal
from pathlib import Path

import msgspec

from device.table_identity import read_identity
from engine.link_protocol import Cursor, decode_state, encode_cursor
from tests.broker import Broker
from tests.device.link.venues import Venue, Watcher
from tests.end_to_end.program import running, url_of


def test_a_table_that_is_run_and_ended(tmp_path: Path, broker: Broker) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(
        '[camera]\nkind = "none"\n[panel]\nkind = "none"\n[web]\nhost = "127.0.0.1"\nport = 0\n'
        f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\nvenue = "galley"\nname = "Window"\nhome_assistant = true\n'
    )
    venue, watcher = Venue(broker.port), Watcher(broker.port)
    with running("run", "--config", file) as program:
        url_of(program)
        watcher.publish(
            f"quarterdeck/1/galley/{identity(tmp_path)}/cursor", encode_cursor(Cursor("0" * 32)), retain=True
        )
        watcher.wait_for(lambda: watcher.last("availability") == b"online")
        watcher.wait_for(lambda: watcher.last("galley/" + identity(tmp_path) + "/state"))
        assert decode_state(watcher.last(f"{identity(tmp_path)}/state")).name == "Window"
        watcher.wait_for(lambda: any(topic.endswith("/config") for topic, _payload, _retain in watcher.heard))
        [config] = [payload for topic, payload, _ in watcher.heard if topic == home_topic(tmp_path)]
        assert msgspec.json.decode(config)["device"]["name"] == "Window"
        venue.wait_for(lambda: any(rows for rows in venue.record.rows.values()))
        program.send_signal(signal.SIGTERM)
        watcher.wait_for(lambda: watcher.last("availability") == b"offline")
    watcher.close()
    venue.close()


def identity(folder: Path) -> str:
    found = read_identity(folder)
    assert found is not None
    return found.id


def home_topic(folder: Path) -> str:
    return f"homeassistant/device/{identity(folder)}/config"
