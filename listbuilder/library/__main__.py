"""`python -m listbuilder.library` writes the index of the bundled data anew."""

from __future__ import annotations

from listbuilder.library.index import save_index
from listbuilder.library.locations import bundled_data

save_index(bundled_data())
