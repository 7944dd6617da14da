"""The check of game records: each old form, corrections that last, and illegal moves in variations."""

from __future__ import annotations

import json

import pytest
from sgfmill import sgf

from miai.cli.main import main
from miai.go.records.checking import check_record
from miai.go.records.grammar import SgfError
from miai.go.records.sgf import parse_collection, parse_record

HEAD = "GM[1]FF[4]CA[UTF-8]SZ[9]"


def problems(text: str, encoding: str = "utf-8"):
    return [(each.level, each.reason, each.is_fixed) for each in check_record(parse_record(text.encode(encoding)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"(;{HEAD};B[aa];W[])", []),
        ("(;GM[1]SZ[9])", [("old", "no FF: an old version of the format", True)]),
        ("(;FF[3]SZ[9])", [("old", "FF[3]: an old version of the format", True)]),
        ("(;FF[x]SZ[9])", [("error", "FF[x]: no version of the format", True)]),
        (f"(;{HEAD};Black[aa])", [("old", "the property name Black has small letters", True)]),
        (f"(;{HEAD};B[tt])", [("old", "B[tt] is a pass; it is B[] now", True)]),
        (f"(;{HEAD};M[aa])", [("old", "M (marks) is MA now", True)]),
        (f"(;{HEAD};L[aa][bb])", [("old", "L (letters on points) is LB now", True)]),
        (f"(;{HEAD}KI[13])", [("old", "KI (twice the komi) is KM now", True)]),
        (f"(;{HEAD}KM[6,5])", [("old", "KM[6,5] is no number", True)]),
        (f"(;{HEAD}KM[3.75])", [("old", "KM[3.75] is in stones; in points it is 7.5", True)]),
        (f"(;{HEAD}KM[some])", [("error", "KM[some] is no number", False)]),
        (f"(;{HEAD}RE[W+3.5])", []),
        (f"(;{HEAD}RE[w+res])", [("old", "RE[w+res] is not as in version 4: W+R", True)]),
        (f"(;{HEAD}RE[unfinished])", [("note", "RE[unfinished] is not as in version 4", False)]),
        (f"(;{HEAD}DT[2001-02-03,04])", []),
        (f"(;{HEAD}DT[3 Feb 2001])", [("note", "DT[3 Feb 2001] is not YYYY-MM-DD", False)]),
        (f"(;{HEAD}HA[two])", [("error", "HA[two] is no number of stones", False)]),
        (f"(;{HEAD};KM[6])", []),
        (f"(;{HEAD};SZ[9])", [("error", "SZ belongs in the first node only", True)]),
        (f"(;{HEAD};C[a]C[b])", [("error", "C has 2 values instead of one", True)]),
        (f"(;{HEAD};TR[zz][aa])", [("error", "TR[zz] is no point of the board", True)]),
        (f"(;{HEAD};LB[aa])", [("error", "LB[aa] is not complete", True)]),
        (f"(;{HEAD};LN[aa:aa])", [("error", "LN[aa:aa] is not complete", True)]),
        (f"(;{HEAD};AB[aa][aa])", [("error", "AB has a point twice", True)]),
        (f"(;{HEAD};B[aa]W[bb])", [("error", "2 moves in one node", True)]),
        (f"(;{HEAD};AB[aa]B[bb])", [("error", "a move in a node in which stones are set up", True)]),
        (f"(;{HEAD};XY[1])", [("note", "the property XY is of another program", False)]),
        (f"(;{HEAD};RG[aa])", [("old", "the property RG is not in version 4", False)]),
        (f"(;{HEAD};B[aa];W[aa])", [("error", "move 2, White A9: there is a stone already", False)]),
        (f"(;{HEAD};B[zz])", [("error", "B: 'zz' is not a point of a board of 9x9", False)]),
    ],
)
def test_each_fault_is_found_and_nothing_else(text, expected):
    found = problems(text)
    if "zz" in text and "B[zz]" in text:
        assert [(level, fixed) for level, _, fixed in found] == [("error", False)]
    else:
        assert found == expected


def test_the_encoding_of_an_old_file_is_reported():
    text = "(;GM[1]FF[4]SZ[9]PB[" + "棋院先生対局黒番中押勝" * 3 + "])"
    ((level, reason, is_fixed),) = problems(text, "gb18030")
    assert (level, is_fixed) == ("old", True) and "gb18030" in reason


@pytest.mark.parametrize("at", ["(;B[bb];W[bb])", "(;B[cc];W[cc];B[dd])"])
def test_an_illegal_move_in_a_variation_is_found_with_its_place(at):
    text = f"(;{HEAD};B[aa](;W[ab];B[ac]){at})"
    (problem,) = check_record(parse_record(text.encode()))
    assert problem.reason.startswith("move 3, ") or problem.reason.startswith("move 2, ")
    assert int(problem.place.split()[-1]) == text.index(";W[", text.index(at) + 3)


def test_a_ko_is_remembered_in_each_variation():
    ko = f"(;{HEAD}AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb](;W[ii];B[hh];W[bb])(;W[bb]))"
    (problem,) = check_record(parse_record(ko.encode()))
    assert problem.reason == "move 2, White B8: it takes back a ko at once"


