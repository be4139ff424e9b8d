"""Whose phone this is: a player that the phone has named, remembered in its cookie. It gives no rights at the table."""

from flask import session

from engine.i18n import gettext as _
from engine.profiles import Profile
from table.snapshot import SnapshotSource
from web.access.guard import NAME, check_helm, hand, named_in_cookie
from web.access.owner_rights import OwnerRights
from web.access.sessions import ControlSessions
from web.display_names import shown
from web.errors import Denied
from web.profiles import ProfileBook


class OwnPlayer:
    """The player of the phone that sends the current request, and the profiles that it may change.

    A phone changes the profile of its own player; at the helm, and by the owner, that of every player.
    """

    def __init__(
        self, table: SnapshotSource, profiles: ProfileBook, hands: ControlSessions, rights: OwnerRights
    ) -> None:
        self._table = table
        self._hands = hands
        self._rights = rights
        self.profiles = profiles

    @property
    def name(self) -> str:
        """The player's name as it is stored; empty if the phone has not named one."""
        return named_in_cookie(NAME) or ""

    @property
    def present(self) -> tuple[str, ...]:
        """The players of the game on the table."""
        return tuple(self._table.snapshot().state.present)

    def claim(self, player: str) -> None:
        """Remember that the phone is that player's; with an empty name, forget it.

        Raises :class:`~web.errors.Denied` for one who is not in the game.
        """
        if not player:
            session.pop(NAME, None)
        elif player in self.present:
            session[NAME] = player
        else:
            raise Denied(422, "no_such_player", _("{name} is not in this game.", name=shown(player)[:60]))

    def may_change(self, player: str) -> bool:
        """Return whether the phone may change that player's profile."""
        own = bool(self.name) and shown(self.name) == shown(player)
        return own or self._hands.is_there(hand()) or self._rights.is_owner()

    def choose(self, player: str, profile: Profile) -> None:
        """Store a player's profile. Raises :class:`~web.errors.Denied` where the phone may not change it."""
        if not self.may_change(player):
            check_helm(self._hands)
        self.profiles.choose(player, profile)
