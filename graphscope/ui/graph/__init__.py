"""The canvas: batched painting, hit testing, minimap."""
