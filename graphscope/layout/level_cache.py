"""LevelCache: placements by the content of their level, so that a group opened again gets the same numbers."""

from __future__ import annotations

from graphscope.layout.level import Level, LevelPlacement, PlaceLevel


class LevelCache:
    """Remembers what a way of placing gave for each level, and forgets the oldest beyond ``most`` levels."""

    def __init__(self, place_level: PlaceLevel, most: int = 512) -> None:
        self._place_level = place_level
        self._most = most
        self._placed: dict[Level, LevelPlacement] = {}
        self._settled: set[Level] = set()

    def __call__(self, level: Level) -> LevelPlacement:
        """The placement of a level, made now if it is not known."""
        known = self.get(level)
        return known if known is not None else self.keep(level, self._place_level(level))

    def get(self, level: Level) -> LevelPlacement | None:
        """The placement of a level, if it is known."""
        return self._placed.get(level)

    def keep(self, level: Level, placement: LevelPlacement) -> LevelPlacement:
        """Remember a placement in place of what was known of its level, and return it."""
        while len(self._placed) >= self._most:
            oldest = next(iter(self._placed))
            self._placed.pop(oldest, None)
            self._settled.discard(oldest)
        self._placed[level] = placement
        return placement

    def settle(self, level: Level) -> None:
        """Keep what is known of a level for good: nothing better is to be tried."""
        self._settled.add(level)

    def is_settled(self, level: Level) -> bool:
        """Whether nothing better is to be tried."""
        return level in self._settled

    def __len__(self) -> int:
        return len(self._placed)
