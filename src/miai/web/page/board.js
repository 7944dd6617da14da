// Everything that the page does without the server: finding the point under the pointer, a preview of the stone, dropped files, sound.
window.miai = (() => {
  const LETTERS = "ABCDEFGHJKLMNOPQRST";
  const board = () => document.querySelector(".board");
  let hovered = "", pressed = "", waiting = null; // `waiting` is a file that may have to wait for an answer

  function vertexAt(event) {
    const frame = board().getBoundingClientRect(), data = board().dataset;
    const scale = data.width / frame.width, size = +data.size;
    const column = Math.round(((event.clientX - frame.left) * scale - data.edge) / data.unit);
    const row = size - 1 - Math.round(((event.clientY - frame.top) * scale - data.edge) / data.unit);
    return column >= 0 && row >= 0 && column < size && row < size ? LETTERS[column] + (row + 1) : "";
  }

  function place(vertex) {
    const data = board().dataset;
    return [+data.edge + data.unit * LETTERS.indexOf(vertex[0]), +data.edge + data.unit * (data.size - vertex.slice(1))];
  }

  function moveGhost(vertex) {
    const ghost = document.querySelector(".ghost circle");
    const free = vertex && board().dataset.next && !board().querySelector(`[data-at="${vertex}"], [data-hint="${vertex}"]`);
    ghost.style.display = free ? "" : "none";
    if (free) {
      const [x, y] = place(vertex);
      ghost.setAttribute("cx", x);
      ghost.setAttribute("cy", y);
      ghost.setAttribute("class", board().dataset.next);
    }
  }

  // Show the stone at once where the rules allow it. The server's drawing replaces it a moment later, with captures.
  function showEarly(vertex) {
    const stones = board().querySelector(".stones"), data = board().dataset;
    if (!stones || !data.next || data.barred.split(" ").includes(vertex) || stones.querySelector(`[data-at="${vertex}"]`)) return;
    const stone = document.createElementNS("http://www.w3.org/2000/svg", "circle"), [x, y] = place(vertex);
    for (const [name, value] of Object.entries({ class: `${data.next} early`, "data-at": vertex, cx: x, cy: y, r: 18.6 })) stone.setAttribute(name, value);
    stones.append(stone);
    data.next = "";
    moveGhost("");
  }

  return {
    press(event) {
      pressed = event.button ? "" : vertexAt(event);
    },
    click(event, emit) {
      const vertex = vertexAt(event);
      if (!vertex || vertex !== pressed) return; // pressed on another point, or with another mouse button
      const touch = event.pointerType === "touch";
      if (!(touch && board().dataset.confirm)) showEarly(vertex);
      emit(vertex, touch);
    },
    hover(event, emit) {
      if (event.pointerType === "touch") return;
      const vertex = event.type === "pointerleave" ? "" : vertexAt(event);
      if (vertex === hovered) return;
      moveGhost(vertex);
      const has = (v) => v && board().querySelector(`[data-hint="${v}"]`);
      if (has(vertex) || has(hovered)) emit(has(vertex) ? vertex : "");
      hovered = vertex;
    },
    nearest(event, name, emit) {
      const found = event.target.closest(`[data-${name}]`);
      if (found) emit(found.dataset[name]);
    },
    share(event, emit) {
      const frame = event.currentTarget.getBoundingClientRect();
      emit((event.clientX - frame.left) / frame.width);
    },
    async upload(file) {
      if (!file) return;
      if (file.size > miai.limit) {
        emitEvent("miai-refused", file.name);
        return;
      }
      waiting = file;
      if (board().dataset.unfinished) emitEvent("miai-ask", file.name);
      else await miai.send();
    },
    async send() {
      const file = waiting;
      waiting = null;
      if (file) await fetch("/sgf", { method: "POST", headers: { "X-Miai": "1", "X-Name": encodeURIComponent(file.name) }, body: file });
    },
    choose() {
      const input = document.createElement("input");
      input.type = "file";
      input.accept = ".sgf,.SGF,.txt,application/x-go-sgf";
      input.onchange = () => miai.upload(input.files[0]);
      input.click();
    },
    sound() {
      const context = (miai.audio ??= new AudioContext());
      const [tone, gain, now] = [context.createOscillator(), context.createGain(), context.currentTime];
      tone.frequency.setValueAtTime(900, now);
      tone.frequency.exponentialRampToValueAtTime(180, now + 0.05);
      gain.gain.setValueAtTime(0.25, now);
      gain.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
      tone.connect(gain).connect(context.destination);
      tone.start(now);
      tone.stop(now + 0.09);
    },
    limit: 0,
  };
})();

// A clicked button or tab must not keep the focus, or arrow keys would not navigate the game. One reached by keyboard keeps it.
window.addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest(".q-tab, .q-btn")) return;
  const blur = () => document.activeElement?.closest(".q-tab, .q-btn") && document.activeElement.blur();
  blur(); // at once: a tab that keeps the focus takes the next arrow keys for itself
  setTimeout(blur);
});
window.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
window.addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("dropping"));
window.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  miai.upload(event.dataTransfer.files[0]);
});
