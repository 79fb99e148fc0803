/** Running downloads. They continue while the viewer navigates between pages. */
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import { isNamed, downloadClass, NoRoom } from "./download.ts";
import type { Owner } from "./record.ts";

export type Downloading =
  | { readonly kind: "coming"; readonly share: number }
  /** `room`: missing bytes, if space was the reason. `isRefused`: the browser denies storage to this window. */
  | {
      readonly kind: "failed";
      readonly room: Pick<NoRoom, "needed" | "left"> | null;
      readonly isRefused: boolean;
    };

const running = new Map<string, { now: Downloading; abort: AbortController }>();
const listeners = new Set<() => void>();

const notifyListeners = (): void => listeners.forEach((listener) => listener());

/** Calls `listener` when a running download changes. Returns a function that unsubscribes. */
export function onDownloading(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** State of a download started in this tab; null if none is running or failed. */
export const downloadOf = (slug: string): Downloading | null => running.get(slug)?.now ?? null;

/** Starts or resumes a download; does nothing if it is already running. Its state is in `keepingOf`, its result in the record. */
export async function startDownload(
  owner: Owner,
  studioClass: PlayedClass,
  playback: PlaybackLinks,
): Promise<void> {
  const slug = studioClass.classId;
  if (downloadOf(slug)?.kind === "coming") return;
  const abort = new AbortController();
  const set = (now: Downloading | null): void => {
    if (now) running.set(slug, { now, abort });
    else running.delete(slug);
    notifyListeners();
  };
  set({ kind: "coming", share: 0 });
  try {
    await downloadClass(
      owner,
      studioClass,
      playback,
      (share) => set({ kind: "coming", share }),
      abort.signal,
    );
    set(null);
  } catch (error) {
    const room = error instanceof NoRoom ? error : null;
    const isRefused = isNamed(error, "SecurityError", "NotAllowedError");
    set(isNamed(error, "AbortError") ? null : { kind: "failed", room, isRefused });
  }
}

/** Cancels a download and deletes its files. */
export function stopDownload(slug: string): void {
  running.get(slug)?.abort.abort();
}
