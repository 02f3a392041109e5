"""What the user is doing, without Qt: module, function, signatures, traces, selection, undo."""
