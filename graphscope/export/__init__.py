"""Pictures and data files of what the window shows."""
