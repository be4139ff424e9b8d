"""The section [mqtt]: what fits together, and where its files are."""

from pathlib import Path

import pytest

from device.config.mqtt import MqttConfig
from device.config.schema import load
from device.errors import BadConfig


def written(folder: Path, text: str) -> Path:
    file = folder / "quarterdeck.toml"
    file.write_text(f"[mqtt]\n{text}\n")
    return file


def test_without_the_section_the_table_is_not_linked(tmp_path: Path) -> None:
    config = load(written(tmp_path, "")).mqtt
    assert config == MqttConfig()
    assert not config.is_on


@pytest.mark.parametrize(("text", "port"), [("", 1883), ("tls = true", 8883), ("tls = true\nport = 1884", 1884)])
def test_the_port_follows_the_encryption(tmp_path: Path, text: str, port: int) -> None:
    config = load(written(tmp_path, f'host = "venue.local"\n{text}')).mqtt
    assert config.is_on
    assert config.broker_port == port


def test_files_are_beside_the_configuration(tmp_path: Path) -> None:
    text = 'host = "a"\ntls = true\nca = "ca.pem"\ncertificate = "/etc/table.pem"'
    config = load(written(tmp_path, text)).mqtt
    assert (config.ca, config.certificate, config.password_file) == (str(tmp_path / "ca.pem"), "/etc/table.pem", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('host = "a"\nvenue = "The Galley"', "line 3: the venue’s name must have"),
        ('venue = "a"\nhttp = "http://b"\nhost = "c"', "line 3: set either host or http"),
        ('http = "http://b"', "line 2: http needs the name of the venue."),
        ('http = "b:80"\nvenue = "a"', "line 2: the address must begin with http:// or https://."),
        ('http = "http://b:port"\nvenue = "a"', "line 2: the address must begin with"),
        ('host = "a"\ncertificate = "t.pem"', "line 3: certificates need tls = true."),
        ('host = "a"\nca = "t.pem"', "line 3: certificates need tls = true."),
        ("home_assistant = true", "line 2: Home Assistant needs the host"),
        ('host = "a"\ncontrols = true', "line 3: controls need home_assistant = true."),
        ("port = -1", "line 2: mqtt.port can only be a whole number from 0 to 65535."),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadConfig) as refused:
        load(written(tmp_path, text))
    assert said in str(refused.value)
