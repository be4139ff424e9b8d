"""Compiles the message files and adds the demo's recording when the program is built.

The rest of the build is described in pyproject.toml.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

LOCALES = Path(__file__).parent / "engine" / "i18n" / "locale"
DEMO = Path(__file__).parent / "fixtures" / "recordings" / "first-evening"
IN_THE_PACKAGE = Path("device") / "recording" / "demo"


def compile_messages() -> None:
    """Compile each ``.po`` file that is newer than its ``.mo`` file."""
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            continue
        draft = compiled.with_suffix(".draft")
        with source.open("rb") as opened, draft.open("wb") as written:
            write_mo(written, read_po(opened, locale=source.parts[-3]))
        draft.replace(compiled)


class BuildWithData(build_py):
    """Builds the packages with compiled message files and the demo's recording."""

    def run(self) -> None:
        """Compile the message files, build, then copy the recording. An editable build needs no copy."""
        compile_messages()
        super().run()
        if not self.editable_mode:
            for file in ("recording.json", "video.mp4"):
                target = Path(self.build_lib) / IN_THE_PACKAGE / file
                target.parent.mkdir(parents=True, exist_ok=True)
                self.copy_file(str(DEMO / file), str(target))


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithData})
