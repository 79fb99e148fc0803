import { useSyncExternalStore } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import type { GraphqlClient } from "../../../graphql/hooks.ts";
import type { Session } from "../../../graphql/session.ts";
import { sendFile, type Sending } from "../../community/public/send-file.ts";
import { ImportItemFragment, type ImportItem } from "./import-fragment.ts";
import type { LocalVideo } from "./local-files.ts";
import { sendSidecars } from "./send-sidecars.ts";

/** Why an upload ended, beside what the server says of it. */
export type UploadFault = "cut" | "disk_full" | "too_large" | "no_main" | "gone" | "published";
/** A file's upload in this tab. */
export type ItemUpload = {
  readonly step: "queued" | "sending" | "paused" | "sent" | "failed";
  /** 0 to 100. */
  readonly percent: number;
  readonly fault: UploadFault | null;
  /** Faults of captions and images, as sentences. */
  readonly notes: readonly string[];
};

const SendItem = graphql(
  `
    mutation VideoImportSend($itemId: ID!) {
      videoImportSend(itemId: $itemId) {
        isBegun
        ticket {
          sourceVideoId
          tusUrl
          ticket
          class {
            id
          }
        }
        item {
          id
          ...VideoImportItem
        }
      }
    }
  `,
  [ImportItemFragment],
);

/** What an upload needs of the page that starts it. */
export type UploadContext = { client: GraphqlClient; session: Session; defaultLanguage: string };
type Entry = { item: Pick<ImportItem, "id" | "mainId">; video: LocalVideo; sending: Sending | null };

const maxAtOnce = 3;
// Uploads continue while the person visits other pages, and are found again on return.
let states: Readonly<Record<string, ItemUpload>> = {};
const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
/** Items whose draft exists, so that their other views may follow. */
const begun = new Set<string>();
const running = new Set<string>();
let context: UploadContext | null = null;
let isPaused = false;

function set(id: string, change: Partial<ItemUpload>): void {
  const before = states[id] ?? { step: "queued", percent: 0, fault: null, notes: [] };
  states = { ...states, [id]: { ...before, ...change } };
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Uploads of this tab, by item. */
export const useItemUploads = (): Readonly<Record<string, ItemUpload>> =>
  useSyncExternalStore(subscribe, () => states);

/** Queues files whose upload isn't complete; three are sent at once. */
export function queueUploads(
  items: readonly { item: ImportItem; video: LocalVideo }[],
  given: UploadContext,
): void {
  context = given;
  for (const { item, video } of items) {
    if (item.classId) begun.add(item.mainId ?? item.id);
    if (running.has(item.id)) continue;
    entries.set(item.id, { item, video, sending: null });
    set(item.id, { step: isPaused ? "paused" : "queued", percent: 0, fault: null });
  }
  pump();
}

/** Pauses all uploads; received data is stored. */
export function pauseUploads(): void {
  isPaused = true;
  for (const [id, { sending }] of entries) {
    const step = states[id]?.step;
    if (step !== "sending" && step !== "queued") continue;
    sending?.pause();
    set(id, { step: "paused" });
  }
}

/** Resumes after a pause. */
export function resumeUploads(): void {
  isPaused = false;
  for (const [id, { sending }] of entries) {
    if (states[id]?.step !== "paused") continue;
    set(id, { step: sending ? "sending" : "queued" });
    sending?.resume();
  }
  pump();
}

/** Tries a failed upload again, from its last position. */
export function retryUpload(id: string): void {
  if (!entries.has(id) || running.has(id)) return;
  set(id, { step: isPaused ? "paused" : "queued", fault: null });
  pump();
}

/** Ends the upload of a file that is taken off its import. */
export function forgetUpload(id: string): void {
  entries.get(id)?.sending?.pause();
  entries.delete(id);
  running.delete(id);
  const { [id]: _, ...others } = states;
  states = others;
  for (const listener of listeners) listener();
  pump();
}

/** The next file that may be sent; another view waits for the draft of its front view. */
function nextQueued(): string | null {
  for (const [id, { item }] of entries) {
    if (states[id]?.step !== "queued" || running.has(id)) continue;
    const { mainId } = item;
    const isWaiting =
      mainId !== null && !begun.has(mainId) && states[mainId] && states[mainId].step !== "failed";
    if (!isWaiting) return id;
  }
  return null;
}

function pump(): void {
  while (!isPaused && running.size < maxAtOnce) {
    const id = nextQueued();
    if (id === null) return;
    running.add(id);
    set(id, { step: "sending" });
    // Such as when a part of the page can't be loaded any more.
    run(id).catch(() => end(id, { step: "failed", fault: "cut" }));
  }
}

function end(id: string, change: Partial<ItemUpload>): void {
  running.delete(id);
  const entry = entries.get(id);
  if (entry) {
    entry.sending = null;
    set(id, change);
  }
  pump();
}

async function run(id: string): Promise<void> {
  const entry = entries.get(id);
  if (!entry || !context) return;
  const { client, session, defaultLanguage } = context;
  const { data, error } = await client.mutation(SendItem, { itemId: id });
  if (!data) {
    const code = error ? codeOf(error) : null;
    // It is uploaded already, by another tab or person.
    if (code === "CHANGED_MEANWHILE") return end(id, { step: "sent", percent: 100 });
    return end(id, { step: "failed", fault: faultOf(code) });
  }
  const { ticket, isBegun, item } = data.videoImportSend;
  begun.add(id);
  // Its other views may follow now.
  pump();
  const { captions, hasImage } = readFragment(ImportItemFragment, item);
  const notes = await sendSidecars(session, ticket.class.id, entry.video, {
    captions,
    hasImage,
    defaultLanguage,
  });
  // It was taken off the import.
  if (!entries.has(id)) return;
  set(id, { notes });
  const sending = await sendFile({
    file: entry.video.file,
    id: ticket.sourceVideoId,
    tusUrl: ticket.tusUrl,
    ticket: ticket.ticket,
    session,
    isBegun,
    onPercent: (percent) => {
      // Progress is reported many times a second, and the table is long.
      if (entries.has(id) && states[id]?.percent !== percent) set(id, { percent });
    },
    onDone: () => end(id, { step: "sent", percent: 100 }),
    onCut: (status) => end(id, { step: "failed", fault: faultOfStatus(status) }),
  });
  if (!entries.has(id)) return sending.pause();
  entry.sending = sending;
  if (states[id]?.step === "paused") sending.pause();
  // Paused and resumed before the server answered.
  else if (states[id]?.step === "queued") set(id, { step: "sending" });
}

function faultOfStatus(status: number | null): UploadFault {
  if (status === 507) return "disk_full";
  return status === 404 || status === 410 ? "gone" : "cut";
}

function faultOf(code: string | null): UploadFault {
  if (code === "UPLOAD_LIMIT") return "too_large";
  if (code === "BAD_INPUT") return "no_main";
  if (code === "FORBIDDEN") return "published";
  return code === "NOT_FOUND" ? "gone" : "cut";
}
