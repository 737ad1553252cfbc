"""The event folder screen."""
