"""Opens the configured panel."""

from device.config.schema import PanelConfig
from device.panels.gpio import GpioPanel
from device.panels.keyboard import KeyboardPanel
from device.panels.null import NullPanel
from table.panel.panel import Panel


def open_panel(config: PanelConfig) -> Panel:
    """Return the configured panel. Raises :class:`~device.errors.NoPanel` if it cannot be used."""
    match config.kind:
        case "none":
            return NullPanel()
        case "keyboard":
            return KeyboardPanel(sounds=config.sounds)
    return GpioPanel(config)
