"""The page *Panels* in Chromium with real workers. It takes minutes and needs a browser, so it runs with MIAI_TEST_ALL=1 only."""

from __future__ import annotations

import io
import json
import os
import zipfile

import pytest

from miai.genetics.formats.plink import write_bed
from miai.genetics.panels.panel import load_panel
from tests.genetics.problems import random_genotypes
from tests.web.browser import Server
from tests.web.panels_tab import PanelsTab

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Data of three populations on the server; `secret` is outside of the folder."""
    top = tmp_path_factory.mktemp("server")
    (top / "data").mkdir()
    (top / "secret").mkdir()
    genotypes, _ = random_genotypes(snps=60, people=90)
    write_bed(genotypes, top / "data" / "three.bed")
    write_bed(genotypes, top / "secret" / "hidden.bed")
    for suffix in (".bed", ".bim", ".fam"):
        (top / "data" / f"linked{suffix}").symlink_to(top / "secret" / f"hidden{suffix}")
    (top / "data" / "broken.bed").write_bytes((top / "data" / "three.bed").read_bytes()[:-5])
    for suffix in (".bim", ".fam"):
        (top / "data" / f"broken{suffix}").write_bytes((top / "data" / f"three{suffix}").read_bytes())
    return top / "data"


@pytest.fixture(scope="module")
def server(tmp_path_factory, folder):
    made = Server(tmp_path_factory.mktemp("state"), 0, "--genotypes", str(folder))
    yield made
    assert "Traceback" not in made.stop()


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    made = PanelsTab(context, server.address + "panels")
    yield made
    assert made.faults == []
    context.close()


def search(page, seconds=3, splits=0, snps=3):
    page.fill("SNPs", snps)
    page.fill("seconds", seconds)
    page.fill("splits of held-out people", splits)
    page.press("Start the search")


def test_from_a_file_of_the_server_to_a_report_and_downloads(page, server, tmp_path):
    page.choose("data set", "server/three.bed")
    page.wait_for("The data are read", 3)
    page.wait_for("3 populations")
    search(page, splits=2)
    page.tab.wait_for_selector(".snps code", timeout=240_000)
    page.tab.wait_for_selector(".curve .win-line", state="attached")  # a flat curve has no height: "hidden" to Playwright
    page.wait_for("The panel is ready", 5)
    page.wait_for("right of people held out")
    page.tab.wait_for_selector(".report-host[data-ready]")
    assert page.tab.locator(".report-host figure").count() >= 3  # Playwright looks into open shadow trees
    (tmp_path / "panel.json").write_bytes(page.download("panel.json"))
    panel = load_panel(tmp_path / "panel.json")
    shown = page.tab.locator(".snps code").all_inner_texts()
    assert [snp.id for snp in panel.snps] == shown and len(shown) == 3
    names = zipfile.ZipFile(io.BytesIO(page.download("panel.zip"))).namelist()
    for name in ("panel/report.html", "panel/evaluation.json", "panel/exports/vcf/panel.vcf", "panel/exports/structure/panel.str"):
        assert name in names
    assert json.loads(page.download("evaluation.json"))["held_out_percent"] > 50
    assert [url for url in page.requests if f"127.0.0.1:{server.port}" not in url and not url.startswith(("data:", "blob:"))] == []
    page.tab.reload()
    page.tab.wait_for_selector(".report-host[data-ready]")  # a reload loses nothing


def test_only_files_inside_the_folder_are_offered(page, server):
    assert page.options("data set") == ["choose ...", "server/broken.bed", "server/three.bed"]
    for path in ("state.json", "..%2fstate.json", "%2e%2e/state.json", "search.checkpoint"):
        answer = page.tab.request.get(f"{server.address}panels/files/{path}")
        assert answer.status == 404


def test_a_truncated_file_is_reported_in_one_line_and_the_page_keeps_working(page):
    page.choose("data set", "server/broken.bed")
    page.wait_for("broken.bed: ", 3)
    assert "/data/" not in page.tab.locator(".status").first.inner_text()  # no folder of the server is shown
    page.choose("data set", "server/three.bed")
    page.wait_for("The data are read", 3)


def test_an_upload_with_populations_from_a_table_is_searched(page, folder, tmp_path):
    genotypes, _ = random_genotypes(snps=30, people=60, seed=3)
    lines = ["id," + ",".join(genotypes.snps.ids)]
    for person, calls in zip(genotypes.people.ids, genotypes.calls().T, strict=True):
        lines.append(",".join([str(person), *(str(call) if call < 3 else "-1" for call in calls)]))
    (tmp_path / "table.csv").write_text("\n".join(lines) + "\n")
    pairs = zip(genotypes.people.ids, genotypes.people.family, strict=True)
    (tmp_path / "people.txt").write_text("".join(f"{person}\t{family}\n" for person, family in pairs))
    page.upload(tmp_path / "table.csv", tmp_path / "people.txt")
    page.wait_for_message("table.csv, people.txt: uploaded")
    page.choose("data set", "upload/table.csv")
    page.wait_for("The file names no populations", 3)
    page.choose("populations (optional table)", "upload/people.txt")
    page.wait_for("3 populations", 3)
    search(page, seconds=1)
    page.wait_for("The panel is ready", 5)
    page.choose("data set", "server/three.bed")  # the table belongs to the upload
    page.wait_for("The data are read", 3)
    page.choose("data set", "upload/table.csv")
    page.wait_for("The file names no populations", 3)
    page.wait_for("The data are read")  # the worker has ended
    page.press("Remove uploads")
    page.wait_for("Choose a data set.")
    assert not any(name.startswith("upload") for name in page.options("data set"))


def test_uploads_with_bad_names_or_beyond_the_limit_are_refused(page, tmp_path):
    (tmp_path / "game.exe").write_bytes(b"MZ")
    page.upload(tmp_path / "game.exe")
    page.wait_for_message("unknown kind of file")
    with (tmp_path / "large.csv").open("wb") as file:
        file.truncate(65 * 2**20)
    page.upload(tmp_path / "large.csv")
    page.wait_for_message("larger than 64 MiB")


def test_a_stopped_search_keeps_its_best_panel(page):
    page.choose("data set", "server/three.bed")
    page.wait_for("The data are read", 3)
    search(page, seconds=900, snps=5, splits=5)
    page.tab.wait_for_selector(".snps code", timeout=240_000)
    page.press("Stop, keep the best panel")
    page.wait_for("The panel is ready", 5)
    assert page.tab.locator(".snps code").count() == 5
    assert page.tab.locator("text=right of people held out").count() == 0
    page.tab.wait_for_selector(".report-host[data-ready]")


def test_fields_out_of_range_are_refused_in_one_line(page):
    page.choose("data set", "server/three.bed")
    page.wait_for("The data are read", 3)
    page.fill("SNPs", 100)
    page.press("Start the search")
    page.wait_for_message("SNPs in the panel: 100; the data have 60")


def test_a_search_that_the_server_cut_off_is_resumed(browser, folder, tmp_path):
    server = Server(tmp_path, 0, "--genotypes", str(folder))
    context = browser.new_context()
    page = PanelsTab(context, server.address + "panels")
    page.choose("data set", "server/three.bed")
    page.wait_for("The data are read", 3)
    search(page, seconds=8, snps=5)  # the first checkpoint is written after one
    page.tab.wait_for_selector(".snps code", timeout=240_000)
    (results,) = (tmp_path / "panels").glob("*/results")
    for _ in range(600):
        if (results / "search.checkpoint").exists():
            break
        page.tab.wait_for_timeout(100)
    server.process.kill()
    server.process.communicate()
    server = Server(tmp_path, 0, "--genotypes", str(folder))
    page.tab.goto(server.address + "panels")
    page.wait_for("The search was cut off")
    page.press("Resume the search")
    page.wait_for("The panel is ready", 5)
    context.close()
    assert "Traceback" not in server.stop()


def test_on_a_phone_the_page_fits_the_screen(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = PanelsTab(context, server.address + "panels")
    page.choose("data set", "server/three.bed")
    page.wait_for("The data are read", 3)
    search(page, seconds=1)
    page.wait_for("The panel is ready", 5)
    page.tab.wait_for_selector(".report-host[data-ready]")
    assert page.tab.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth")
    assert page.faults == []
    context.close()


def test_the_board_links_to_the_page_and_back(browser, server):
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(server.address)
    tab.locator('[aria-label="Panels of SNPs"]').click()
    tab.wait_for_selector("main.panels")
    tab.locator("a.to", has_text="Board").click()
    tab.wait_for_selector(".board .wood")
    context.close()


def test_other_machines_need_the_token(browser, folder, tmp_path):
    server = Server(tmp_path, 0, "--host", "0.0.0.0", "--genotypes", str(folder))
    context = browser.new_context()
    bare = f"http://127.0.0.1:{server.port}"
    for path in ("/panels", "/panels/files/panel.json"):
        assert context.request.get(bare + path).status == 401
    assert context.request.post(f"{bare}/panels/upload", headers={"x-miai": "1"}).status == 401
    context.close()
    server.stop()
