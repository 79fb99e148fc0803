/** Native HLS of the browser, where Media Source Extensions are missing (older iPhones). */
import { playlistsOf } from "../../../../contract/av1.ts";
import type { StreamEngine, StreamEvents } from "./engine.ts";

/** Creates an engine that assigns the URL to the element. The browser chooses the rendition. */
export function createNativeEngine(video: HTMLMediaElement, events: StreamEvents): StreamEngine {
  let url = "";
  let failed = false;

  const onError = async () => {
    if (url === "" || video.error === null) return;
    failed = true;
    const detail = video.error.message;
    // The element hides the HTTP status, which decides the kind of fault.
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
      url = playlistsOf(next).h264;
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
