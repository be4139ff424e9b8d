"""Group of commands that suggests the nearest name for a mistyped one."""

import click

from device.cli.command import TextGroup
from device.terminal import said
from vision.i18n import gettext as _


class SuggestingGroup(TextGroup):
    """Group of commands that suggests the nearest name for a mistyped one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of that name; fail with a suggestion if there is none."""
        name = args[0]
        if not (ctx.resilient_parsing or name.startswith("-") or self.get_command(ctx, name)):
            from difflib import get_close_matches  # needed for mistakes only

            near = get_close_matches(name, self.list_commands(ctx), n=1)
            if near:
                ctx.fail(said(_("There is no command “{name}”; did you mean “{near}”?", name=name, near=near[0])))
            ctx.fail(said(_("There is no command “{name}”.", name=name)))
        return super().resolve_command(ctx, args)
