"""Opens the configured panel."""

from device.config.schema import PanelConfig
from device.panels.null import NullPanel
from table.panel import Panel


def open_panel(config: PanelConfig) -> Panel:
    """Return the configured panel. Raises :class:`~device.errors.NoPanel` if it cannot be used."""
    match config.kind:
        case "none":
            return NullPanel()
        case "keyboard":
            from device.panels.keyboard import KeyboardPanel

            return KeyboardPanel(sounds=config.sounds)
    from device.panels.gpio import GpioPanel  # loads gpiozero

    return GpioPanel(config)
