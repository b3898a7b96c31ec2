// The book without a network: kept whole after one visit, and a notice when a new edition is there.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
  const root = new URL("../../", document.currentScript.src).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: `${root}manifest.webmanifest` }));

  const tell = (waiting) => {
    const notice = Object.assign(document.createElement("button"), { type: "button", className: "edition", textContent: "A new edition is here. Show it" });
    notice.onclick = () => waiting.postMessage("now");
    document.body.append(notice);
  };
  const keep = async () => {
    const kept = await navigator.serviceWorker.register(`${root}service-worker.js`);
    const known = navigator.serviceWorker.controller;
    if (!known) return;
    const expect = (coming) => coming?.addEventListener("statechange", () => coming.state === "installed" && tell(coming));
    if (kept.waiting) tell(kept.waiting);
    expect(kept.installing);
    kept.addEventListener("updatefound", () => expect(kept.installing));
    kept.update().catch(() => {});
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  };
  // A preview has no worker, and shows each change at once.
  const forget = async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) if (root === each.scope) await each.unregister();
  };
  addEventListener("load", () => keep().catch(forget));
}
