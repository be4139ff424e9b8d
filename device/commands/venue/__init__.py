"""The commands of a venue: :mod:`device.commands.venue.group`."""
