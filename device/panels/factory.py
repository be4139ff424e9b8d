"""Which panel there is, by the configuration."""

from device.config.schema import PanelConfig
from device.panels.gpio import GpioPanel
from device.panels.keyboard import KeyboardPanel
from device.panels.null import NullPanel
from table.panel.panel import Panel


def open_panel(config: PanelConfig) -> Panel:
    """The panel of that configuration; :class:`~device.errors.NoPanel` says why it cannot be used."""
    match config.kind:
        case "none":
            return NullPanel()
        case "keyboard":
            return KeyboardPanel(sounds=config.sounds)
    return GpioPanel(config)
