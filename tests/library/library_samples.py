"""Small valid files for tests to break."""

FACTION = """\
format: 1
id: testers
systems: [aofr-3]
version: "1.0"
name: Testers
units:
  - id: pikemen
    name: Pikemen
    size: 10
    quality: 5
    defense: 5
    cost: 90
    group: core
    rules: [Fearless]
    weapons: ["Pike (A1, Counter)"]
    upgrades: [drill]
packages:
  drill:
    - id: swap
      replace: [Pike]
      affects: all
      options:
        - {id: halberd, gain: ["Halberd (A1, Rending)"], cost: 15}
"""

GUARDS = """\
  - id: guards
    name: Guards
    size: 5
    quality: 4
    defense: 4
    cost: 50
    weapons: [Pike (A1)]
    upgrades: [drill]
packages:"""
