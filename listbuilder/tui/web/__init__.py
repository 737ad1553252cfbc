"""The builder in a browser: who is let in, and the page that shows it."""
