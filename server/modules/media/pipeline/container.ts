import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { SourceRefused } from "./refusal.ts";

/** Bytes per read. */
const windowBytes = 256 * 1024;
/** More parts than any recorder writes. */
const maxParts = 2_000_000;
/** Some recorders pad the end of the file with zeros, up to this many bytes. */
const maxPadding = 1024 * 1024;
/** Larger than the real `moov` box of any two-hour video. */
const maxMovieBytes = 64 * 1024 * 1024;
/** Signatures of pages, drawings, programs and documents within this many first bytes would make a file polyglot. */
const headBytes = 4096;
const otherBeginnings = /%PDF-|<!doctype|<html|<svg|<script|<\?php/i;

/** Sequential reader of a file that mostly skips. */
interface Reader {
  readonly size: number;
  /** Bytes at an offset; fewer at the end of the file. */
  at(offset: number, length: number): Promise<Buffer>;
  /** Exactly `length` bytes at an offset. */
  whole(offset: number, length: number): Promise<Buffer>;
}

function readerOf(handle: FileHandle, size: number): Reader {
  const buffer = Buffer.alloc(windowBytes);
  let from = 0;
  let filled = 0;
  return {
    size,
    async at(offset, length) {
      if (offset < from || offset + length > from + filled) {
        from = offset;
        filled = (await handle.read(buffer, 0, windowBytes, offset)).bytesRead;
      }
      return buffer.subarray(offset - from, Math.min(offset - from + length, filled));
    },
    async whole(offset, length) {
      const found = Buffer.alloc(length);
      await handle.read(found, 0, length, offset);
      return found;
    },
  };
}

/**
 * Validates the structure of a file box by box, without decoding. The file must be one complete video from its first
 * byte to its last, and contain no other files. Refuses whatever an HTML page or an archive reader would find in it.
 * @throws SourceRefused
 */
export async function checkContainer(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    const reader = readerOf(handle, (await handle.stat()).size);
    const head = await reader.at(0, headBytes);
    if (otherBeginnings.test(head.toString("latin1")))
      throw new SourceRefused("mixed_content", "its beginning");
    await (head.readUInt32BE(0) === ebml.header ? checkElements(reader) : checkBoxes(reader));
  } finally {
    await handle.close();
  }
}

/** ISO BMFF and QuickTime: a sequence of boxes with size and four-character type. */
async function checkBoxes(reader: Reader): Promise<void> {
  let offset = 0;
  for (let parts = 0; offset < reader.size; parts += 1) {
    if (parts > maxParts) throw new SourceRefused("too_costly", "too many boxes");
    const header = await reader.at(offset, 16);
    if (header.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(header.toString("latin1", 4, 8)))
      return checkPadding(reader, offset);
    const type = header.toString("latin1", 4, 8);
    const short = header.readUInt32BE(0);
    // 0: to the end of the file; 1: the size has 64 bits.
    const size = short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short;
    if (short === 0) return;
    if (size < 8) return checkPadding(reader, offset);
    if (offset + size > reader.size) {
      const isMedia = ["mdat", "moov", "moof"].includes(type);
      throw new SourceRefused(isMedia ? "damaged" : "mixed_content", "its end is missing");
    }
    if (type === "moov") {
      if (size > maxMovieBytes) throw new SourceRefused("too_costly", "its table of contents");
      checkReferences(await reader.whole(offset, size), 8);
    }
    offset += size;
  }
}

/** Boxes of a movie that lead to its data references. */
const traversedBoxes: ReadonlySet<string> = new Set(["trak", "mdia", "minf", "dinf"]);

/**
 * Verifies that a movie's video and sound are stored in its own file.
 * @param from offset of its boxes
 */
function checkReferences(movie: Buffer, from: number): void {
  for (let at = from; at + 8 <= movie.length;) {
    const size = movie.readUInt32BE(at);
    const type = movie.toString("latin1", at + 4, at + 8);
    if (size < 8 || at + size > movie.length) return;
    const box = movie.subarray(at, at + size);
    if (traversedBoxes.has(type)) checkReferences(box, 8);
    // A reference movie, and a compressed one, whose references can't be read.
    if (type === "rmra" || type === "cmov") throw new SourceRefused("external_reference", type);
    if (type === "dref") checkDataReferences(box);
    at += size;
  }
}

/** The last flag of each entry says that the data are in the same file. */
function checkDataReferences(box: Buffer): void {
  for (let at = 16; at + 12 <= box.length;) {
    const size = box.readUInt32BE(at);
    if ((box[at + 11]! & 1) === 0)
      throw new SourceRefused("external_reference", box.toString("latin1", at + 4, at + 8));
    if (size < 12) return;
    at += size;
  }
}

async function checkPadding(reader: Reader, from: number): Promise<void> {
  if (from === 0) throw new SourceRefused("not_a_video");
  if (reader.size - from > maxPadding) throw new SourceRefused("mixed_content", "its end");
  for (let offset = from; offset < reader.size; offset += windowBytes) {
    if ((await reader.at(offset, windowBytes)).some((byte) => byte !== 0))
      throw new SourceRefused("mixed_content", "its end");
  }
}

const ebml = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  attachments: 0x1941a469,
} as const;
/**
 * Allowed elements. In a segment: seek head, information, tracks, cues, chapters, tags, void, checksum; in a cluster:
 * timestamps, blocks.
 */
const elements: ReadonlySet<number> = new Set([
  ebml.header,
  ebml.segment,
  ebml.cluster,
  0x114d9b74,
  0x1549a966,
  0x1654ae6b,
  0x1c53bb6b,
  0x1043a770,
  0x1254c367,
  0xec,
  0xbf,
  0xe7,
  0xa3,
  0xa0,
  0xa7,
  0xab,
]);

/**
 * Matroska and WebM: elements of id and size. Browser recordings have no total size: their child elements are read
 * instead.
 */
async function checkElements(reader: Reader): Promise<void> {
  let offset = 0;
  for (let parts = 0; offset < reader.size; parts += 1) {
    if (parts > maxParts) throw new SourceRefused("too_costly", "too many elements");
    const header = await reader.at(offset, 12);
    const id = numberOf(header, 0, 4, true);
    const size = id && numberOf(header, id.bytes, 8, false);
    if (!id || !size || !elements.has(id.value)) {
      if (id?.value === ebml.attachments) throw new SourceRefused("mixed_content", "it carries files");
      // A truncated recording ends within an element.
      if (reader.size - offset < 12 && offset > 0) return;
      throw new SourceRefused(offset === 0 ? "not_a_video" : "mixed_content", "its end");
    }
    const isEntered = id.value === ebml.segment || (id.value === ebml.cluster && size.isUnknown);
    offset += id.bytes + size.bytes + (isEntered ? 0 : size.value);
  }
}

/**
 * EBML variable-length integer, whose first byte encodes its length. `keeps`: whether the length marker is part of the
 * value, as in ids.
 */
function numberOf(
  bytes: Buffer,
  from: number,
  longest: number,
  keeps: boolean,
): { value: number; bytes: number; isUnknown: boolean } | null {
  const first = bytes[from];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (length > longest || from + length > bytes.length) return null;
  let value = keeps ? first : first & (0xff >> length);
  let isUnknown = (first & (0xff >> length)) === 0xff >> length;
  for (const byte of bytes.subarray(from + 1, from + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, bytes: length, isUnknown };
}
