import { videoColumns } from "../../../../contract/video-metadata.ts";
import type { MetadataResult, VideoColumn, VideoRowFault } from "../../../../contract/video-metadata.ts";
import { dateOrders } from "../../../../contract/table-dates.ts";
import type { DateOrder, SlashedDates } from "../../../../contract/table-dates.ts";
import type { Ctx } from "../../../ctx.ts";
import { readTable } from "../../../platform/csv-table.ts";
import type { TableRow } from "../../../platform/csv-table.ts";
import { BadInput, ChangedMeanwhile, Forbidden, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { isSlashedDate, readTableDate, slashedDatesOf } from "../../../platform/table-dates.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { maxLengths } from "../editing/attributes.ts";
import { requireClassEditor } from "../editing/classes.ts";
import { guessColumns } from "./columns.ts";
import { changeItem, effectOf, namesIn } from "./fill.ts";
import type { ItemChange } from "./fill.ts";
import { named, namesOf } from "./folders.ts";
import type { LibraryNames } from "./folders.ts";
import { itemsOf, videoImport } from "./imports.ts";
import type { ImportItem } from "./imports.ts";
import { plain, stemOf } from "./names.ts";
import { fitLine, fitText } from "./proposals.ts";
import type { ImportFields, VideoImportRow } from "./store.ts";

const maxRows = 5000;
/** Rows and faults that an answer lists. */
const maxListed = 200;
/** Google Takeout cuts the names of files to about this many letters and digits. */
const minCutName = 30;
const sampleRows = 3;
/** Characters of a line before it is known to be a title. */
const maxCellLength = 4000;

/** A row by the meaning of its columns; empty cells are left out. */
type Row = { readonly line: number } & Partial<Record<VideoColumn, string>>;

function rowOf({ line, cells }: TableRow, columns: readonly (VideoColumn | null)[]): Row {
  const entries = columns.flatMap((column, at): [VideoColumn, string][] =>
    column && cells[at] ? [[column, cells[at]]] : [],
  );
  return { line, ...Object.fromEntries(entries) };
}

/** The digits of a part of a Vimeo address, also with the key of an unlisted video after a colon. */
const vimeoIdOf = (part: string | undefined) => /^(\d+)(?:$|:)/.exec(part ?? "")?.[1];

/** The id of a video, which may be given as its address or its place in an API. */
function videoIdOf(text: string): string {
  const parts = text.split(/[/?#]/).filter((part) => part !== "" && !part.includes("="));
  if (text.includes("vimeo.com/") || text.startsWith("/videos/")) {
    // A showcase has a number too, before that of its video.
    const video = parts.find((part, at) => vimeoIdOf(part) && /^videos?$/.test(parts[at - 1] ?? ""));
    const id = vimeoIdOf(video ?? parts.find(vimeoIdOf));
    if (id) return id;
  }
  return /[?&]v=([\w-]+)/.exec(text)?.[1] ?? parts.at(-1) ?? "";
}

/** Finds the file of a row: by its name, by the id of the video, by its title, and by a name that Google Takeout cut. */
function matcherOf(items: readonly ImportItem[]): (row: Row) => ImportItem | undefined {
  const by = (keyOf: (item: ImportItem) => string) => {
    const found = new Map<string, ImportItem | null>();
    for (const item of items) {
      const key = keyOf(item);
      // A key of two files finds neither.
      if (key) found.set(key, found.has(key) ? null : item);
    }
    return (key: string) => (key && found.get(key)) || undefined;
  };
  const byFile = by(({ fileName }) => fileName.toLowerCase());
  const byStem = by(({ fileName }) => plain(stemOf(fileName)));
  const byId = by(({ videoId }) => videoId ?? "");
  const byTitle = by(({ edited, fields }) => plain((edited ?? fields).title));
  const stems = items.map((item) => ({ item, stem: plain(stemOf(item.fileName)) }));
  const byCutName = (title: string) => {
    const cut = stems.filter(({ stem }) => stem.length >= minCutName && title.startsWith(stem));
    return cut.length === 1 ? cut[0]!.item : undefined;
  };
  return ({ file_name: file = "", video_id: id = "", title = "" }) => {
    const name = file.split(/[/\\]/).at(-1) ?? "";
    const videoId = videoIdOf(id);
    const words = plain(title);
    return (
      byFile(name.toLowerCase()) ??
      byStem(plain(stemOf(name))) ??
      byId(videoId) ??
      (videoId.length >= 6 ? items.find(({ fileName }) => fileName.includes(videoId)) : undefined) ??
      byStem(words) ??
      byTitle(words) ??
      byCutName(words)
    );
  };
}

/** What a row says of a class, and what of it can't be used. */
function readMetadata(
  row: Row,
  names: LibraryNames,
  dates: SlashedDates | null,
): { change: ItemChange; faults: { fault: VideoRowFault; text: string }[] } {
  const faults: { fault: VideoRowFault; text: string }[] = [];
  const fields: { -readonly [Name in keyof ImportFields]?: ImportFields[Name] } = {};
  const title = fitLine(row.title ?? null, maxCellLength);
  if (title && title.length > maxLengths.title) faults.push({ fault: "title_too_long", text: title });
  else if (title) fields.title = title;
  const description = fitText(row.description ?? null, maxLengths.description);
  if (description) fields.description = description;
  const find = (field: "instructor" | "style" | "level", text: string | undefined) => {
    const found = text === undefined ? undefined : named(names[field], text);
    if (found) fields[field] = found.slug;
    else if (text) faults.push({ fault: `unknown_${field}`, text });
  };
  find("instructor", row.instructor);
  find("style", row.style);
  find("level", row.level);
  const category = row.category === undefined ? undefined : named(names.categories, row.category);
  if (category) {
    fields.categories = [category.slug];
    fields.section = category.section;
  } else if (row.category) faults.push({ fault: "unknown_category", text: row.category });
  const { recordedAt, fault } = readRecordedAt(row.recorded_at, dates);
  if (fault) faults.push({ fault: "bad_date", text: row.recorded_at ?? "" });
  return { change: { fields, ...(recordedAt && { recordedAt }) }, faults };
}

/** The moment of a cell; dates with slashes are left out while their order is open. */
function readRecordedAt(
  text: string | undefined,
  dates: SlashedDates | null,
): { recordedAt: Date | null; fault: boolean } {
  if (text === undefined || (dates?.order === null && isSlashedDate(text)))
    return { recordedAt: null, fault: false };
  const at = readTableDate(text, dates?.order ?? "day_first");
  const recordedAt = at && at.getUTCFullYear() > 1900 && at.getUTCFullYear() < 2200 ? at : null;
  return { recordedAt, fault: recordedAt === null };
}

const datesOf = (rows: readonly Row[], chosen: DateOrder | null): SlashedDates | null =>
  slashedDatesOf(
    rows.flatMap(({ recorded_at: text }) => text ?? []),
    chosen,
  );

/** @throws BadInput */
function readColumns(header: readonly string[], given: readonly string[] | null): (VideoColumn | null)[] {
  const columns =
    given?.map((one) => videoColumns.find((column) => column === one) ?? null) ?? guessColumns(header);
  if (columns.length !== header.length)
    throw new BadInput("columns", inEnglish("Send a meaning per column."));
  const used = columns.filter((column) => column !== null);
  if (new Set(used).size < used.length)
    throw new BadInput("columns", msg("Two columns have the same meaning. Choose one of them."));
  return columns;
}

/**
 * Reads a table of videos, as YouTube Studio, Google Takeout or Vimeo export it, and matches its rows to the files of an import. It
 * fills only fields of which neither a person nor a table has said anything. The same table again changes nothing. For editors, and
 * the import's teacher.
 * @param given.columns meanings of the columns; null: guessed
 * @param given.dates order of dates with slashes, where they don't say it themselves; null: not chosen
 * @param given.isReplacing whether it also replaces what a person or a table said
 * @param given.isDryRun whether it changes nothing
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function readVideoMetadata(
  ctx: Ctx,
  importId: string,
  given: {
    readonly content: Buffer;
    readonly columns: readonly string[] | null;
    readonly dates: string | null;
    readonly isReplacing: boolean;
    readonly isDryRun: boolean;
  },
): Promise<MetadataResult> {
  const found = await videoImport(ctx, importId);
  const { header, rows } = await readTable(given.content, maxRows);
  const columns = readColumns(header, given.columns);
  const items = (await itemsOf(ctx, found)).filter(({ mainId }) => mainId === null);
  const read = rows.map((row) => rowOf(row, columns));
  const dates = datesOf(read, dateOrders.find((order) => order === given.dates) ?? null);
  if (dates?.order === null && !given.isDryRun)
    throw new BadInput("dates", msg("Choose whether the day or the month comes first."));
  const result = await match(ctx, found, {
    rows: read,
    dates,
    items,
    isReplacing: given.isReplacing,
    isDryRun: given.isDryRun,
  });
  if (!given.isDryRun && result.changed > 0)
    await ctx.transact((tx) =>
      recordAuditEntry(tx, {
        action: "catalog.video_import_filled",
        subject: `video_import:${found.id}`,
        details: { videos: result.changed, rows: rows.length },
      }),
    );
  return {
    columns: header.map((name, at) => ({
      name,
      column: columns[at] ?? null,
      samples: rows.slice(0, sampleRows).flatMap(({ cells }) => (cells[at] ? [cells[at].slice(0, 100)] : [])),
    })),
    rows: rows.length,
    dates,
    ...result,
  };
}

/** Why a row's class can't be changed. @throws the error if it is none of these */
function faultOf(error: unknown): VideoRowFault {
  if (error instanceof Forbidden) return "published";
  if (error instanceof NotFound || error instanceof ChangedMeanwhile) return "changed_meanwhile";
  throw error;
}

async function match(
  ctx: Ctx,
  found: VideoImportRow,
  given: {
    rows: readonly Row[];
    dates: SlashedDates | null;
    items: readonly ImportItem[];
    isReplacing: boolean;
    isDryRun: boolean;
  },
): Promise<Omit<MetadataResult, "columns" | "dates" | "rows">> {
  const { own } = await requireClassEditor(ctx);
  const names = await namesOf(ctx);
  const find = matcherOf(given.items);
  const mode = given.isReplacing ? "set" : "fill";
  const matched: { line: number; itemId: string; fileName: string; changes: string[] }[] = [];
  const unmatched: { line: number; title: string }[] = [];
  const faults: { line: number; fault: VideoRowFault; text: string }[] = [];
  const seen = new Set<string>();
  for (const row of given.rows) {
    const { line } = row;
    const item = find(row);
    if (!item) {
      unmatched.push({ line, title: (row.title ?? row.file_name ?? row.video_id ?? "").slice(0, 100) });
      continue;
    }
    if (seen.has(item.id)) {
      faults.push({ line, fault: "duplicate", text: item.fileName });
      continue;
    }
    seen.add(item.id);
    const read = readMetadata(row, names, given.dates);
    for (const { fault, text } of read.faults) faults.push({ line, fault, text: text.slice(0, 100) });
    // A teacher's classes stay the teacher's.
    const { instructor, ...rest } = read.change.fields;
    const fields = found.instructor === null && instructor ? { ...rest, instructor } : rest;
    const change = { ...read.change, fields };
    if (own !== null && item.edited?.publishedAt) {
      faults.push({ line, fault: "published", text: item.fileName });
      continue;
    }
    let changes = namesIn(effectOf(item, item.edited, change, mode));
    if (!given.isDryRun && changes.length > 0) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- One after another: they share locks of instructors and categories.
        changes = await changeItem(ctx, item, change, { mode, isByPerson: true });
      } catch (error) {
        faults.push({ line, fault: faultOf(error), text: item.fileName });
        continue;
      }
    }
    matched.push({ line, itemId: item.id, fileName: item.fileName, changes });
  }
  return {
    matched,
    unmatched: unmatched.slice(0, maxListed),
    unmatchedCount: unmatched.length,
    faults: faults.slice(0, maxListed),
    changed: matched.filter(({ changes }) => changes.length > 0).length,
  };
}
