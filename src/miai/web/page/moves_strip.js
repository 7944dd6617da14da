// Keeps the current move visible in every strip of moves: after a step, and when a strip appears or changes its width.
(() => {
  const shown = new WeakMap(); // box -> the node and width that it was last scrolled for, so that the user's own scrolling stays

  function showCurrent(box) {
    const dot = box.querySelector(".dot.now");
    if (!dot || !box.clientWidth) return;
    const wanted = `${dot.dataset.node} ${box.clientWidth} ${box.scrollWidth}`;
    if (shown.get(box) === wanted) return;
    shown.set(box, wanted);
    const [here, frame] = [dot.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollLeft += here.left + here.width / 2 - frame.left - box.clientWidth / 2;
    box.scrollTop += here.top + here.height / 2 - frame.top - box.clientHeight / 2;
  }

  const sizes = new ResizeObserver((entries) =>
    entries.forEach(({ target }) => {
      shown.set(target, ""); // a panel that was hidden has lost its place
      showCurrent(target);
    })
  );
  new MutationObserver(() => {
    for (const box of document.querySelectorAll(".variations-box")) {
      if (!shown.has(box)) {
        shown.set(box, "");
        sizes.observe(box);
      }
      showCurrent(box);
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
