"""A panel that passes everything on to another, for whoever changes one thing of it."""

from collections.abc import Collection
from typing import Self

from table.panel.panel import Button, Lamp, Panel, Press, Sound


class PanelProxy:
    """That panel, as it is."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    @property
    def has_buttons(self) -> bool:
        """Whether the panel has."""
        return self._panel.has_buttons

    @property
    def held(self) -> Collection[Button]:
        """The buttons that a finger is on now, where the panel can tell."""
        held: Collection[Button] = getattr(self._panel, "held", ())
        return held

    def presses(self, until: float) -> list[Press]:
        """Those of the panel."""
        return self._panel.presses(until)

    def show(self, lamp: Lamp) -> None:
        """Light the panel's lamp."""
        self._panel.show(lamp)

    def sound(self, sound: Sound) -> None:
        """That of the panel."""
        self._panel.sound(sound)

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Tune the panel."""
        self._panel.tune(brightness, sounds)

    def __enter__(self) -> Self:
        self._panel.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._panel.__exit__(*exc)
