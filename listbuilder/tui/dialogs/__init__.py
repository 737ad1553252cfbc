"""Questions to the player: each a modal screen that gives a typed answer, or None."""
