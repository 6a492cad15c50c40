"""A page of its own: one file, light and dark, without scripts and without anything from elsewhere."""

from __future__ import annotations

import html

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--soft:#595959;--line:#c9c9c9;--good:#0a6b2d;--bad:#a40000;
--first:#0b5fa5;--second:#b35900;--tint:#fde8e8;--shade:#f3f3f3}
@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#161616;--soft:#a8a8a8;--line:#4a4a4a;--good:#6fd08c;
--bad:#ff8f8f;--first:#7db9ee;--second:#f0a860;--tint:#4a2323;--shade:#242424}}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:var(--ink);
background:var(--paper)}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
th{background:var(--shade)}
.good{color:var(--good);font-weight:700}.bad{color:var(--bad);font-weight:700}.soft{color:var(--soft)}
.plots{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}figcaption{font-weight:600}
svg text{fill:var(--ink);font:11px system-ui,sans-serif}svg .frame,svg .grid{stroke:var(--line);fill:none}
svg .first{stroke:var(--first);fill:none;stroke-width:2}svg .second{stroke:var(--second);fill:none;stroke-width:2}
svg .dashed{stroke:var(--soft);fill:none;stroke-dasharray:4 4}svg circle.first{fill:var(--first)}
svg circle.second{fill:var(--second)}
.text{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--shade);padding:.8rem;border-radius:.3rem}
mark{background:var(--tint);color:inherit;text-decoration:underline wavy var(--bad);text-underline-offset:.2em}
mark.evidence{text-decoration:underline var(--good)}
"""


def web_page(title: str, language: str, body: str) -> str:
    """A whole page.

    Args:
        title: plain text.
        language: of its words.
        body: HTML whose texts were escaped.
    """
    return (
        f'<!doctype html><html lang="{html.escape(language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" '
        f'content="{_POLICY}"><title>{html.escape(title)}</title><style>{_STYLE}</style></head>'
        f"<body><main><h1>{html.escape(title)}</h1>{body}</main></body></html>\n"
    )


def table(columns: list[str], rows: list[list[str]]) -> str:
    """A table of plain texts."""
    head = "".join(f"<th scope=col>{html.escape(each)}</th>" for each in columns)
    lines = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
