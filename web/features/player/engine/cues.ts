/** Timed text, read by the browser's own WebVTT parser. */

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** The cues of a WebVTT file, in order; empty if it can't be loaded, since a class plays without them. */
export async function readCues(url: string): Promise<readonly Cue[]> {
  const video = document.createElement("video");
  const element = document.createElement("track");
  element.kind = "metadata";
  element.src = url;
  video.append(element);
  const loaded = new Promise<boolean>((resolve) => {
    element.addEventListener("load", () => resolve(true), { once: true });
    element.addEventListener("error", () => resolve(false), { once: true });
  });
  element.track.mode = "hidden";
  if (!(await loaded)) return [];
  return Array.from(element.track.cues ?? [], (cue) => ({
    startMs: cue.startTime * 1000,
    endMs: cue.endTime * 1000,
    text: (cue as VTTCue).text,
  }));
}

/** The last cue that is active at `ms`, or null. */
export function cueAt(cues: readonly Cue[], ms: number): Cue | null {
  let found: Cue | null = null;
  for (const cue of cues) {
    if (cue.startMs > ms) break;
    if (cue.endMs > ms) found = cue;
  }
  return found;
}

/** One thumbnail of a storyboard: its sprite and the region within it, in pixels. */
export interface Thumbnail {
  readonly url: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Parses the thumbnail of a storyboard cue: `sprite.jpg#xywh=0,0,160,90`, relative to the storyboard. */
export function thumbnailOf(cue: Cue, storyboardUrl: string): Thumbnail | null {
  const [file, x, y, width, height] =
    /^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(cue.text.trim())?.slice(1) ?? [];
  if (!file || !x || !y || !width || !height) return null;
  return {
    url: new URL(file, storyboardUrl).href,
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  };
}
