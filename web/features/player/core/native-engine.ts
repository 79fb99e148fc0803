/** HLS by the browser itself, where Media Source Extensions are missing (older iPhones). */
import type { StreamEngine, StreamEvents } from "./engine.ts";

/** Makes an engine that hands the address to the element. Renditions are the browser's own affair. */
export function createNativeEngine(video: HTMLMediaElement, events: StreamEvents): StreamEngine {
  let url = "";
  let failed = false;

  const onError = async () => {
    if (url === "" || video.error === null) return;
    failed = true;
    const detail = video.error.message;
    // The element hides the status, and what the person should do depends on it.
    const status = await fetch(url, { method: "HEAD" }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 429) events.fault({ kind: "busy", status, detail });
    else if (status === 0) events.fault({ kind: "network", status: null, detail });
    else if (status >= 400 && status < 500) events.fault({ kind: "refused", status, detail });
    else events.fault({ kind: "media", status, detail });
  };
  const onData = () => {
    if (failed) events.recovered();
    failed = false;
  };
  const open = (startS: number) => {
    video.src = url;
    video.addEventListener(
      "loadedmetadata",
      () => {
        if (startS > 0) video.currentTime = startS;
      },
      { once: true },
    );
  };
  const retry = () => open(video.currentTime);
  const onOnline = () => {
    if (failed) retry();
  };
  video.addEventListener("error", onError);
  video.addEventListener("loadeddata", onData);
  addEventListener("online", onOnline);

  return {
    load(next, startS) {
      url = next;
      open(startS);
    },
    setQuality() {},
    setBufferAhead() {},
    retry,
    destroy() {
      url = "";
      video.removeEventListener("error", onError);
      video.removeEventListener("loadeddata", onData);
      removeEventListener("online", onOnline);
      video.removeAttribute("src");
      video.load();
    },
  };
}
