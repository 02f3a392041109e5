"""Questions about graphs, answered by pure functions: groups, pictures, overlays, search, counts."""
