// What the page Problems does in the browser: makes the marked parts of a picture clickable, and shows values on them.
window.miaiProblems = (() => {
  const NS = "http://www.w3.org/2000/svg";
  let chosen = null; // the actions that remain after a click on a part with several of them
  let drawnFor = "";

  const info = () => {
    const found = document.querySelector("[data-info]");
    return found ? JSON.parse(found.dataset.info) : { names: {}, values: {}, best: null };
  };
  const parts = () => [...document.querySelectorAll(".position [data-action]")];
  const actionsOf = (part) => part.dataset.action.split(" ");

  function add(parent, tag, attributes, text) {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  }

  function badge(svg, part, values, best) {
    const rows = actionsOf(part).filter((a) => values[a] && values[a][0] !== null);
    if (!rows.length) return;
    const visits = rows.reduce((sum, a) => sum + values[a][1], 0);
    const value = rows.reduce((sum, a) => sum + values[a][0] * values[a][1], 0) / visits;
    const box = part.getBBox(), side = Math.min(box.width, box.height);
    const isWide = box.width > 1.5 * box.height, middle = box.height > 2.2 * box.width ? box.y + box.width / 2 : box.y + box.height / 2;
    const total = Object.values(values).reduce((sum, row) => sum + row[1], 0) || 1;
    const many = actionsOf(part).length > 1; // a piece or its goal: the value is at the corner
    const radius = (many ? side * 0.24 : Math.min(17, side * 0.44) * (0.72 + 0.28 * Math.sqrt(visits / total)));
    const x = many ? box.x + box.width - radius : isWide ? box.x + box.width - radius - 3 : box.x + box.width / 2; // beside the text of a card
    const y = many ? box.y + radius : middle;
    const group = add(svg, "g", { class: `badge${rows.includes(String(best)) ? " best" : ""}`, "aria-hidden": "true" });
    add(group, "circle", { cx: x, cy: y, r: radius });
    add(group, "text", { x, y: y + 0.5, "font-size": radius * 0.78 }, value >= 0.995 ? "100" : (100 * value).toFixed(0));
  }

  function decorate() {
    const now = info(), svg = document.querySelector(".position svg");
    const shown = new Set(); // of several parts with the same actions, the first has the value
    document.querySelectorAll(".badge").forEach((each) => each.remove());
    for (const part of parts()) {
      const legal = actionsOf(part).filter((a) => now.names[a] !== undefined);
      part.classList.toggle("playable", legal.length > 0);
      part.classList.toggle("selected", chosen !== null && legal.some((a) => chosen.includes(a)));
      if (legal.length) {
        part.setAttribute("tabindex", "0");
        part.setAttribute("role", "button");
        part.setAttribute("aria-label", legal.map((a) => now.names[a]).join(", "));
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) part.removeAttribute(name);
      }
      if (svg && !shown.has(part.dataset.action)) badge(svg, part, now.values, now.best);
      shown.add(part.dataset.action);
    }
  }

  function press(part) {
    const now = info();
    const legal = actionsOf(part).filter((a) => now.names[a] !== undefined);
    const both = chosen ? legal.filter((a) => chosen.includes(a)) : legal;
    const left = both.length ? both : legal;
    chosen = left.length > 1 ? left : null;
    if (left.length === 1) emitEvent("problem-action", Number(left[0]));
    decorate();
  }

  function watch() {
    const look = () => {
      const board = document.querySelector(".position"), data = document.querySelector("[data-info]");
      const state = (board ? board.innerHTML.length : 0) + (data ? data.dataset.info : "");
      if (board && !board.dataset.seen) {
        board.dataset.seen = "1";
        chosen = null;
      } else if (state === drawnFor) return;
      decorate();
      drawnFor = (board ? board.innerHTML.length : 0) + (data ? data.dataset.info : "");
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-play]"), part = event.target.closest(".position [data-action]");
    if (button && button.tagName === "BUTTON") emitEvent("problem-action", Number(button.dataset.play));
    else if (part) press(part);
    else if (chosen && event.target.closest(".position")) {
      chosen = null;
      decorate();
    }
  });
  document.addEventListener("keydown", (event) => {
    const part = event.target.closest?.(".position [data-action]");
    if (part && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      press(part);
    }
  });
  document.addEventListener("DOMContentLoaded", watch);
  return { decorate };
})();
