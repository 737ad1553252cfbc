"""A small test army that uses everything a sheet can show."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Fix, Report
from listbuilder.exporters import Exportable
from listbuilder.model import (
    Amount,
    ArmyList,
    BaseSize,
    Chapter,
    Citation,
    CombiningRules,
    CommandGroup,
    Entry,
    EntryId,
    EquipmentCount,
    ExperienceCost,
    Faction,
    FactionId,
    ForceOrganisation,
    Half,
    JoiningRules,
    NamedId,
    Option,
    OptionId,
    Quantifier,
    Roster,
    Rule,
    RuleId,
    RuleRoles,
    Section,
    SectionId,
    Spell,
    System,
    SystemId,
    Target,
    Text,
    TrackingRules,
    Unit,
    UnitField,
    UnitId,
    UnitRef,
    Upgrade,
    Variant,
)
from listbuilder.model.equipment import normalise_name
from listbuilder.model.notation import parse_equipment_count, parse_rule
from listbuilder.rules.roster_builder import build_roster
from listbuilder.sheet import PrintOptions, build_sheet

BOOK = FactionId("river-folk")
ALL = Amount(Quantifier.ALL)
ONE = Amount(Quantifier.EXACTLY, 1)


def both(english: str, german: str) -> Text:
    return Text(english, (("de", german),))


def rule(name: Text, text: Text, *, takes: str = "nothing", correction: Text | None = None, mentions: str = "") -> Rule:
    key = RuleId(name.en.lower().replace(" ", "-"))
    leaning = tuple(RuleId(rule_id) for rule_id in mentions.split())
    return Rule(id=key, name=name, text=text, rating_kind=takes, correction=correction, mentioned_rules=leaning)


RULES = {
    sample_rule.id: sample_rule
    for sample_rule in (
        rule(both("Hero", "Held"), both("May lead a unit.", "Darf eine Einheit führen.")),
        rule(both("Tough", "Zäh"), both("Falls at X wounds.", "Fällt bei X Wunden."), takes="number"),
        rule(both("Caster", "Zauberer"), both("Casts with X tokens.", "Zaubert mit X Marken."), takes="number"),
        rule(both("AP", "PB"), both("Blocks are at -X.", "Blockwürfe haben -X."), takes="number"),
        rule(both("Fast", "Schnell"), both('Moves +2".', 'Zieht +2".')),
        rule(both("Counter", "Konter"), both("Strikes first when charged.", "Schlägt bei Angriff zuerst zu.")),
        rule(both("Fearless", "Furchtlos"), both("Rerolls failed morale.", "Wiederholt misslungene Moraltests.")),
        rule(
            both("Fearless Aura", "Aura: Furchtlos"),
            both("The unit has Fearless.", "Die Einheit hat Furchtlos."),
            mentions="fearless",
        ),
        rule(both("Sergeant", "Feldwebel"), both("One more attack.", "Eine Attacke mehr.")),
        rule(both("Banner", "Banner"), both("+1 on morale tests.", "+1 auf Moraltests.")),
        rule(
            both("Slow", "Langsam"),
            both('Moves -2".', 'Zieht -2".'),
            correction=both("The print adds.", "Im Druck wird addiert."),
        ),
        rule(both("Poison", "Gift"), both("Rerolled blocks of 6.", "Blockwürfe von 6 noch einmal.")),
        rule(both("Never Used", "Nie benutzt"), both("In no list.", "In keiner Liste.")),
    )
}

HOSTILE_POINT = both("Dice <b>fall</b> & *roll* | [x](y).", "Würfel <b>fallen</b> & *rollen* | [x](y).")
REFERENCE = {
    "turn": Chapter(
        id="turn",
        title=both("Turns & <more>", "Züge & <mehr>"),
        sentences=(both("Take turns.", "Wechselt ab."), HOSTILE_POINT),
    ),
    "morale": Chapter(id="morale", title=both("Courage", "Mut"), sentences=(both("Be brave.", "Seid tapfer."),)),
}

SYSTEM = System(
    id=SystemId("table-war"),
    name=both("Table War", "Tischkrieg"),
    edition="3.5",
    abbreviation="TW",
    sha256="5" * 64,
    citation=Citation(document=Text("Table War rulebook")),
    roles=RuleRoles(hero=RuleId("hero"), tough=RuleId("tough"), caster=RuleId("caster"), armour_piercing=RuleId("ap")),
    force_organisation=ForceOrganisation(),
    combining=CombiningRules(allowed=True),
    joining=JoiningRules(allowed=True, max_tough=6, multi_model=True, heroes_per_unit=1),
    command_group=CommandGroup(rules=frozenset({RuleId("sergeant"), RuleId("banner")})),
    tracking=TrackingRules(
        rounds=4,
        states=(NamedId("shaken", both("Shaken", "Angeschlagen")), NamedId("fatigued", both("Fatigued", "Erschöpft"))),
        max_spell_tokens=6,
    ),
    experience=ExperienceCost(every=5, cost=5, hero_cost=15),
    unit_groups=(NamedId("core", both("Core", "Kern")), NamedId("heroes", both("Heroes", "Helden"))),
    rules=RULES,
    reference=REFERENCE,
)

HEX_SYSTEM = replace(
    SYSTEM,
    id=SystemId("hex-war"),
    name=both("Hex War", "Hexkrieg"),
    edition="2021",
    distance_mark="",
    wounds_field="wounds",
    weapon_columns=("range", "attacks", "armour_piercing", "rules"),
    unit_fields=(
        UnitField(id="speed", name=both("Speed", "Bewegung"), short=both("Sp", "Bew"), default=6),
        UnitField(id="wounds", name=both("Wounds", "Wunden"), short=both("W", "W"), default=1),
    ),
)


def option(name: str, price: int, *gains: str) -> Option:
    return Option(OptionId(name), tuple(parse_equipment_count(gain) for gain in gains), price)


def section(name: str, options: tuple[Option, ...], replaces: str = "", affects: Amount | None = None) -> Section:
    targets = (Target(replaces, normalise_name(replaces)),) if replaces else ()
    variant = Variant.REPLACE if replaces else Variant.UPGRADE
    return Section(SectionId(name), variant, options, affects, None, targets)


COMMAND = section("command", (option("sergeant", 5, "Sergeant"), option("banner", 5, "Banner")))


def unit(name: Text, size: int, cost: int, rules: str, weapons: str, *sections: Section) -> Unit:
    stacks = (parse_equipment_count(text) for text in weapons.split("; ") if text)
    return Unit(
        id=UnitId(name.en.lower().replace(" ", "-")),
        faction=BOOK,
        name=name,
        size=size,
        quality=5 if size > 1 else 4,
        defense=5,
        cost=cost,
        rules=tuple(parse_rule(text) for text in rules.split("; ") if text),
        equipment=tuple(EquipmentCount(stack.count * size, stack.equipment) for stack in stacks),
        sections=sections,
        base=BaseSize(round="25mm"),
        group="core" if size > 1 else "heroes",
    )


UNITS = (
    unit(
        both("Ferrymen", "Fährleute"),
        10,
        70,
        "",
        "Hand Weapon (A1)",
        COMMAND,
        section("swap", (option("spear", 20, "Spear (A1, Counter)"),), "Hand Weapon", ALL),
    ),
    unit(
        both("Champion", "Recke"),
        1,
        25,
        "Hero; Tough(3)",
        "Hand Weapon (A3)",
        section("swap", (option("great-weapon", 10, "Great Weapon (A3, AP(2))"),), "Hand Weapon"),
        section(
            "gifts",
            (
                option("horse", 20, "River Horse (Fast, Tough(3), Hooves (A2))"),
                option("charm", 30, "Charm (Caster(2))"),
                option("aura", 15, "Fearless Aura"),
            ),
        ),
    ),
    unit(both("Bowmen", "Bogenschützen"), 5, 60, "", 'Longbow (30", A1, AP(1)); Hand Weapon (A1)'),
    unit(
        both("Ratmen", "Rattlinge"),
        10,
        100,
        "",
        "Hand Weapon (A1)",
        section("team", (option("weapon-team", 30, "Weapon Team (Tough(3), Gun (A3))"),), "Hand Weapon", ONE),
    ),
    unit(both("Mire Troll", "Moortroll"), 3, 150, "Fearless; Slow; Tough(3)", "2x Claw (A2, AP(1))"),
)

FACTION = Faction(
    id=BOOK,
    name=both("River Folk", "Flussvolk"),
    version="1.2",
    sha256="ab" * 32,
    systems=(SYSTEM.id, HEX_SYSTEM.id),
    units={built.id: built for built in UNITS},
    spells=(
        Spell(
            id="flood",
            name=both("Flood", "Flut"),
            cost=1,
            text=both('2 hits with Poison, 12".', '2 Treffer mit Gift, 12".'),
            mentioned_rules=(RuleId("poison"),),
        ),
        Spell(id="mist", name=both("Mist", "Nebel"), cost=2, text=both("Nobody sees far.", "Niemand sieht weit.")),
    ),
    source=Text("River Folk, a faction of these tests"),
)


def entry(key: str, unit_id: str, *picks: str, **more: object) -> Entry:
    upgrades = tuple(Upgrade(pick) for pick in picks)
    return Entry(id=EntryId(key), unit=UnitRef(f"{BOOK}/{unit_id}"), upgrades=upgrades, **more)  # type: ignore[arg-type]


ARMY = ArmyList(
    name="The Iron Vale",
    system=SYSTEM.id,
    player="Ada Fähr",
    points=2000,
    force_org=True,
    notes="Plays on Saturday.",
    entries=(
        entry("a", "ferrymen", "spear", "sergeant", name="The Old Guard", combined=Half((Upgrade("spear"),))),
        entry(
            "b",
            "champion",
            "horse",
            "charm",
            joins=EntryId("a"),
            name="Anselm",
            notes="Warlord",
            xp=12,
            traits=("Brave",),
        ),
        entry("c", "bowmen"),
        entry("d", "bowmen"),
        entry("e", "mire-troll"),
        entry("f", "champion", "great-weapon", "aura"),
    ),
)

HOSTILE = '<img src="file:///etc/passwd"> & <b>x</b> ]]> [red]x[/] \x1b[2J \u202etxt.exe =1+1 `a` **b** | {c}'

ILLEGAL = Report(
    (
        Diagnostic("PTS001", None, {"points": 2100, "limit": 2000}, (Fix("fix.remove", {"subject": "Bowmen"}),)),
        Diagnostic("UPG004", "a", {"target": "Pike"}),
    )
)


def roster(army: ArmyList = ARMY, system: System = SYSTEM) -> Roster:
    return build_roster(replace(army, system=system.id), system, {BOOK: FACTION})


def document(
    language: str = "en",
    options: PrintOptions | None = None,
    *,
    army: ArmyList = ARMY,
    system: System = SYSTEM,
    report: Report | None = None,
) -> Exportable:
    worked_out = roster(army, system)
    marks = {"list_hash": "7F3A-91C2-K0WM-T5ZD", "share": "LB1.c2hhcmU", "commitment": "c0ffee"}
    report = report or Report()
    return Exportable(build_sheet(worked_out, report, language, options, **marks), worked_out, report)


def hostile_army() -> ArmyList:
    entries = (
        replace(ARMY.entries[0], name=HOSTILE, notes=f"{HOSTILE}\n# heading\n- {HOSTILE}"),
        replace(ARMY.entries[1], name="x" * 10_000, traits=(HOSTILE,)),
        replace(ARMY.entries[2], name="שלום 龍騎兵 🐉 \ud800"),
        replace(ARMY.entries[3], unit=UnitRef(f"{BOOK}/{HOSTILE}")),
    )
    return replace(ARMY, name=HOSTILE, player="\x00\r\n\x9b31m" + HOSTILE, notes=HOSTILE * 50, entries=entries)
