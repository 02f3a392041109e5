"""The places of the window: panes, docks and the status line."""
