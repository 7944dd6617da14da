// What the page Panels does without the server's Python: sending files in pieces, and showing the report in a shadow tree.
window.miaiPanels = (() => {
  const PIECE = 4 * 1024 * 1024;

  async function sendFile(file) {
    for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE) {
      const piece = file.slice(offset, offset + PIECE), last = offset + PIECE >= file.size;
      const headers = { "x-miai": "1", "x-name": encodeURIComponent(file.name), "x-offset": offset, "x-last": last ? "1" : "0" };
      const answer = await fetch("/panels/upload", { method: "POST", headers, body: piece });
      if (!answer.ok) throw new Error(await answer.text());
      emitEvent("panels-sent", `${file.name}: ${Math.min(100, Math.round((100 * (offset + piece.size)) / Math.max(file.size, 1)))} %`);
    }
  }

  async function send(files) {
    const names = [];
    try {
      for (const file of files) {
        if (file.size > miaiPanels.limit) return emitEvent("panels-too-large", file.name);
        await sendFile(file);
        names.push(file.name);
      }
      if (names.length) emitEvent("panels-uploaded", names.join(", "));
    } catch (error) {
      emitEvent("panels-refused", String(error.message || error).slice(0, 300));
    }
  }

  // The report has its own style sheet, which must not reach the page. It has no scripts.
  async function showReport() {
    const host = document.querySelector(".report-host");
    if (!host) return;
    const answer = await fetch("/panels/files/report.html?view=1", { cache: "no-store" });
    if (!answer.ok) return;
    const report = new DOMParser().parseFromString(await answer.text(), "text/html");
    const dark = document.body.classList.contains("body--dark");
    const style = report.querySelector("style").textContent
      .replaceAll(":root", ":host")
      .replaceAll("body {", ".report {")
      .replaceAll("@media (prefers-color-scheme: dark)", dark ? "@media all" : "@media not all")
      .replaceAll("color-scheme: light dark", `color-scheme: ${dark ? "dark" : "light"}`);
    const shadow = host.shadowRoot || host.attachShadow({ mode: "open" });
    shadow.innerHTML = `<style>${style}\n.report { padding: 4px 0; background: none; } h1 { display: none; }</style><div class="report">${report.body.innerHTML}</div>`;
    host.dataset.ready = "1";
  }

  return {
    limit: 64 * 1024 * 1024,
    showReport,
    choose() {
      const input = document.createElement("input");
      input.type = "file";
      input.multiple = true;
      input.onchange = () => send(input.files);
      input.click();
    },
    drop(event) {
      if (event.dataTransfer && event.dataTransfer.files.length) {
        event.preventDefault();
        send(event.dataTransfer.files);
      }
    },
  };
})();
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => miaiPanels.drop(event));
