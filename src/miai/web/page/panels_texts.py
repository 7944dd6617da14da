"""The texts of the page *Panels* as HTML. Everything that comes from files is escaped."""

from __future__ import annotations

from html import escape
from typing import Any

from miai.web.drawing.panels import draw_histogram, draw_value
from miai.web.languages import mark, plural, translate_message
from miai.web.languages import text as _
from miai.web.panels.downloads import SHOWN
from miai.web.panels.files import MOST_BYTES
from miai.web.panels.session import PanelSession
from miai.web.panels.wishes import OBJECTIVES

GROUPINGS = {
    "world3": mark("World 3: three regions"),
    "world5": mark("World 5: five regions"),
    "world7": mark("World 7: seven regions"),
    "populations": mark("every population"),
    "phenotype": mark("the phenotype"),
    "file": mark("the categories of the chosen file"),
}
NO_DATA = mark(
    "Upload PLINK (.bed with .bim and .fam), VCF, EIGENSTRAT or a table (.csv), or start the server with "
    "<code>miai web --genotypes FOLDER</code>."
)
MOST_POPULATIONS = 60
MOST_NOTES = 5


def grouping_names(facts: dict[str, Any] | None) -> dict[str, str]:
    """Return the groupings that fit the data, with the number of their categories."""
    found = (facts or {}).get("groupings", {})
    return {name: _counted(words, len(found[name]["categories"])) for name, words in GROUPINGS.items() if name in found}


def _counted(words: str, count: int) -> str:
    """Return the name of a grouping with the number of its categories."""
    return plural("{grouping} ({count} category)", "{grouping} ({count} categories)", count).format(grouping=_(words), count=count)


