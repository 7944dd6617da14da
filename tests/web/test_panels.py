"""The page *Panels* without a browser: files that may be chosen, uploads, the form, the session, and pictures."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from miai.core.errors import UserError
from miai.web.drawing.panels import draw_histogram, draw_value
from miai.web.page import panels_texts as texts
from miai.web.panels.files import MOST_BYTES, MOST_FILES, UploadFolder, check_name, list_data, list_files
from miai.web.panels.session import PanelSession, PanelState
from miai.web.panels.wishes import LIMITS, Wish
from miai.web.panels.worker import without_folders

FACTS = {
    "snps": {"count": 50, "one_allele": 2, "without_calls": 0, "without_place": 50},
    "people": {"count": 20, "populations": {"<b>A": 12, "B": 8}},
    "calls": {"rate": 0.99, "lowest_snp": 0.9, "lowest_person": 0.8},
    "groupings": {"populations": {"categories": {"<b>A": 12, "B": 8}, "left_out": 0}},
    "quality": {"rarer_allele": [3, 4], "snp_call_rate": [0, 7], "person_call_rate": [1, 6], "snps_below": 0, "people_below": 1},
    "notes": ["<i>3 sites were left out"],
}


@pytest.fixture
def folder(tmp_path):
    """A folder with a complete data set, an incomplete one, links out of it and a hidden file."""
    inside = tmp_path / "inside"
    (inside / "deep" / "er" / "and" / "deeper").mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    for name in (
        "a.bed",
        "a.bim",
        "a.fam",
        "half.bed",
        "half.bim",
        "deep/b.vcf.gz",
        ".hidden.csv",
        "deep/er/and/deeper/c.csv",
        "x.txt",
    ):
        (inside / name).write_text("x")
    (outside / "secret.csv").write_text("x")
    (inside / "secret.csv").symlink_to(outside / "secret.csv")
    (inside / "folder").symlink_to(outside)
    for suffix in (".bed", ".bim"):
        (inside / f"split{suffix}").write_text("x")
    (outside / "split.fam").write_text("x")
    (inside / "split.fam").symlink_to(outside / "split.fam")
    return inside


def session_in(tmp_path: Path, server: Path | None = None) -> PanelSession:
    return PanelSession(tmp_path / "user", server, asyncio.Semaphore(1))


def test_complete_data_sets_inside_the_folder_are_listed(folder):
    assert list(list_data(folder, "server")) == ["server/a.bed", "server/deep/b.vcf.gz"]
    assert list(list_files(folder, "server", (".txt", ".csv"))) == ["server/x.txt"]
    assert list_data(None, "server") == {} and list_data(folder / "nothing", "server") == {}


@pytest.mark.parametrize(
    "label", ["server/../outside/secret.csv", "/etc/passwd", "server/secret.csv", "server//a.bed", "", "server/half.bed"]
)
def test_a_label_that_is_not_listed_is_refused(folder, tmp_path, label):
    with pytest.raises(UserError, match="no such file"):
        session_in(tmp_path, folder).choose(label)


@pytest.mark.parametrize(
    "name", ["../x.csv", "a/b.csv", ".x.csv", "x.exe", "x", "a\\b.csv", "a\0.csv", "x..csv", "", "a" * 100 + ".csv"]
)
def test_names_of_uploads_that_could_leave_the_folder_are_refused(name):
    with pytest.raises(UserError):
        check_name(name)


def test_an_upload_in_pieces_appears_when_it_is_complete(tmp_path):
    uploads = UploadFolder(tmp_path / "uploads")
    uploads.add_piece("a.csv", 0, b"id,rs1\n", is_last=False)
    assert list_data(uploads.folder, "upload") == {}
    uploads.add_piece("a.csv", 7, b"p1,0\n", is_last=True)
    assert (uploads.folder / "a.csv").read_bytes() == b"id,rs1\np1,0\n"
    with pytest.raises(UserError, match="interrupted"):
        uploads.add_piece("b.csv", 5, b"x", is_last=True)
    uploads.clear()
    assert list(uploads.folder.iterdir()) == []


def test_uploads_have_limits_of_size_and_number(tmp_path):
    uploads = UploadFolder(tmp_path)
    with (tmp_path / "a.csv").open("wb") as file:
        file.truncate(MOST_BYTES - 10)
    with pytest.raises(UserError, match="64 MiB in all"):
        uploads.add_piece("b.csv", 0, b"x" * 11, is_last=True)
    uploads.add_piece("b.csv", 0, b"x" * 10, is_last=True)
    for number in range(MOST_FILES - 2):
        (tmp_path / f"{number}.txt").write_bytes(b"")
    with pytest.raises(UserError, match="20 files"):
        uploads.add_piece("c.csv", 0, b"", is_last=True)


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("value", [None, "12", float("nan"), float("inf"), True, -1, 10**12])
def test_numbers_out_of_range_are_refused(name, value):
    with pytest.raises(UserError, match="accepted: "):
        Wish(**{name: value}).check(1000)


@pytest.mark.parametrize("change", [{"method": "rm -rf"}, {"preset": "x"}, {"prior": ""}, {"objective": "x"}])
def test_unknown_choices_are_refused(change):
    with pytest.raises(UserError, match="unknown"):
        Wish(**change).check(1000)


def test_a_search_needs_data_and_a_grouping_that_fits(tmp_path):
    session = session_in(tmp_path)
    with pytest.raises(UserError, match="choose a data set first"):
        session.search(Wish())
    session.state = PanelState(facts=FACTS)
    with pytest.raises(UserError, match="choose a grouping"):
        session.search(Wish(grouping="/etc/passwd"))


def test_events_are_kept_on_disk_and_restored(tmp_path):
    session = session_in(tmp_path)
    session.state = PanelState("server/a.bed", facts=FACTS, is_searching=True)
    point = {"point": [0.5, 10, 0.7, 80.0], "snps": ["rs1", "rs2"]}
    session._on_event({"kind": "standing", "share": 0.1, "evaluations": 10, "seconds": 0.5, **point})
    session.results.mkdir(parents=True)
    (session.results / "search.checkpoint").write_bytes(b"x")
    again = session_in(tmp_path)
    assert asdict(again.state) == asdict(session.state) and again.can_resume
    again._on_event({"kind": "error", "text": "a line"})
    assert not again.can_resume and session_in(tmp_path).state.trouble == "a line"
    (tmp_path / "user" / "state.json").write_text(json.dumps({"data": "x", "unknown": 1}))
    assert session_in(tmp_path).state == PanelState()


def test_messages_of_a_worker_have_no_folders():
    request = {"data": "/srv/geno/a.bed", "populations": "/home/u/uploads/people.tsv", "grouping_file": None}
    text = "/home/u/uploads/people.tsv: none of its people is in /srv/geno/a.bed"
    assert without_folders(text, request) == "people.tsv: none of its people is in a.bed"


def test_texts_from_files_are_escaped(tmp_path):
    session = session_in(tmp_path)
    session.state = PanelState(facts=FACTS, snps=["<script>"], course=[[0.1, 5, 0.5, 50.0]], trouble="<img>", note="<u>")
    shown = [texts.data_text(session), texts.standing_text(session), texts.status_text(session)]
    shown.append(texts.grouping_text(session, "populations"))
    for tag in ("<b>A", "<script>", "<img>", "<u>", "<i>3"):
        assert not any(tag in text for text in shown)
    assert "&lt;script&gt;" in shown[1] and "Few people: B" in shown[3]


def test_the_value_is_drawn_in_steps_and_random_first_panels_are_cut_off():
    course = [[0.0, 1, 0.2, 30.0], *([float(second), 100 * second, 0.7 + second / 100, 80.0 + second] for second in range(1, 9))]
    svg = draw_value(course, 10.0, "expected share right")
    assert svg.count('class="win-dot"') == 9 and "expected share right" in svg
    assert "-0." not in svg and "nan" not in svg
    for edge in ([], [[0.0, 1, 0.5, 50.0]], [[0.0, 1, -300.0, 0.0]]):
        assert "nan" not in draw_value(edge, 0.0, "log-loss")


def test_a_histogram_without_counts_is_empty():
    assert 'height="0.0"' in draw_histogram([0, 0], "0", "1", "nothing")
