/**
 * Delayed camera image, so that dancers can watch themselves some counts later. Frames are stored as JPEG: thirteen seconds of bitmaps
 * would fill a phone's memory, as JPEG they take some megabytes.
 */

/** Frames per second, and frame width in pixels. */
const PER_SECOND = 20;
const WIDTH = 640;
const QUALITY = 0.7;

interface StoredFrame {
  readonly at: number;
  readonly picture: Blob;
}

/** Index of the newest frame that is at least as old as `until`; -1 if all are newer. Frames are in order of time. Pure. */
export function newestBefore(frames: readonly { readonly at: number }[], until: number): number {
  let found = -1;
  for (const [index, { at }] of frames.entries()) {
    if (at > until) break;
    found = index;
  }
  return found;
}

/**
 * Draws `video` into `canvas` with a delay of `delayMs()`.
 * @returns a function that stops it
 */
export function showDelayed(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  delayMs: () => number,
): () => void {
  const frames: StoredFrame[] = [];
  let takenAt = 0;
  let isTaking = false;
  let isDrawing = false;
  let frame = 0;

  const take = async (now: number): Promise<void> => {
    isTaking = true;
    takenAt = now;
    const height = Math.round((WIDTH * video.videoHeight) / video.videoWidth);
    const offscreen = new OffscreenCanvas(WIDTH, height);
    offscreen.getContext("2d")?.drawImage(video, 0, 0, WIDTH, height);
    frames.push({
      at: now,
      picture: await offscreen.convertToBlob({ type: "image/jpeg", quality: QUALITY }),
    });
    isTaking = false;
  };
  const draw = async (image: Blob): Promise<void> => {
    isDrawing = true;
    const bitmap = await createImageBitmap(image);
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    isDrawing = false;
  };
  const tick = (now: number): void => {
    frame = requestAnimationFrame(tick);
    if (!isTaking && video.videoWidth > 0 && now - takenAt >= 1000 / PER_SECOND - 4) void take(now);
    const due = newestBefore(frames, now - delayMs());
    if (isDrawing || due < 0) return;
    const [shown] = frames.splice(0, due + 1).slice(-1);
    if (shown) void draw(shown.picture);
  };
  frame = requestAnimationFrame(tick);
  return () => {
    cancelAnimationFrame(frame);
    frames.length = 0;
  };
}
