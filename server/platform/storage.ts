import type { Readable } from "node:stream";
import { DomainError, Unavailable } from "./errors.ts";
import { msg } from "./i18n/messages.ts";

/** Metadata of a stored object. */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Changes with the content; without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** Bytes from `start` to `end`, both counted from 0 and both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Source of an object: bytes, or a local file. A file with `mayMove` may be moved away. */
export type StoredSource = Uint8Array | { readonly path: string; readonly mayMove?: boolean };

/**
 * Storage for files that are too large for the database. Keys are relative paths of the characters A–Z a–z 0–9 `.` `_` `-` and
 * `/`. No segment begins with a dot. Every function throws BadKey for other keys.
 */
export interface Storage {
  /** Stores an object atomically: readers see the old one or the new one, never half. @throws StorageFull */
  put(key: string, source: StoredSource, contentType: string): Promise<void>;
  /** The object's metadata, or null. */
  stat(key: string): Promise<StoredObject | null>;
  /** Metadata and content, whole or a range that must be within the object; null when there is no such object. */
  get(key: string, range?: ByteRange): Promise<{ object: StoredObject; content: Readable } | null>;
  /** All objects whose key begins with a prefix, which ends in `/` or is empty, in order of the keys' bytes. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Deletes one object; idempotent. */
  delete(key: string): Promise<void>;
  /** Deletes all objects under a prefix, which ends in `/`. @returns how many there were */
  deletePrefix(prefix: string): Promise<number>;
  /** Receives objects in parts, by any server; null for a disk. */
  readonly multipart: MultipartStorage | null;
}

/** An object that is being received in parts. No one sees it before it is finished. */
export interface UnfinishedObject {
  readonly key: string;
  /** Given by the store. */
  readonly multipartId: string;
  readonly begunAt: Date;
}

/** Receives objects in parts. All parts but the last have the same size, of at least 5 MiB; at most 10,000 parts. */
export interface MultipartStorage {
  /** @returns the id of the unfinished object */
  begin(key: string, contentType: string): Promise<string>;
  /**
   * Stores a part, or replaces it.
   * @param part its number, counted from 1
   * @throws StorageFull, NoUnfinishedObject
   */
  putPart(key: string, multipartId: string, part: number, source: StoredSource): Promise<void>;
  /**
   * Joins the stored parts to the object. Idempotent.
   * @param size bytes that the parts must have together
   * @throws NoUnfinishedObject if parts are missing
   */
  finish(key: string, multipartId: string, size: number): Promise<void>;
  /** Deletes the stored parts; idempotent. */
  abort(key: string, multipartId: string): Promise<void>;
  /** All unfinished objects whose key begins with a prefix, which ends in `/`. */
  list(prefix: string): AsyncIterable<UnfinishedObject>;
}

/** The store has no such unfinished object, or not all of its parts. */
export class NoUnfinishedObject extends Error {
  constructor(cause: unknown) {
    super("The store has no such unfinished object, or not all of its parts", { cause });
    this.name = "NoUnfinishedObject";
  }
}

/** There is no space for another object. Reading still works. */
export class StorageFull extends DomainError {
  constructor(cause?: unknown) {
    super("STORAGE_FULL", msg("Storage is full, so this file couldn’t be saved."), {
      status: 507,
      cause,
    });
  }
}

/** The object store doesn't answer, or answers that it can't now. Nothing is wrong with the object: try again later. */
export class StorageUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super(msg("This file isn’t available right now. Try again in a moment."), cause, 5);
  }
}

/** Whether a write failed because a disk or quota is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT";
}

/** An invalid key, which could escape the storage root. */
export class BadKey extends Error {
  constructor() {
    super("A storage key has parts of A-Z, a-z, 0-9, dot, underscore and hyphen; none begins with a dot.");
    this.name = "BadKey";
  }
}

const part = "[A-Za-z0-9_-][A-Za-z0-9._-]*";
const keyPattern = new RegExp(`^${part}(?:/${part})*$`);
const prefixPattern = new RegExp(`^(?:${part}/)+$`);

/** Whether the storage may have an object of this key. */
export const isKey = (key: string): boolean => key.length <= 500 && keyPattern.test(key);

/** @throws BadKey */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new BadKey();
}

/** @throws BadKey */
export function checkPrefix(prefix: string, options: { mayBeEmpty: boolean }): void {
  if (prefix === "" && options.mayBeEmpty) return;
  if (prefix.length > 500 || !prefixPattern.test(prefix)) throw new BadKey();
}
