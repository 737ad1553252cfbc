"""Spoiled files for every reader: each must end as a value or one of our errors, in bounded time and memory."""
