import { useSyncExternalStore } from "react";
import type { Session } from "../../../graphql/session.ts";
import { sendFile, type Sending } from "../../community/public/send-file.ts";

/** Progress of a source video upload in this tab. */
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

// Uploads continue while the person visits other pages, and are found again on return.
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

/** Progress of a source video upload in this tab; null if there is none. */
export function useSourceVideoUpload(sourceVideoId: string | null): SourceVideoUpload | null {
  return useSyncExternalStore(subscribe, () => (sourceVideoId && states.get(sourceVideoId)) || null);
}

/** Starts or resumes an upload from its last position. */
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

/** Pauses an upload; received data is stored. */
export function pauseSending(sourceVideoId: string): void {
  sendings.get(sourceVideoId)?.pause();
  set(sourceVideoId, { step: "paused" });
}

/** Resumes after a pause or a lost connection. */
export function resumeSending(sourceVideoId: string): void {
  set(sourceVideoId, { step: "sending" });
  sendings.get(sourceVideoId)?.resume();
}

/** Aborts an upload that another one replaces. */
export function leaveSending(sourceVideoId: string): void {
  sendings.get(sourceVideoId)?.pause();
  sendings.delete(sourceVideoId);
  states.delete(sourceVideoId);
}
