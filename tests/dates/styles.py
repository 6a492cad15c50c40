"""Ten ways of writing an instant in each language, made without a word of the grammar."""

from collections.abc import Callable
from datetime import datetime

_SPANISH = (
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
    "lunes martes miércoles jueves viernes sábado domingo"
)
_ENGLISH = (
    "January February March April May June July August September October November December "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
)
NAMES = {"es": _SPANISH.split(), "en": _ENGLISH.split()}


def _es(d: datetime) -> tuple[str, str]:
    return NAMES["es"][12 + d.weekday()], NAMES["es"][d.month - 1]


def _en(d: datetime) -> tuple[str, str]:
    return NAMES["en"][12 + d.weekday()], NAMES["en"][d.month - 1]


def ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def twelve(d: datetime) -> str:
    return f"{d.hour % 12 or 12}:{d.minute:02} {'pm' if d.hour >= 12 else 'am'}"


Style = Callable[[datetime], str]

STYLES: dict[str, list[Style]] = {
    "es": [
        lambda d: f"el {_es(d)[0]} {d.day} de {_es(d)[1]} de {d.year}, a las {d:%H:%M}",
        lambda d: f"{_es(d)[0]}, {d.day} de {_es(d)[1]} de {d.year} a las {d.hour}:{d.minute:02} h",
        lambda d: f"{d.day} de {_es(d)[1].upper()} de {d.year}, {d:%H:%M}",
        lambda d: f"las {d:%H:%M} horas del {d.day} de {_es(d)[1]} de {d.year}",
        lambda d: f"{d:%d/%m/%Y} {d:%H:%M}",
        lambda d: f"{d.day}-{d.month}-{d.year} a las {d.hour}.{d.minute:02}",
        lambda d: f"el {d.day} {_es(d)[1][:3]}. {d.year} ({d:%H:%M} h)",
        lambda d: f"{d:%d.%m.%Y}, {d:%H}h{d:%M}",
        lambda d: f"{d:%Y-%m-%dT%H:%M}",
        lambda d: f"a las {d:%H:%M} del {_es(d)[0]} {d.day} de {_es(d)[1]} del {d.year}",
    ],
    "en": [
        lambda d: f"{_en(d)[0]}, {_en(d)[1]} {ordinal(d.day)}, {d.year} at {twelve(d)}",
        lambda d: f"{_en(d)[0]} {d.day} {_en(d)[1]} {d.year}, {d:%H:%M}",
        lambda d: f"the {ordinal(d.day)} of {_en(d)[1]} {d.year} at {d:%H:%M}",
        lambda d: f"{twelve(d)} on {_en(d)[1]} {d.day}, {d.year}",
        lambda d: f"{_en(d)[1][:3]}. {d.day}, {d.year}, {twelve(d).replace('m', '.m.')}",
        lambda d: f"{d:%d/%m/%Y} at {d:%H:%M}",
        lambda d: f"{d.day:02}-{_en(d)[1][:3]}-{d.year} {d:%H:%M}",
        lambda d: f"{d:%Y-%m-%d} {d:%H:%M:%S}",
        lambda d: f"{_en(d)[0][:3]} {_en(d)[1][:3]} {d.day} {d:%H:%M:%S} {d.year}",
        lambda d: f"{d:%H:%M} on {_en(d)[0]}, {d.day} {_en(d)[1]} {d.year}",
    ],
}
