import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { persist, Refused } from "./balancer.ts";
import type { Ask, Client, Seen } from "./balancer.ts";

/** How often each person does something; milliseconds. */
const everyMs = 500;
/** Pause between the pieces of an upload, so that it is under way while something breaks; milliseconds. */
const pieceEveryMs = 400;
const pieces = 10;
/** Fewer than a class may have. */
const maxNotes = 100;

/** What a drill's people use. */
export interface Library {
  readonly classId: string;
  /** Path and query of a signed segment. */
  readonly segment: string;
  /** A video to upload. */
  readonly video: Buffer;
}

const repeat = async (signal: AbortSignal, work: () => Promise<unknown>): Promise<void> => {
  while (!signal.aborted) {
    await work();
    await sleep(everyMs);
  }
};

/** Reads lists of classes until `signal` aborts. */
export const browse = (client: Client, seen: Seen, signal: AbortSignal): Promise<void> =>
  repeat(signal, () =>
    persist(seen, signal, () =>
      client.graphql("{ studioClasses(pagination: { first: 5 }) { items { id title } } }"),
    ),
  );

/** Plays a class: fetches a segment again and again. */
export const watch = (ask: Ask, { segment }: Library, seen: Seen, signal: AbortSignal): Promise<void> =>
  repeat(signal, () => persist(seen, signal, async () => (await ask(segment)).arrayBuffer()));

const textOf = (number: number): string => `Left foot first, ${number}`;
const numberOf = (text: string): number => Number(text.slice(text.lastIndexOf(" ")));

/** Saves notes, and then the oldest again. @returns the number in the last acknowledged text of each, by id */
export async function write(
  client: Client,
  { classId }: Library,
  seen: Seen,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const ids: string[] = [];
  const saved = new Map<string, number>();
  let written = 0;
  await repeat(signal, async () => {
    const at = written % maxNotes;
    const id = (ids[at] ??= randomUUID());
    const note = { id, atMs: at * 10, text: textOf(written) };
    const done = await persist(seen, signal, () =>
      client.graphql(
        "mutation ($classId: ID!, $note: NoteInput!) { saveNote(classId: $classId, note: $note) { id } }",
        {
          classId,
          note,
        },
      ),
    );
    if (!done) return;
    saved.set(id, written);
    written += 1;
  });
  return saved;
}

/** How many of these notes a person no longer has, or only with an earlier text. */
export async function countLostNotes(
  client: Client,
  { classId }: Library,
  saved: ReadonlyMap<string, number>,
): Promise<number> {
  const { studioClass } = await client.graphql<{ studioClass: { notes: { id: string; text: string }[] } }>(
    "query ($classId: ID!) { studioClass(id: $classId) { notes { id text } } }",
    { classId },
  );
  const left = new Map(studioClass.notes.map(({ id, text }) => [id, numberOf(text)]));
  // The last text may be there although its answer was cut off.
  return [...saved].filter(([id, number]) => !((left.get(id) ?? -1) >= number)).length;
}

interface Ticket {
  readonly tusUrl: string;
  readonly ticket: string;
  readonly videoUpload: { readonly id: string };
}

/** Uploads a video in pieces, as the web does: after an error it asks for the offset. @returns its id */
export async function upload(
  client: Client,
  { video }: Library,
  seen: Seen,
  signal: AbortSignal,
): Promise<string | null> {
  const given = await persist(seen, signal, () =>
    client.graphql<{ createVideoUpload: Ticket }>(
      `mutation ($size: Float!) { createVideoUpload(fileName: "dance.mp4", description: "Third try", sizeInBytes: $size) {
        tusUrl ticket videoUpload { id } } }`,
      { size: video.length },
    ),
  );
  if (!given) return null;
  const { tusUrl, ticket, videoUpload } = given.createVideoUpload;
  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    client.ask(path, {
      method,
      headers: { "tus-resumable": "1.0.0", ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const path = await persist(seen, signal, async () => {
    const begun = await send("POST", new URL(tusUrl).pathname, {
      "upload-length": String(video.length),
      "upload-metadata": `ticket ${Buffer.from(ticket).toString("base64")}`,
    });
    return new URL(begun.headers.get("location")!).pathname;
  });
  const pieceBytes = Math.ceil(video.length / pieces);
  for (let offset = 0; path !== null && offset < video.length;) {
    const at = await persist(seen, signal, async () => {
      const found = Number((await send("HEAD", path, {})).headers.get("upload-offset"));
      if (found < video.length)
        await send(
          "PATCH",
          path,
          { "upload-offset": String(found), "content-type": "application/offset+octet-stream" },
          video.subarray(found, found + pieceBytes),
        );
      return Math.min(found + pieceBytes, video.length);
    });
    if (at === null) return null;
    offset = at;
    await sleep(pieceEveryMs);
  }
  return videoUpload.id;
}

/** Waits until a video is published. @throws Refused if it was rejected, or isn't published when `signal` aborts */
export async function untilPublished(client: Client, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const found = await client
      .graphql<{ videoUpload: { availability: string; errorReason: string | null } | null }>(
        "query ($id: ID!) { videoUpload(id: $id) { availability errorReason } }",
        { id },
      )
      // An outage: the next look may find it.
      .catch(() => null);
    if (found?.videoUpload?.availability === "available") return;
    if (found?.videoUpload?.availability === "error")
      throw new Refused(`video: ${found.videoUpload.errorReason}`);
    await sleep(500);
  }
  throw new Refused("video: not published in time");
}
