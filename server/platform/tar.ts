import type { Readable } from "node:stream";
import type { ByteRange } from "./storage.ts";

/** A file of an archive. */
export interface TarEntry {
  /** Relative, with slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

const block = 512;
/** Two empty blocks end an archive. */
const endSize = 2 * block;
/** Most that the octal field of a size holds. */
const maxOctalSize = 8 ** 11 - 1;
const maxNameBytes = 100;

const padded = (size: number): number => Math.ceil(size / block) * block;

/** One header block of the ustar format. */
function headerBlock(name: string, size: number, modifiedAt: Date, type: "0" | "x"): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
  header.write(name, 0, maxNameBytes, "utf8");
  header.write(`${octal(0o600, 7)}\0`, 100);
  header.write(`${octal(0, 7)}\0`, 108);
  header.write(`${octal(0, 7)}\0`, 116);
  // A larger size is in the extended header, which goes before this field.
  header.write(`${octal(Math.min(size, maxOctalSize), 11)}\0`, 124);
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136);
  header.write(" ".repeat(8), 148);
  header.write(type, 156);
  header.write("ustar\u{0}00", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/** A record of an extended header: its length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (String(length).length > String(bytes).length) length += 1;
  return `${length}${rest}`;
}

/** What stands before a file's content: one block, or three for a long name or more than 8 GiB (pax, POSIX.1-2001). */
export function tarHeader({ path, size, modifiedAt }: TarEntry): Buffer {
  const isLong = Buffer.byteLength(path) > maxNameBytes;
  const records = [
    ...(isLong ? [paxRecord("path", path)] : []),
    ...(size > maxOctalSize ? [paxRecord("size", String(size))] : []),
  ].join("");
  const own = headerBlock(isLong ? path.slice(-90) : path, size, modifiedAt, "0");
  if (records === "") return own;
  const extended = Buffer.alloc(padded(Buffer.byteLength(records)));
  extended.write(records);
  return Buffer.concat([
    headerBlock("pax-header", Buffer.byteLength(records), modifiedAt, "x"),
    extended,
    own,
  ]);
}

/** Bytes of an archive of these files. */
export const tarSize = (entries: readonly TarEntry[]): number =>
  entries.reduce((sum, entry) => sum + tarHeader(entry).length + padded(entry.size), endSize);

/**
 * A part of an archive. The same files make the same bytes, so a download that broke off goes on where it ended, without a copy of
 * the files.
 * @param read the bytes of a file, in a range within it
 * @throws Error if a file has fewer or more bytes than its entry says
 */
export async function* tarBytes<Entry extends TarEntry>(
  entries: readonly Entry[],
  { start, end }: ByteRange,
  read: (entry: Entry, range: ByteRange) => Promise<Readable>,
): AsyncGenerator<Buffer> {
  let at = 0;
  /** The wanted part of the next `size` bytes; null if none of them is wanted. */
  const next = (size: number): ByteRange | null => {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, size - 1);
    at += size;
    return from <= to ? { start: from, end: to } : null;
  };
  const partOf = (bytes: Buffer): Buffer => {
    const part = next(bytes.length);
    return part ? bytes.subarray(part.start, part.end + 1) : bytes.subarray(0, 0);
  };
  for (const entry of entries) {
    if (at > end) return;
    const header = partOf(tarHeader(entry));
    if (header.length > 0) yield header;
    const content = next(entry.size);
    if (content) {
      let missing = content.end - content.start + 1;
      for await (const chunk of await read(entry, content)) {
        const bytes = chunk as Buffer;
        missing -= bytes.length;
        if (missing < 0) break;
        yield bytes;
      }
      if (missing !== 0) throw new Error(`${entry.path} changed while it was sent.`);
    }
    const padding = partOf(Buffer.alloc(padded(entry.size) - entry.size));
    if (padding.length > 0) yield padding;
  }
  const ending = partOf(Buffer.alloc(endSize));
  if (ending.length > 0) yield ending;
}
