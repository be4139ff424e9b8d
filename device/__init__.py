"""The appliance: cameras, buttons, journal, configuration, archive, backup and command line.

It is the only package that imports all the others. Entry points:

- :func:`device.cli.main.main` — the command ``quarterdeck``,
- :class:`table.table.Table` — the state machine between readings, presses and the game,
- :func:`device.runtime.assemble.run_table` — builds the table of a configuration and runs it,
- :class:`device.journal.journal.Journal` — the stored events.
"""

import os

# OpenCV reads these when it is imported. Larger pictures are refused before they are decoded, to limit memory on a Pi.
# Its warnings and FFmpeg's are off: the program writes its own messages.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(50_000_000))
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

# NumPy's linear algebra reads this. The matrices are small: a second thread would only spin at full load.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
