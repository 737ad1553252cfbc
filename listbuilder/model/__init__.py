"""Frozen values for lists, army books, systems and events. They do no I/O and contain no rules of play."""

from listbuilder.model.army_list import ArmyList, BookPin, Entry, Half, Upgrade
from listbuilder.model.effects import CombatRules, Effect, TypicalTarget, WoundRoll
from listbuilder.model.equipment import (
    BaseSize,
    Equipment,
    EquipmentCount,
    Item,
    ItemWeapon,
    RuleRef,
    Weapon,
    build_item,
    build_rule_ref,
    group_by_type,
    match_equipment,
    normalise_name,
)
from listbuilder.model.event import Event, ListSetRules, ListVisibility, Scoring, TeamRules
from listbuilder.model.faction import Amount, Faction, Option, Quantifier, Section, Target, Unit, Variant
from listbuilder.model.ids import (
    EntryId,
    EventId,
    FactionId,
    OptionId,
    RuleId,
    SectionId,
    SystemId,
    UnitId,
    UnitRef,
    build_unit_ref,
    slugify,
    split_unit_ref,
)
from listbuilder.model.roster import (
    AmbiguousUpgrade,
    AppliedUpgrade,
    InvalidUpgradeCount,
    ItemCount,
    LazyContents,
    Loadout,
    LoadoutContents,
    MissingUpgradeTarget,
    Roster,
    RosterEntry,
    UnknownUpgrade,
    UpgradeError,
    WeaponCount,
)
from listbuilder.model.special_rules import MoveChange, MovementRules, Moves, Rule, Spell, SpellAttack
from listbuilder.model.system import (
    Chapter,
    Citation,
    CombiningRules,
    CommandGroup,
    EntryFilter,
    ExperienceCost,
    ForceOrganisation,
    Formation,
    FormationRow,
    JoiningRules,
    Limit,
    Measure,
    NamedId,
    Permission,
    RuleRoles,
    System,
    TrackingRules,
    UnitField,
)
from listbuilder.model.text import EMPTY_TEXT, Text, build_text, join_texts
