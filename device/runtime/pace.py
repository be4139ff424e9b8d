"""Timing of the table's watch for dice that come to rest: 0.4 seconds."""

from vision.stream.watcher import Pace

PACE = Pace(first_look=0.08, between_looks=0.09, settled=0.38, spread=0.28)
"""At ten pictures a second four looks fit into those 0.4 seconds, and agree over 0.3 of them; with the watch's own pace
two fit, and the third makes it 0.7. All are a little less than whole tenths: pictures come a little early or late."""
