"""A whole event made up: players, what they hand in and in which form, and every fault in a place that is known."""