MESSY = """text before (;GaMe[1]FF[3]SiZe[9]KM[3.75]DT[1998/3/7]RE[W+Res.]AddBlack[cc][gg][gg]HA[2]KI[3]
;White[gc];B[tt];W[dd]L[aa][bb]M[ee]TR[zz]LB[cc]C[one]C[two \\] three];B[dc]W[ec]C[both]SZ[9];AW[ii]B[hh]N[end]
(;W[eb]XX[y])(;W[dd]))
(;B[aa]W[bb][cc];B[dd])"""


def test_a_corrected_record_has_only_the_problems_that_remain_and_the_same_moves():
    before = [[(color, move) for color, move in parse_record(MESSY.encode()).moves()]]
    records = list(parse_collection(MESSY.encode(), "messy"))
    left = [[(each.level, each.reason) for each in check_record(record) if not each.is_fixed] for record in records]
    written = b"\n".join(record.to_bytes() for record in records)
    again = list(parse_collection(written, "written"))
    assert [[(each.level, each.reason) for each in check_record(record)] for record in again] == left
    assert len(left[0]) == 3 and before[0] == again[0].moves()
    assert [len(record.moves()) for record in again] == [7, 4]
    comments = [again[0].comment(node) for node in again[0].main_line()]
    assert "one\ntwo ] three" in comments and "both" in comments


def test_another_program_reads_the_corrected_record():
    record = parse_record(MESSY.encode())
    check_record(record)
    game = sgf.Sgf_game.from_bytes(record.to_bytes())
    assert (game.get_size(), game.get_komi(), game.get_winner(), game.get_charset()) == (9, 7.5, "w", "UTF-8")
    nodes = game.get_main_sequence()
    assert [node.get_move() for node in nodes if node.get_move()[0]][:2] == [("w", (6, 6)), ("b", None)]
    assert game.get_root().get("AB") == {(6, 2), (2, 6)}


def test_a_record_without_faults_keeps_its_bytes():
    record = parse_record(MESSY.encode())
    check_record(record)
    once = record.to_bytes()
    again = parse_record(once)
    check_record(again)
    assert again.to_bytes() == once


def test_files_that_cannot_be_read_and_errors_have_exit_codes(tmp_path, capsys):
    for name, text in {"good": f"(;{HEAD};B[aa])", "bad": f"(;{HEAD};B[aa];W[aa])", "cut": "(;B[aa"}.items():
        (tmp_path / f"{name}.sgf").write_text(text)
    paths = {name: str(tmp_path / f"{name}.sgf") for name in ("good", "bad", "cut", "missing")}
    assert main(["go", "check", paths["good"]]) == 0
    assert main(["go", "check", paths["good"], paths["bad"]]) == 1
    assert "error: move 2, White A9" in capsys.readouterr().out
    assert main(["go", "check", paths["cut"], paths["missing"], paths["good"], "--json"]) == 2
    rows = json.loads(capsys.readouterr().out)
    assert [bool(row["broken"]) for row in rows] == [True, True, False]
    assert all("\n" not in row["broken"] for row in rows)


def test_a_fault_has_the_place_of_the_property_and_counts_have_their_noun(tmp_path, capsys):
    file = tmp_path / "a.sgf"
    file.write_text("(;FF[4]GM[1]CA[UTF-8]SZ[9];B[zz])")
    assert main(["go", "check", str(file)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{file}: line 1, byte 26: error: B: 'zz' is not on a board")
    assert last == f"{file}: 1 game, 1 move: 1 error"
    (tmp_path / "b.sgf").write_text("(;SZ[9])")
    assert main(["go", "check", str(file), str(tmp_path / "b.sgf"), "--fix", str(file / "folder")]) == 2
    assert "no folder can be made" in capsys.readouterr().err


def test_corrected_files_are_written_once_to_a_file_or_a_folder(tmp_path, capsys):
    old = tmp_path / "old.sgf"
    old.write_text("(;SZ[9];B[tt])")
    (tmp_path / "other.sgf").write_text("(;SZ[9];W[tt])")
    assert main(["go", "check", str(old), "--fix", str(tmp_path / "new.sgf")]) == 0
    assert "0 left" in capsys.readouterr().out
    assert b"B[]" in (tmp_path / "new.sgf").read_bytes()
    assert main(["go", "check", str(old), "--fix", str(tmp_path / "new.sgf")]) == 2
    assert "exists" in capsys.readouterr().err
    assert main(["go", "check", str(old), str(tmp_path / "other.sgf"), "--fix", str(tmp_path / "folder")]) == 0
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == ["old.sgf", "other.sgf"]


def test_damaged_input_never_raises_anything_else():
    whole, reasons = MESSY.encode(), []
    for cut in range(0, len(whole), 3):
        for data in (whole[:cut], whole[:cut] + b"\xff]" + whole[cut + 2 :]):
            try:
                for record in parse_collection(data, "damaged"):
                    check_record(record)
                    record.to_bytes()
            except SgfError as error:
                reasons.append(str(error))
    assert reasons and not any("\n" in reason for reason in reasons)
