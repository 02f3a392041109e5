"""How workers are started, spoken to and how they can end; standard library only."""
