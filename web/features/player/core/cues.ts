/** Timed text, read by the browser's own WebVTT parser. */

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** The cues of a WebVTT file, in order; none when it can't be had, since a class plays without them. */
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

/** The last cue that has begun and not ended at `ms`, or null. */
export function cueAt(cues: readonly Cue[], ms: number): Cue | null {
  let found: Cue | null = null;
  for (const cue of cues) {
    if (cue.startMs > ms) break;
    if (cue.endMs > ms) found = cue;
  }
  return found;
}

/** One picture of a storyboard: where its sprite is, and which part of it shows. Pixels. */
export interface Thumbnail {
  readonly url: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The picture that a storyboard's cue names: `sprite.jpg#xywh=0,0,160,90`, relative to the storyboard. */
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
