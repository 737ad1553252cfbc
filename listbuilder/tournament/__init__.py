"""An organiser's event folder: the event, the players, what they handed in, and what was accepted; files and values."""
