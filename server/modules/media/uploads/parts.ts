import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { Ctx } from "../../../ctx.ts";
import { NoUnfinishedObject } from "../../../platform/storage.ts";
import type { MultipartStorage } from "../../../platform/storage.ts";
import type { UploadLocks } from "./locks.ts";
import { lockLost } from "./locks.ts";
import { finishParts, sourceKey, tailKey } from "./source-files.ts";
import { findUpload, saveUploadBytes } from "./store.ts";
import type { UploadRow } from "./store.ts";
import { receiveUpload } from "./uploads.ts";

const mebibyte = 1024 * 1024;
/** Usual size of a part: the smallest that S3 takes, and that of the chunks that our own clients send. */
const usualPartBytes = 5 * mebibyte;
/** Stores accept 10,000 parts. */
const maxParts = 9_000;

/** Size of an upload's parts, bytes: all but the last have it, which some stores require. */
const partBytesOf = (sizeBytes: number): number =>
  Math.max(usualPartBytes, Math.ceil(sizeBytes / maxParts / mebibyte) * mebibyte);

/**
 * Receives uploads into the store in parts. Bytes behind the last whole part are an object of their own until more arrive: S3 takes
 * no part below 5 MiB. What is stored is in the database, so that each request may go to another server. A request needs
 * the space of one part on its server's disk.
 */
export class PartStore extends DataStore {
  readonly #ctx: Ctx;
  readonly #parts: MultipartStorage;
  readonly #locks: UploadLocks;
  readonly #folder: string;

  /** @param folder of parts that are being received */
  constructor(ctx: Ctx, parts: MultipartStorage, locks: UploadLocks, folder: string) {
    super();
    this.#ctx = ctx;
    this.#parts = parts;
    this.#locks = locks;
    this.#folder = folder;
    this.extensions = ["creation", "creation-with-upload", "termination"];
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#begun(id);
    let offset = row.receivedBytes;
    // The server may have died between the last byte and joining the parts, or recording that it did.
    if (offset === row.sizeBytes && !row.receivedAt) {
      if (await this.#isFinished(row)) await receiveUpload(this.#ctx, id);
      else offset = 0;
    }
    return new Upload({ id, size: row.sizeBytes, offset });
  }

  override async create(upload: Upload): Promise<Upload> {
    const multipartId = await this.#parts.begin(sourceKey(upload.id), "application/octet-stream");
    await this.#save(upload.id, multipartId, 0);
    return upload;
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#begun(id);
    await this.#parts.abort(sourceKey(id), row.multipartId);
    await this.#ctx.ports.storage.delete(tailKey(id));
    await this.#save(id, null, 0);
  }

  /** Stores what a request sends, also the beginning of a request that is cut. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#begun(id);
    const partBytes = partBytesOf(row.sizeBytes);
    const path = join(this.#folder, `${id}-${randomUUID()}`);
    await mkdir(this.#folder, { recursive: true });
    let stored = offset;
    let buffered = offset % partBytes;
    if (buffered > 0) await this.#readTail(id, buffered, path);
    const file = await open(path, buffered > 0 ? "a" : "ax", 0o600);
    const savePart = async () => {
      const start = stored - (stored % partBytes);
      try {
        await this.#parts.putPart(sourceKey(id), row.multipartId, start / partBytes + 1, { path });
      } catch (error) {
        if (error instanceof NoUnfinishedObject) await this.#startOver(row, error);
        throw error;
      }
      stored = start + buffered;
      await this.#save(id, row.multipartId, stored);
      await file.truncate(0);
      buffered = 0;
    };
    try {
      let cut: { error: unknown } | null = null;
      try {
        for await (const piece of content as AsyncIterable<Buffer>) {
          for (let rest = piece; rest.length > 0;) {
            const taken = rest.subarray(0, partBytes - buffered);
            await writeAll(file, taken);
            buffered += taken.length;
            rest = rest.subarray(taken.length);
            if (buffered === partBytes) await savePart();
          }
        }
      } catch (error) {
        if (!content.errored) throw error;
        cut = { error };
      }
      const start = stored - (stored % partBytes);
      if (buffered > 0 && start + buffered === row.sizeBytes) await savePart();
      else if (start + buffered > stored) {
        await this.#ctx.ports.storage.put(tailKey(id), { path }, "application/octet-stream");
        stored = start + buffered;
        await this.#save(id, row.multipartId, stored);
      }
      if (cut) throw cut.error;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    if (stored === row.sizeBytes && !(await this.#isFinished({ ...row, receivedBytes: stored })))
      throw ERRORS.INVALID_OFFSET;
    return stored;
  }

  /** Joins the parts. @returns false if the store lost some: the upload starts over */
  async #isFinished(row: UploadRow): Promise<boolean> {
    try {
      return await finishParts(this.#ctx, row);
    } catch (error) {
      if (!(error instanceof NoUnfinishedObject)) throw error;
      await this.#startOver(row, error);
      return false;
    }
  }

  /** Begins an upload again whose parts the store has lost, such as by a rule of the bucket for unfinished uploads. */
  async #startOver(row: UploadRow, cause: NoUnfinishedObject): Promise<void> {
    this.#ctx.log.error({ err: cause, assetId: row.assetId }, "The store lost an upload, which starts over");
    await this.create(new Upload({ id: row.assetId, size: row.sizeBytes, offset: 0 }));
  }

  async #begun(id: string): Promise<UploadRow & { multipartId: string }> {
    const row = await findUpload(this.#ctx.db, id);
    if (!row?.multipartId) throw ERRORS.FILE_NOT_FOUND;
    return { ...row, multipartId: row.multipartId };
  }

  async #readTail(id: string, bytes: number, path: string): Promise<void> {
    const tail = await this.#ctx.ports.storage.get(tailKey(id), { start: 0, end: bytes - 1 });
    if (!tail) throw new Error(`The store lost ${tailKey(id)}`);
    await pipeline(tail.content, createWriteStream(path, { mode: 0o600 }));
  }

  async #save(assetId: string, multipartId: string | null, receivedBytes: number): Promise<void> {
    const stored = {
      assetId,
      multipartId,
      receivedBytes,
      holder: this.#locks.holderOf(assetId),
      now: this.#ctx.clock.now(),
    };
    // Another request has taken the upload over, from the bytes that were saved before.
    if (!(await saveUploadBytes(this.#ctx.db, stored))) throw lockLost;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
}
