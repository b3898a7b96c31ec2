// A page opened from a folder may not start a worker, so there the search runs in a hidden frame of the page.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = new Promise((started) => {
        const script = frame.contentDocument.createElement("script");
        script.onload = started;
        script.src = new URL(url, location);
        frame.contentDocument.body.append(script);
      });
      this.deliver = (data) => inside.dispatchEvent(new inside.MessageEvent("message", { data }));
    }

    postMessage(data) {
      this.ready.then(() => this.deliver(data));
    }
  };
}
