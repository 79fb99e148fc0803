import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { isDatabaseUnavailable } from "../db.ts";
import type { Db } from "../db.ts";
import { Unavailable } from "../errors.ts";
import type { OtherBuilds, TrustedDocuments } from "../graphql/documents.ts";
import type { Log } from "../log.ts";
import { etagOf } from "./build.ts";
import type { WebBuild, WebFile } from "./build.ts";
import {
  findDocument,
  findFile,
  findRunning,
  listOfferedDocuments,
  listOfferedFiles,
  saveDocuments,
  saveFiles,
  seeBuild,
  touchDocuments,
  touchFiles,
} from "./store-builds.ts";

/** How often a running server says which build it has; milliseconds. */
const seenEveryMs = 20_000;
/** A build runs nowhere if no server has said so for this long; milliseconds. */
const silentMs = 60_000;
/** How often a running server renews its documents and files; milliseconds. Rows are deleted days later. */
const renewEveryMs = 6 * 60 * 60_000;
/** How much a statement inserts at most; bytes. */
const insertedAtOnce = 1_000_000;
/** How long a missing row isn't looked for again; milliseconds. A server offers its build before it answers. */
const missingMs = 10_000;
const cachedFileBytes = 20_000_000;

const idPattern = /^[0-9a-f]{64}$/;
const pathPattern = /^\/assets\/(?:[\w-]{1,40}\/)?[\w.-]{1,200}$/;
const decompress = promisify(brotliDecompress);

/** Documents and hashed files of the web builds that other servers of this studio offer, or offered in the last 14 days. */
export interface OfferedBuilds extends OtherBuilds {
  /** @param path such as `/assets/home-1a2b.js` */
  fileOf(path: string): Promise<WebFile | null>;
  stop(): void;
}

/**
 * Stores this server's build in the database, so that other servers answer pages of it, and finds theirs. A page that was opened
 * before or during a deployment then works with every server. Call it before the server answers. While the database can't be
 * written to, the server starts without it and tries again.
 * @param build null without one
 */
export async function offerBuild(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  build: WebBuild | null,
  trusted: TrustedDocuments,
): Promise<OfferedBuilds> {
  const files = new Map([...(build?.files ?? [])].filter(([, { isHashed }]) => isHashed));
  const documentIds = [...trusted.keys()].toSorted();
  const id = createHash("sha256").update(documentIds.join()).digest("hex");
  let renewedAt = -Infinity;
  const offer = async () => {
    const now = clock.now();
    if (performance.now() - renewedAt > renewEveryMs) {
      await storeDocuments(db, trusted, now);
      await storeFiles(db, files, now);
      renewedAt = performance.now();
    }
    if (documentIds.length > 0) await db.change(seeBuild, { id, documentIds, now });
  };
  const offerOrLog = () =>
    offer().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      log.warn(
        { err: error },
        "Other servers can't answer pages of this one's build until the database can be written to",
      );
    });
  await offerOrLog();
  const timer = setInterval(
    () =>
      void offerOrLog().catch((error: unknown) =>
        log.error({ err: error }, "The web build could not be stored"),
      ),
    seenEveryMs,
  ).unref();

  const bodies = new LRUCache<string, string>({ max: 1_000 });
  const cached = new LRUCache<string, WebFile>({
    maxSize: cachedFileBytes,
    sizeCalculation: ({ content, br }) => 500 + content.length + (br?.length ?? 0),
  });
  /** Separate, so that no made-up name evicts what is there. */
  const missing = new LRUCache<string, true>({ max: 5_000, ttl: missingMs });
  return {
    bodyOf: async (documentId) => {
      if (!idPattern.test(documentId) || missing.has(documentId)) return null;
      const known = bodies.get(documentId);
      if (known !== undefined) return known;
      const found = await db.maybe(findDocument, { id: documentId }).catch(throwAsUnavailable);
      if (found) bodies.set(documentId, found.body);
      else missing.set(documentId, true);
      return found?.body ?? null;
    },
    isOffered: async (documentId) => {
      const since = new Date(clock.now().getTime() - silentMs);
      return (await db.one(findRunning, { documentId, since }).catch(throwAsUnavailable)).isRunning;
    },
    fileOf: async (path) => {
      if (!pathPattern.test(path) || missing.has(path)) return null;
      const known = cached.get(path);
      if (known) return known;
      const row = await db.maybe(findFile, { path }).catch(throwAsUnavailable);
      if (!row) {
        missing.set(path, true);
        return null;
      }
      const content = row.isBrotli ? await decompress(row.content) : row.content;
      const found: WebFile = {
        content,
        br: row.isBrotli ? row.content : null,
        gz: null,
        type: row.type,
        etag: etagOf(content),
        isHashed: true,
      };
      cached.set(path, found);
      return found;
    },
    stop: () => clearInterval(timer),
  };
}

function throwAsUnavailable(error: unknown): never {
  throw isDatabaseUnavailable(error) ? new Unavailable(undefined, error) : error;
}

async function storeDocuments(db: Db, trusted: TrustedDocuments, now: Date): Promise<void> {
  const ids = [...trusted.keys()].toSorted();
  await db.change(touchDocuments, { ids, now });
  const offered = new Set((await db.many(listOfferedDocuments, { ids, now })).map(({ id }) => id));
  const missing = ids.filter((id) => !offered.has(id)).map((id) => [id, trusted.get(id)!] as const);
  for (const batch of batches(missing, ([, { body }]) => body.length))
    await db.change(saveDocuments, {
      ids: batch.map(([id]) => id),
      names: batch.map(([, { name }]) => name),
      bodies: batch.map(([, { body }]) => body),
      now,
    });
}

async function storeFiles(db: Db, files: ReadonlyMap<string, WebFile>, now: Date): Promise<void> {
  const paths = [...files.keys()].toSorted();
  await db.change(touchFiles, { paths, now });
  const offered = new Set((await db.many(listOfferedFiles, { paths, now })).map(({ path }) => path));
  const missing = paths.filter((path) => !offered.has(path)).map((path) => [path, files.get(path)!] as const);
  for (const batch of batches(missing, ([, { br, content }]) => (br ?? content).length))
    await db.change(saveFiles, {
      paths: batch.map(([path]) => path),
      types: batch.map(([, { type }]) => type),
      areBrotli: batch.map(([, { br }]) => br !== null),
      contents: batch.map(([, { br, content }]) => br ?? content),
      now,
    });
}

/** Items in batches of at most `insertedAtOnce` bytes, or of one larger item. */
function batches<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[][] {
  const found: Item[][] = [];
  let size = Infinity;
  for (const item of items) {
    size += sizeOf(item);
    if (size > insertedAtOnce) {
      found.push([]);
      size = sizeOf(item);
    }
    found.at(-1)!.push(item);
  }
  return found;
}
