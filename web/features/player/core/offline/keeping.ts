/** The classes that are on their way to this device. They come on while one goes from page to page. */
import type { PlaybackLinks, PlayedClass } from "../played-class.ts";
import { isNamed, keepClass, NoRoom } from "./keep.ts";
import type { Owner } from "./record.ts";

export type Keeping =
  | { readonly kind: "coming"; readonly share: number }
  /** `room`: bytes, where it was room that lacked. `isRefused`: the browser doesn't let this window keep anything. */
  | {
      readonly kind: "failed";
      readonly room: Pick<NoRoom, "needed" | "left"> | null;
      readonly isRefused: boolean;
    };

const running = new Map<string, { now: Keeping; abort: AbortController }>();
const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((listener) => listener());

/** Calls `listener` when anything about what is coming changes. Returns the way to stop. */
export function onKeeping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How it stands with a class that was begun here; null when nothing is under way and nothing failed. */
export const keepingOf = (slug: string): Keeping | null => running.get(slug)?.now ?? null;

/** Begins, or goes on. Once for a class that is coming already. The outcome is in `keepingOf`, and in the record. */
export async function startKeeping(
  owner: Owner,
  studioClass: PlayedClass,
  playback: PlaybackLinks,
): Promise<void> {
  const slug = studioClass.classId;
  if (keepingOf(slug)?.kind === "coming") return;
  const abort = new AbortController();
  const set = (now: Keeping | null): void => {
    if (now) running.set(slug, { now, abort });
    else running.delete(slug);
    tell();
  };
  set({ kind: "coming", share: 0 });
  try {
    await keepClass(owner, studioClass, playback, (share) => set({ kind: "coming", share }), abort.signal);
    set(null);
  } catch (error) {
    const room = error instanceof NoRoom ? error : null;
    const isRefused = isNamed(error, "SecurityError", "NotAllowedError");
    set(isNamed(error, "AbortError") ? null : { kind: "failed", room, isRefused });
  }
}

/** Gives it up: nothing of it stays. */
export function stopKeeping(slug: string): void {
  running.get(slug)?.abort.abort();
}
