// A game in a link: the record, compressed, behind the # of the address, which a browser does not send. Nothing is stored on the server.
(() => {
  const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const MOST_LETTERS = 200_000;

  miai.link = async () => {
    const record = new Uint8Array(await (await fetch("/game.sgf?plain=1")).arrayBuffer());
    let letters = "";
    for (const byte of await through(record, new CompressionStream("deflate-raw"))) letters += String.fromCharCode(byte);
    return `${location.origin}/#game=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  };
  // Return whether the link is in the clipboard; otherwise it is shown, to be copied by the user.
  miai.copyLink = async (label) => {
    const link = await miai.link();
    try {
      await navigator.clipboard.writeText(link);
      return true;
    } catch {
      window.prompt(label, link); // without encryption only this machine may use the clipboard
      return false;
    }
  };
  async function openLink() {
    const found = location.hash.match(/^#game=([\w-]+)$/);
    if (!found || found[1].length > MOST_LETTERS) return;
    history.replaceState(null, "", location.pathname + location.search);
    let record = new Uint8Array([63]); // what cannot be decoded is refused by the server like any other broken record
    try {
      record = await through(Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    } catch {}
    miai.upload(new File([record], "link.sgf"));
  }
  window.addEventListener("hashchange", openLink);
  const timer = setInterval(() => {
    if (!document.querySelector(".board .wood") || !window.socket?.connected) return;
    clearInterval(timer);
    openLink();
  }, 100);
})();
