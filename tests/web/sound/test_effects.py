"""The effects, rendered by the browser without a loudspeaker and measured."""

import base64
from collections.abc import Mapping
from itertools import combinations
from math import log2, log10

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser

from tests.web.conftest import running
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.static_files import BUILD

pytestmark = pytest.mark.browser

RATE = 48_000
SECONDS = 4.0
LONGEST = {"win": 1.6, "bell": 1.8, "five": 1.5}
"""Seconds that the great moments may last; the others are shorter."""

SHORT = 0.75
CEILING = 10 ** (-1 / 20)
"""Full scale less one decibel."""

RENDER = """
async ([url, rate, seconds]) => {
    const { EFFECTS } = await import(url);
    const all = {};
    for (const name of [...Object.keys(EFFECTS), "three"]) {
        const audio = new OfflineAudioContext(1, rate * seconds, rate);
        const played = name === "three" ? ["win", "five", "bell"] : [name];
        const ends = played.map((one) => EFFECTS[one](audio, 0.1, audio.destination));
        const wave = (await audio.startRendering()).getChannelData(0);
        all[name] = { end: Math.max(...ends) };
        const bytes = new Uint8Array(wave.buffer);
        let text = "";
        for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
        all[name].wave = btoa(text);
    }
    return all;
}
"""

Wave = NDArray[np.float64]
Rendered = Mapping[str, tuple[float, Wave]]


@pytest.fixture(scope="module")
def rendered(browser: Browser) -> Rendered:
    """Each effect begun after a tenth of a second: when it says that it ends, and its samples."""
    with running(create_app(ScriptedTable(WAITING))) as server, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{server.url}look")
        found = page.evaluate(RENDER, [f"/static/{BUILD}/effects.js", RATE, SECONDS])
        page.goto("about:blank")
    return {
        name: (one["end"], np.frombuffer(base64.b64decode(one["wave"]), "<f4").astype(np.float64))
        for name, one in found.items()
    }


def effects(rendered: Rendered) -> dict[str, tuple[float, Wave]]:
    return {name: one for name, one in rendered.items() if name != "three"}


def length(wave: Wave) -> float:
    """Seconds from the beginning to the last sample above a thousandth of full scale."""
    return float(np.flatnonzero(np.abs(wave) > 1e-3)[-1]) / RATE - 0.1


def loudness(wave: Wave) -> float:
    """The level in dB of the loudest tenth of a second, weighted as ears hear it (A)."""
    size = RATE // 10
    f = np.fft.rfftfreq(size, 1 / RATE)[1:]
    weight = 12194**2 * f**4 / ((f**2 + 20.6**2) * np.sqrt((f**2 + 107.7**2) * (f**2 + 737.9**2)) * (f**2 + 12194**2))
    levels = []
    for at in range(0, len(wave) - size, size // 4):
        spectrum = np.abs(np.fft.rfft(wave[at : at + size])[1:]) * weight * 1.2589
        levels.append(2 * float(np.sum(spectrum**2)) / size**2)
    return 10 * log10(max(levels))


def centroid(wave: Wave) -> float:
    """The mean frequency in Hz, by power."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    return float(np.sum(power * np.fft.rfftfreq(len(wave), 1 / RATE)) / np.sum(power))


def test_each_is_short_and_silent_after_its_end(rendered: Rendered) -> None:
    for name, (end, wave) in effects(rendered).items():
        assert 0.05 < length(wave) <= LONGEST.get(name, SHORT), name
        assert length(wave) <= end - 0.1 + 0.001, name
        assert np.max(np.abs(wave[int((end + 0.01) * RATE) :])) == 0.0, name
        assert np.max(np.abs(wave[: int(0.1 * RATE) - 1])) == 0.0, name


def test_none_clips_even_when_the_three_greatest_overlap(rendered: Rendered) -> None:
    peaks = {name: float(np.max(np.abs(wave))) for name, (_, wave) in rendered.items()}
    assert peaks["three"] < CEILING
    alone = sorted((peak for name, peak in peaks.items() if name != "three"), reverse=True)
    assert sum(alone[:3]) < CEILING, peaks


def test_all_are_about_as_loud(rendered: Rendered) -> None:
    levels = {name: loudness(wave) for name, (_, wave) in effects(rendered).items()}
    assert max(levels.values()) - min(levels.values()) < 4, levels
    assert min(levels.values()) > -30, levels


def test_no_two_sound_alike(rendered: Rendered) -> None:
    marks = {name: (centroid(wave), length(wave)) for name, (_, wave) in effects(rendered).items()}
    for one, other in combinations(marks, 2):
        pitch, long = (abs(log2(a / b)) for a, b in zip(marks[one], marks[other], strict=True))
        assert pitch > 1 / 6 or long > 1 / 3, (one, other, marks[one], marks[other])


def test_they_are_where_a_television_plays_and_a_bar_is_heard_through(rendered: Rendered) -> None:
    for name, (_, wave) in effects(rendered).items():
        assert 250 < centroid(wave) < 3000, name
