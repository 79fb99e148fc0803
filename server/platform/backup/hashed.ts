import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { Transform } from "node:stream";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What was written: bytes, and SHA-256 in hexadecimal. */
export interface Written {
  readonly size: number;
  readonly sha256: string;
}

interface WriteOptions {
  /** What the stream passes on its way. */
  readonly steps?: readonly Transform[];
  /** Cuts the writing. */
  readonly signal?: AbortSignal | undefined;
}

/** Writes a stream to a file, which grows as the stream does. */
export async function writeGrowing(
  path: string,
  source: Readable,
  { steps = [], signal }: WriteOptions = {},
): Promise<Written> {
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline([source, ...steps, counted, target], signal ? { signal } : {});
  return { size, sha256: hash.digest("hex") };
}

/** Writes a stream to a file that appears whole. */
export async function writeHashed(
  path: string,
  source: Readable,
  options: WriteOptions = {},
): Promise<Written> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const written = await writeGrowing(draft, source, options);
    await rename(draft, path);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes a text to a file that appears whole. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}
