"""Qt item models over the session's data."""
