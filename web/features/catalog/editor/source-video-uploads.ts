import { useSyncExternalStore } from "react";
import type { Session } from "../../../graphql/session.ts";
import { sendFile, type Sending } from "../../community/public/send-file.ts";

/** How far a film is that this tab sends. */
export type SourceVideoUpload = {
  /** 0 to 100. */
  readonly percent: number;
  readonly step: "sending" | "paused" | "cut" | "sent";
};
type Order = {
  sourceVideoId: string;
  file: File;
  tusUrl: string;
  ticket: string;
  session: Session;
  isBegun: boolean;
};

// Films go on being sent while the person looks at other pages, and are found again on coming back.
const states = new Map<string, SourceVideoUpload>();
const sendings = new Map<string, Sending>();
const listeners = new Set<() => void>();

function set(sourceVideoId: string, change: Partial<SourceVideoUpload>): void {
  const now = states.get(sourceVideoId);
  if (!now) return;
  states.set(sourceVideoId, { ...now, ...change });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How far a film is that this tab sends; null when it doesn't. */
export function useSourceVideoUpload(sourceVideoId: string | null): SourceVideoUpload | null {
  return useSyncExternalStore(subscribe, () => (sourceVideoId && states.get(sourceVideoId)) || null);
}

/** Sends a film, from where it stood. */
export async function beginSending({ sourceVideoId, ...order }: Order): Promise<void> {
  leaveSending(sourceVideoId);
  states.set(sourceVideoId, { percent: 0, step: "sending" });
  set(sourceVideoId, {});
  const sending = await sendFile({
    ...order,
    id: sourceVideoId,
    onPercent: (percent) => set(sourceVideoId, { percent }),
    onDone: () => set(sourceVideoId, { percent: 100, step: "sent" }),
    onCut: () => set(sourceVideoId, { step: "cut" }),
  });
  if (states.has(sourceVideoId)) sendings.set(sourceVideoId, sending);
  else sending.pause();
}

/** Stops sending for now; what has come is kept. */
export function pauseSending(sourceVideoId: string): void {
  sendings.get(sourceVideoId)?.pause();
  set(sourceVideoId, { step: "paused" });
}

/** Goes on after a pause or a cut. */
export function resumeSending(sourceVideoId: string): void {
  set(sourceVideoId, { step: "sending" });
  sendings.get(sourceVideoId)?.resume();
}

/** Stops sending a film that another takes the place of. */
export function leaveSending(sourceVideoId: string): void {
  sendings.get(sourceVideoId)?.pause();
  sendings.delete(sourceVideoId);
  states.delete(sourceVideoId);
}
