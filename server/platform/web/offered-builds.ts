import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { isDatabaseUnavailable } from "../db.ts";
import type { Db } from "../db.ts";
import { Unavailable } from "../errors.ts";
import type { TrustedDocuments } from "../graphql/documents.ts";
import type { Log } from "../log.ts";
import { etagOf } from "./build.ts";
import type { WebBuild, WebFile } from "./build.ts";
import {
  findDocument,
  findFile,
  insertDocuments,
  insertFiles,
  listStoredDocuments,
  listStoredFiles,
  touchDocuments,
  touchFiles,
} from "./store-builds.ts";
import type { OfferedDocument } from "./store-builds.ts";

/** How often a running server notes that it still offers its build; milliseconds. Rows are kept for days after that. */
const renewEveryMs = 6 * 60 * 60_000;
/** How much a statement inserts at most; bytes. */
const insertedAtOnce = 1_000_000;
/** How long a missing row isn't looked for again; milliseconds. A server offers its build before it answers. */
const missingMs = 10_000;
const cachedFileBytes = 20_000_000;

const decompress = promisify(brotliDecompress);

/** Documents and hashed files of the web builds that other servers of this studio offer, or offered in the last 14 days. */
export interface OfferedBuilds {
  /** @param id SHA-256 of the document */
  documentOf(id: string): Promise<OfferedDocument | null>;
  /** @param path such as `/assets/home-1a2b.js` */
  fileOf(path: string): Promise<WebFile | null>;
  stop(): void;
}

/**
 * Stores this server's build in the database, so that other servers answer pages of it, and finds theirs. A page that was opened
 * before or during a deployment then works with every server. Call it before the server answers.
 * @param build null without one
 */
export async function offerBuild(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  build: WebBuild | null,
  trusted: TrustedDocuments,
): Promise<OfferedBuilds> {
  const files = new Map([...(build?.files ?? [])].filter(([, { isHashed }]) => isHashed));
  const renew = async () => {
    await storeDocuments(db, trusted, clock.now());
    await storeFiles(db, files, clock.now());
  };
  await renew();
  // Repeated many times before rows are deleted.
  const renewOrLog = () =>
    renew().catch((error: unknown) => log.warn({ err: error }, "The web build was not offered again"));
  const timer = setInterval(() => void renewOrLog(), renewEveryMs).unref();

  const documents = new LRUCache<string, { found: OfferedDocument | null }>({ max: 1_000 });
  const cached = new LRUCache<string, { found: WebFile | null }>({
    maxSize: cachedFileBytes,
    sizeCalculation: ({ found }) => 500 + (found ? found.content.length + (found.br?.length ?? 0) : 0),
  });
  return {
    documentOf: async (id) => {
      const known = documents.get(id);
      if (known) return known.found;
      const found = await db.maybe(findDocument, { id }).catch(throwAsUnavailable);
      documents.set(id, { found }, found ? {} : { ttl: missingMs });
      return found;
    },
    fileOf: async (path) => {
      const known = cached.get(path);
      if (known) return known.found;
      const row = await db.maybe(findFile, { path }).catch(throwAsUnavailable);
      const content = row && (row.isBrotli ? await decompress(row.content) : row.content);
      const found =
        row &&
        ({
          content: content!,
          br: row.isBrotli ? row.content : null,
          gz: null,
          type: row.type,
          etag: etagOf(content!),
          isHashed: true,
        } satisfies WebFile);
      cached.set(path, { found }, found ? {} : { ttl: missingMs });
      return found;
    },
    stop: () => clearInterval(timer),
  };
}

function throwAsUnavailable(error: unknown): never {
  throw isDatabaseUnavailable(error) ? new Unavailable(undefined, error) : error;
}

async function storeDocuments(db: Db, trusted: TrustedDocuments, now: Date): Promise<void> {
  const ids = [...trusted.keys()].sort();
  await db.change(touchDocuments, { ids, now });
  const stored = new Set((await db.many(listStoredDocuments, { ids })).map(({ id }) => id));
  const missing = ids.filter((id) => !stored.has(id)).map((id) => [id, trusted.get(id)!] as const);
  for (const batch of batches(missing, ([, { body }]) => body.length))
    await db.change(insertDocuments, {
      ids: batch.map(([id]) => id),
      names: batch.map(([, { name }]) => name),
      bodies: batch.map(([, { body }]) => body),
      now,
    });
}

async function storeFiles(db: Db, files: ReadonlyMap<string, WebFile>, now: Date): Promise<void> {
  const paths = [...files.keys()].sort();
  await db.change(touchFiles, { paths, now });
  const stored = new Set((await db.many(listStoredFiles, { paths })).map(({ path }) => path));
  const missing = paths.filter((path) => !stored.has(path)).map((path) => [path, files.get(path)!] as const);
  for (const batch of batches(missing, ([, { br, content }]) => (br ?? content).length))
    await db.change(insertFiles, {
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
