import { CsvError, parse } from "csv-parse";
import { BadInput } from "./errors.ts";
import { msg } from "./i18n/messages.ts";

/** Bytes of a file. */
export const maxTableBytes = 20 * 1024 * 1024;
const maxColumns = 200;
const maxCellLength = 4000;
const delimiters = [",", ";", "\t", "|"] as const;

/** A record of a table with a header. */
export interface TableRow {
  /** Line of the file on which it begins; the header is on line 1, unless empty lines come before it. */
  readonly line: number;
  /** As many as the header has, trimmed. */
  readonly cells: readonly string[];
}

/** A table that was read from a CSV file. */
export interface Table {
  /** Names of the columns, trimmed; some may be empty. */
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Whether every second byte of a text is zero, as in UTF-16 without a byte order mark. */
function looksLikeUtf16(bytes: Buffer, zeroAt: 0 | 1): boolean {
  const start = bytes.subarray(0, 200);
  const pairs = Math.floor(start.length / 2);
  let zeros = 0;
  for (let at = zeroAt; at < pairs * 2; at += 2) if (start[at] === 0) zeros += 1;
  return pairs > 1 && zeros / pairs > 0.6;
}

function encodingOf(bytes: Buffer): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || looksLikeUtf16(bytes, 1)) return "utf-16le";
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || looksLikeUtf16(bytes, 0)) return "utf-16be";
  return "utf-8";
}

/** Decodes UTF-8 and UTF-16, with or without a byte order mark, and else Windows-1252, which older spreadsheets write. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The delimiter that is most frequent outside of quotes in the first line. */
function delimiterOf(text: string): string {
  const start = text.trimStart().slice(0, 20_000);
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)?.[0] ?? "";
  const plain = line.replaceAll(/"(?:[^"]|"")*"/g, "");
  const counted = delimiters.map((delimiter) => ({ delimiter, count: plain.split(delimiter).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

const tooLarge = () => new BadInput("file", msg("The file can be up to 20 MB."));

/**
 * Reads a CSV file: RFC 4180, also with semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252.
 * @throws BadInput for a file that is empty, too large or no table
 */
export async function readTable(bytes: Buffer, maxRows: number): Promise<Table> {
  if (bytes.length > maxTableBytes) throw tooLarge();
  const text = decodeText(bytes);
  if (text.includes("\u0000")) throw new BadInput("file", msg("This isn’t a CSV file."));
  const records = parse(text, {
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
    skip_empty_lines: true,
    max_record_size: 1024 * 1024,
    trim: true,
  });
  let header: readonly string[] | null = null;
  const rows: TableRow[] = [];
  try {
    for await (const { record, info } of records as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!header) {
        header = record.slice(0, maxColumns);
        continue;
      }
      if (rows.length === maxRows)
        throw new BadInput("file", msg("The file can have up to {maxRows} rows. Split it.", { maxRows }));
      const breaks = record.join("").split("\n").length - 1;
      const cells = header.map((_name, at) => (record[at] ?? "").slice(0, maxCellLength));
      rows.push({ line: info.lines - breaks, cells });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadInput("file", msg("Line {line} can’t be read. Check its quotes.", { line: lineOf(error) }));
  }
  if (!header || rows.length === 0) throw new BadInput("file", msg("The file has no rows below its header."));
  return { header, rows };
}

const lineOf = (error: CsvError): number => Number((error as { lines?: unknown }).lines ?? 1);
