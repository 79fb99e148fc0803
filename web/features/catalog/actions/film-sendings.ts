import { useSyncExternalStore } from "react";
import type { Session } from "../../../graphql/session.ts";
import { sendFile, type Sending } from "../../community/embeds/send-file.ts";

/** How far a film is that this tab sends. */
export type FilmSending = {
  /** 0 to 100. */
  readonly percent: number;
  readonly step: "sending" | "paused" | "cut" | "sent";
};
type Order = {
  filmId: string;
  file: File;
  tusUrl: string;
  ticket: string;
  session: Session;
  isBegun: boolean;
};

// Films go on being sent while the person looks at other pages, and are found again on coming back.
const states = new Map<string, FilmSending>();
const sendings = new Map<string, Sending>();
const listeners = new Set<() => void>();

function set(filmId: string, change: Partial<FilmSending>): void {
  const now = states.get(filmId);
  if (!now) return;
  states.set(filmId, { ...now, ...change });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How far a film is that this tab sends; null when it doesn't. */
export function useFilmSending(filmId: string | null): FilmSending | null {
  return useSyncExternalStore(subscribe, () => (filmId && states.get(filmId)) || null);
}

/** Sends a film, from where it stood. */
export async function beginSending({ filmId, ...order }: Order): Promise<void> {
  leaveSending(filmId);
  states.set(filmId, { percent: 0, step: "sending" });
  set(filmId, {});
  const sending = await sendFile({
    ...order,
    id: filmId,
    onPercent: (percent) => set(filmId, { percent }),
    onDone: () => set(filmId, { percent: 100, step: "sent" }),
    onCut: () => set(filmId, { step: "cut" }),
  });
  if (states.has(filmId)) sendings.set(filmId, sending);
  else sending.pause();
}

/** Stops sending for now; what has come is kept. */
export function pauseSending(filmId: string): void {
  sendings.get(filmId)?.pause();
  set(filmId, { step: "paused" });
}

/** Goes on after a pause or a cut. */
export function resumeSending(filmId: string): void {
  set(filmId, { step: "sending" });
  sendings.get(filmId)?.resume();
}

/** Stops sending a film that another takes the place of. */
export function leaveSending(filmId: string): void {
  sendings.get(filmId)?.pause();
  sendings.delete(filmId);
  states.delete(filmId);
}
