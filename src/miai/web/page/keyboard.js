// The keyboard and the wheel on the board page: a cursor on the board, typing a move, stepping through the game.
Object.assign(window.miai, (() => {
  const LETTERS = "ABCDEFGHJKLMNOPQRST";
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const WHEEL_STEP = 50; // pixels; one notch of a mouse wheel is 100 or more
  const SETTLED_FRAMES = 6; // a panel that opens may replace its field, or take the focus from it, in the first frames
  const board = () => document.querySelector(".board");
  const isField = (element) => element.closest?.("input, textarea, select, [contenteditable]");
  let cursor = null, turned = 0, lastStep = 0, typed = null; // `typed` has the letters that were typed before the field appeared

  function drawCursor() {
    const box = document.querySelector(".cursor-box"), data = board().dataset;
    if (!box) return;
    box.style.display = cursor ? "" : "none";
    if (cursor) box.setAttribute("transform", `translate(${+data.edge + data.unit * cursor[0]} ${+data.edge + data.unit * (data.size - 1 - cursor[1])})`);
  }

  function vertex() {
    return LETTERS[cursor[0]] + (cursor[1] + 1);
  }

  function say() {
    const stone = board().querySelector(`.stones [data-at="${vertex()}"]`), words = JSON.parse(board().dataset.words);
    document.querySelector(".spoken").textContent = `${vertex()}, ${words[stone ? (stone.classList.contains("b") ? "b" : "w") : "empty"]}`;
  }

  function firstPlace() {
    const size = +board().dataset.size, last = board().dataset.last;
    return last ? [LETTERS.indexOf(last[0]), last.slice(1) - 1] : [size >> 1, size >> 1];
  }

  // A tab opens when the server has answered the click. Until then a click on the open tab does nothing.
  let clickedTab = null;
  window.addEventListener("click", (event) => { clickedTab = event.target.closest?.(".q-tab") ?? clickedTab; }, true);
  const isTabOpening = () => clickedTab?.isConnected && !clickedTab.classList.contains("q-tab--active");

  // Type into the field for moves. The panel may have to open first; what is typed meanwhile is not lost.
  function beginTyping() {
    const field = () => document.querySelector(".typed input");
    const began = performance.now();
    let settled = 0, before = null;
    typed = "";
    const attempt = () => {
      const found = field(), isThere = found?.offsetParent && !isTabOpening();
      settled = isThere && found === before && document.activeElement === found ? settled + 1 : 0;
      before = found;
      if (!isThere && !isTabOpening()) document.querySelector(".tab-play")?.click();
      if (isThere && !settled) found.focus();
      if (settled >= SETTLED_FRAMES) {
        const [letters, isEntered] = [typed.replaceAll("\n", ""), typed.includes("\n")];
        typed = null;
        if (letters) {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(found, letters);
          found.dispatchEvent(new Event("input", { bubbles: true }));
        }
        if (isEntered) setTimeout(() => found.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })), 50);
      } else if (performance.now() - began < 3000) requestAnimationFrame(attempt);
      else typed = null;
    };
    attempt();
  }

  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (typed !== null) {
      if (event.key.length === 1) typed += event.key;
      else if (event.key === "Enter") typed += "\n";
      else if (event.key === "Backspace") typed = typed.slice(0, -1);
    } else if (event.key === "m" && !isField(event.target) && !document.querySelector(".q-dialog")) beginTyping();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Keys that are meant for a dialog must not play in the game behind it.
  window.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("keydown", (event) => event.key !== "Escape" && document.querySelector(".q-dialog") && event.stopPropagation());
  });

  return {
    focusBoard(event) {
      if (!event.currentTarget.matches(":focus-visible")) return; // after a click the arrow keys step through the game
      cursor ??= firstPlace();
      drawCursor();
      say();
    },
    leaveBoard() {
      cursor = null;
      drawCursor();
    },
    boardKey(event) {
      if (!cursor || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = STEPS[event.key], size = +board().dataset.size;
      if (step) {
        cursor = cursor.map((place, axis) => Math.min(size - 1, Math.max(0, place + step[axis])));
        drawCursor();
        say();
      } else if (event.key === "Enter" || event.key === " ") board().dispatchEvent(new CustomEvent("point", { detail: vertex() }));
      else if (event.key === "Escape") board().blur();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    wheel(event, emit) {
      if (event.ctrlKey) return; // zoom
      event.preventDefault();
      const amount = event.deltaY * (event.deltaMode === 1 ? 40 : 1);
      turned = Math.sign(amount) === Math.sign(turned) ? turned + amount : amount;
      if (Math.abs(turned) >= WHEEL_STEP && event.timeStamp - lastStep > 40) {
        emit(Math.sign(turned));
        [turned, lastStep] = [0, event.timeStamp];
      }
    },
  };
})());
