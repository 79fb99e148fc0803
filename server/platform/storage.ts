import type { Readable } from "node:stream";
import { DomainError } from "./errors.ts";

/** An object as it is stored. */
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

/** What is put: bytes, or a file of ours. A file with `mayMove` is given away: it may be gone afterwards. */
export type StoredSource = Uint8Array | { readonly path: string; readonly mayMove?: boolean };

/**
 * Where files live that are too large for the database. Keys are relative paths of the characters A–Z a–z 0–9 `.` `_` `-`
 * and `/`; no part begins with a dot. Every function throws BadKey for another.
 */
export interface Storage {
  /** Puts an object in one step: readers see the old one or the new one, never half. @throws StorageFull */
  put(key: string, source: StoredSource, contentType: string): Promise<void>;
  /** The object's facts, or null. */
  stat(key: string): Promise<StoredObject | null>;
  /** Facts and content, whole or a part that must lie within the object; null when there is no such object. */
  get(key: string, range?: ByteRange): Promise<{ object: StoredObject; content: Readable } | null>;
  /** Every object whose key begins with a prefix, which ends in `/` or is empty. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Deletes one object; none is fine. */
  delete(key: string): Promise<void>;
  /** Deletes every object under a prefix, which ends in `/`. @returns how many there were */
  deletePrefix(prefix: string): Promise<number>;
}

/** There is no room for another object. Reading goes on. */
export class StorageFull extends DomainError {
  constructor(cause?: unknown) {
    super("STORAGE_FULL", "There is no room left for this file. What is stored stays available.", {
      status: 507,
      cause,
    });
  }
}

/** Whether the system refused to write because a disk, or a share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT";
}

/** A key that could leave its place. */
export class BadKey extends Error {
  constructor() {
    super("A storage key has parts of A-Z, a-z, 0-9, dot, underscore and hyphen; none begins with a dot.");
    this.name = "BadKey";
  }
}

const part = "[A-Za-z0-9_-][A-Za-z0-9._-]*";
const keyPattern = new RegExp(`^${part}(?:/${part})*$`);
const prefixPattern = new RegExp(`^(?:${part}/)+$`);

/** @throws BadKey */
export function checkKey(key: string): void {
  if (key.length > 500 || !keyPattern.test(key)) throw new BadKey();
}

/** @throws BadKey */
export function checkPrefix(prefix: string, options: { mayBeEmpty: boolean }): void {
  if (prefix === "" && options.mayBeEmpty) return;
  if (prefix.length > 500 || !prefixPattern.test(prefix)) throw new BadKey();
}
