"""Which panel there is, by the configuration."""

from device.config import PanelConfig
from device.panels.gpio import GpioPanel
from device.panels.none import NoButtons
from device.panels.panel import Panel


def open_panel(config: PanelConfig) -> Panel:
    """The panel of that configuration; :class:`~device.errors.NoPanel` says why it cannot be used."""
    if config.kind == "none":
        return NoButtons()
    return GpioPanel(config.roll, config.stand, config.lamp)
