"""A small valid pack on disk, to be spoilt one line at a time."""

from pathlib import Path

FILES = {
    "pack.yaml": """\
name: tiny
version: "3"
ladder: [official, informal]
""",
    "slots.yaml": """\
place:
  label: {es: lugar, en: place}
  question: {es: "¿Dónde?", en: "Where?"}
  choices:
    home:
      label: {es: casa, en: home}
      cues: {es: [casa], en: [home]}
""",
    "facts.yaml": """\
hours:
  kind: text
  label: {es: horario, en: hours}
  statement: {es: "{value}", en: "{value}"}
  check_at: {es: la puerta, en: the door}
  authorities: [official]
  cues: {es: [abre, cierra], en: [opens, closes]}
mood:
  kind: state
  label: {es: ánimo, en: mood}
  statement: {es: "{activity}: {value}", en: "{activity}: {value}"}
  check_at: {es: el espejo, en: the mirror}
  kinds: [state]
  individual: true
  max_age_seconds: 5
  states:
    good: {es: bueno, en: good}
    bad: {es: malo, en: bad}
""",
    "classes/opening.yaml": """\
route: passages
restrictive: 2
label: {es: horario, en: opening hours}
description: {es: Pregunta el horario., en: Asks for the hours.}
facts:
  hours: critical
  mood: optional
slots: [place]
patterns:
  es: ['\\ba que hora\\b']
  en: ['\\bwhat time\\b']
examples:
  es:
    - ¿A qué hora abre la biblioteca?
    - ¿Cuándo cierra la tienda?
    - horario del gimnasio
  en:
    - What time does the library open?
    - When does the shop close?
    - opening hours of the gym
""",
    "classes/feeling.yaml": """\
route: state
high_impact: true
label: {es: ánimo, en: mood}
description: {es: Pregunta cómo está., en: Asks how one feels.}
facts:
  mood: critical
examples:
  es:
    - ¿Cómo me siento hoy?
    - ¿Estoy de buen humor?
    - mi ánimo de ayer
  en:
    - How do I feel today?
    - Am I in a good mood?
    - my mood yesterday
""",
}


def write_pack(folder: Path, **changes: str) -> Path:
    """Write the pack below ``folder``; ``changes`` replace whole files (``facts="..."``) by their stem."""
    for file, text in FILES.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changes.get(path.stem, text), encoding="utf-8")
    return folder


def spoilt(file: str, old: str, new: str) -> dict[str, str]:
    """The change that replaces ``old`` by ``new`` in one file, which must hold it once."""
    assert FILES[file].count(old) == 1, f"{old!r} is there {FILES[file].count(old)} times"
    return {Path(file).stem: FILES[file].replace(old, new)}
