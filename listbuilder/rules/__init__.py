"""The verbs: pure functions that work lists out and change them."""