def too_large_text(name: str) -> str:
    """Why the page does not send a file."""
    text = _("{name}: larger than {limit} MiB; put it into the server's folder")
    return text.format(name=name, limit=MOST_BYTES // 2**20)


def status_text(session: PanelSession) -> str:
    """The state of the worker, with its progress."""
    state = session.state
    if session.is_working:
        share = float(session.stage.get("share", 0.0))
        bar = f'<div class="meter"><i style="width:{100 * share:.0f}%"></i></div>'
        return _status("on", _(str(session.stage.get("words", ""))).format(**session.stage.get("values", {}))) + bar
    if state.trouble:
        return _status("bad", translate_message(state.trouble))
    if session.can_resume:
        return _status("bad", _("The search was cut off. It can be resumed."))
    if state.has_report or state.selection:
        return _status("ready", _("The panel is ready."))
    if state.facts:
        return _status("ready", _("The data are read. Choose a grouping and start a search."))
    return _status("", _("Choose a data set."))


def _status(lamp: str, words: str) -> str:
    return f'<div class="status" role="status"><span class="lamp {lamp}"></span><span>{escape(words)}</span></div>'


def data_text(session: PanelSession) -> str:
    """Populations and quality of the data."""
    facts = session.state.facts
    if facts is None:
        return ""
    snps, people, calls = facts["snps"], facts["people"], facts["calls"]
    items = [
        (f"{snps['count']:,}", _("SNPs")),
        (f"{people['count']:,}", _("people")),
        (f"{len(people['populations']):,}", _("populations")),
        (f"{calls['rate']:.2%}", _("call rate")),
        (f"{calls['lowest_snp']:.1%}", _("lowest of a SNP")),
        (f"{calls['lowest_person']:.1%}", _("lowest of a person")),
    ]
    cards = "".join(f"<div><b>{value}</b><span>{escape(words)}</span></div>" for value, words in items)
    return f'<div class="facts">{cards}</div>{_quality(facts)}{_warnings(facts)}{_populations(people["populations"])}'


def _quality(facts: dict[str, Any]) -> str:
    quality = facts["quality"]
    below = {
        name: _("; {count} below").format(count=f"{count:,}") if (count := quality[name]) else ""
        for name in ("snps_below", "people_below")
    }
    return (
        '<div class="histograms">'
        + draw_histogram(quality["rarer_allele"], "0", "0.5", _("frequency of the rarer allele"))
        + draw_histogram(quality["snp_call_rate"], "80 %", "100 %", _("call rate of SNPs") + below["snps_below"])
        + draw_histogram(quality["person_call_rate"], "80 %", "100 %", _("call rate of people") + below["people_below"])
        + "</div>"
    )


def _warnings(facts: dict[str, Any]) -> str:
    snps = facts["snps"]
    one, silent, lost = snps["one_allele"], snps["without_calls"], snps["without_place"]
    counted = [
        (one, plural("{count} SNP has one allele only.", "{count} SNPs have one allele only.", one)),
        (silent, plural("{count} SNP has no calls.", "{count} SNPs have no calls.", silent)),
        (lost, plural("{count} SNP has no position.", "{count} SNPs have no position.", lost)),
    ]
    lines = [words.format(count=f"{count:,}") for count, words in counted if count]
    lines += [translate_message(note) for note in facts["notes"][:MOST_NOTES]]
    return "".join(f'<p class="note">{escape(line)}</p>' for line in lines)


def _populations(populations: dict[str, int]) -> str:
    if not populations:
        words = _(
            "The file names no populations. Upload a table with two columns, person and population, and choose it under "
            "<i>populations</i>."
        )
        return f'<p class="note">{words}</p>'
    shown = list(populations.items())[:MOST_POPULATIONS]
    most = max(populations.values())
    rows = "".join(
        f'<tr><td>{escape(name)}</td><td class="num">{count:,}</td>'
        f'<td class="share"><i style="width:{100 * count / most:.0f}%"></i></td></tr>'
        for name, count in shown
    )
    left = _("and {count} more").format(count=f"{len(populations) - len(shown):,}")
    more = f'<p class="note">{escape(left)}</p>' if len(populations) > len(shown) else ""
    count = plural("{count} population", "{count} populations", len(populations)).format(count=f"{len(populations):,}")
    head = f"<summary>{escape(count)}</summary>"
    return f'<details {"open" if len(shown) <= 12 else ""}>{head}<table class="list populations">{rows}</table>{more}</details>'


def grouping_text(session: PanelSession, grouping: str) -> str:
    """The categories of a grouping with their people."""
    found = (session.state.facts or {}).get("groupings", {}).get(grouping)
    if not found:
        return ""
    sizes = ", ".join(f"{escape(name)} {count:,}" for name, count in list(found["categories"].items())[:30])
    count = found["left_out"]
    left_out = plural("{count} person is left out.", "{count} people are left out.", count).format(count=f"{count:,}")
    few = [name for name, size in found["categories"].items() if size < 10]
    warning = _("Few people: {categories}.").format(categories=", ".join(few[:8]))
    lines = [f"{sizes}.", *([escape(left_out)] if count else []), *([escape(warning)] if few else [])]
    return f'<p class="note">{" ".join(lines)}</p>'


def standing_text(session: PanelSession) -> str:
    """The best panel so far and its value over time."""
    state, standing = session.state, session.standing
    if not state.course and not state.selection:
        return ""
    found = state.selection
    percent = found["percent"] if found else state.course[-1][3]
    seconds = found["seconds"] if found else float(standing.get("seconds", state.course[-1][0]))
    evaluations = found["evaluations"] if found else int(standing.get("evaluations", state.course[-1][1]))
    items = [(f"{percent:.1f} %", _("right, on the people it is chosen from: optimistic"))]
    if state.validation:
        low, high = state.validation["low"], state.validation["high"]
        words = _("right of people held out; 95 % interval {low} to {high}").format(low=f"{low:.1f}", high=f"{high:.1f}")
        items.insert(0, (f"{state.validation['held_out_percent']:.1f} %", words))
    items += [(f"{evaluations:,}", _("panels evaluated")), (_seconds(seconds), _("of search"))]
    cards = "".join(f"<div><b>{value}</b><span>{escape(words)}</span></div>" for value, words in items)
    snps = "".join(f"<code>{escape(name)}</code>" for name in state.snps)
    note = f'<p class="note">{escape(translate_message(state.note))}</p>' if state.note else ""
    return (
        f'<div class="facts">{cards}</div><div class="snps" data-snps="{len(state.snps)}">{snps}</div>'
        f"{draw_value(state.course, seconds, _(OBJECTIVES[state.wish.objective_name]))}{note}"
    )


def models_text(session: PanelSession) -> str:
    """The best panels of the search."""
    found = session.state.selection
    if not found:
        return ""
    rows = ""
    for place, model in enumerate(found["models"], 1):
        names = " ".join(model["snps"])
        rows += (
            f'<tr><td class="num">{place}</td><td class="num">{100 * model["value"] / found["classified"]:.1f} %</td>'
            f'<td class="num">{_seconds(model["found_at_seconds"])}</td><td class="wide" title="{escape(names)}">{escape(names)}</td></tr>'
        )
    head = "".join(f"<th>{escape(each)}</th>" for each in (_("right"), _("found after"), _("SNPs")))
    return f'<table class="list"><tr><th></th>{head}</tr>{rows}</table>'


def _seconds(seconds: float) -> str:
    return _("{seconds} s").format(seconds=f"{seconds:.1f}")


def downloads_text(session: PanelSession) -> str:
    """Links to the files of the results."""
    rows = []
    for name, words in SHOWN.items():
        path = session.results / name
        if path.is_file() and not session.can_resume:
            rows.append(
                f'<li><a href="/panels/files/{name}" download>{escape(_(words))}</a> <span>{_size(path.stat().st_size)}</span></li>'
            )
    return f'<ul class="downloads">{"".join(rows)}</ul>' if rows else ""


def _size(count: int) -> str:
    return f"{count / 2**20:.1f} MiB" if count >= 2**20 else f"{max(count / 2**10, 0.1):.1f} KiB"
