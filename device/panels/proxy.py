"""Panel that forwards everything to another panel. Base of panels that change one aspect."""

from collections.abc import Collection
from typing import Self

from table.panel.panel import Button, Lamp, Panel, Press, Sound


class PanelProxy:
    """Proxy of a panel."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    @property
    def has_buttons(self) -> bool:
        """Return whether the panel has buttons."""
        return self._panel.has_buttons

    @property
    def held(self) -> Collection[Button]:
        """Return the buttons that are held now, if the panel can detect it."""
        held: Collection[Button] = getattr(self._panel, "held", ())
        return held

    def presses(self, until: float) -> list[Press]:
        """Return the presses of the panel."""
        return self._panel.presses(until)

    def show(self, lamp: Lamp) -> None:
        """Set the panel's lamp."""
        self._panel.show(lamp)

    def sound(self, sound: Sound) -> None:
        """Play the sound on the panel."""
        self._panel.sound(sound)

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Tune the panel."""
        self._panel.tune(brightness, sounds)

    def __enter__(self) -> Self:
        self._panel.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._panel.__exit__(*exc)
