import { sql } from "kysely";
import { statement } from "../db.ts";
import { oldest } from "../jobs/retention.ts";

/** A hashed file of a web build. */
export interface OfferedFile {
  readonly type: string;
  /** Whether `content` is compressed by Brotli. */
  readonly isBrotli: boolean;
  readonly content: Buffer;
}

/** A row that a server offered this lately isn't written again. */
const lately = sql`interval '1 hour'`;

/** Notes that a server offers the documents now. Rows that are locked stay as they are. */
export const touchDocuments = statement<{ ids: readonly string[]; now: Date }, never>(
  "platform.touch_web_documents",
  (p) => sql`
    update platform.web_documents set offered_at = ${p.now}::timestamptz
    where id in (
      select id from platform.web_documents
      where id = any(${p.ids}::text[]) and offered_at < ${p.now}::timestamptz - ${lately}
      for update skip locked)`,
);

/** Documents that were offered lately. */
export const listOfferedDocuments = statement<{ ids: readonly string[]; now: Date }, { id: string }>(
  "platform.list_offered_web_documents",
  (p) => sql`
    select id from platform.web_documents
    where id = any(${p.ids}::text[]) and offered_at >= ${p.now}::timestamptz - ${lately}`,
);

export const saveDocuments = statement<
  { ids: readonly string[]; names: readonly string[]; bodies: readonly string[]; now: Date },
  never
>(
  "platform.save_web_documents",
  (p) => sql`
    insert into platform.web_documents (id, name, body, offered_at)
    select id, name, body, ${p.now}::timestamptz
    from unnest(${p.ids}::text[], ${p.names}::text[], ${p.bodies}::text[]) as given (id, name, body)
    on conflict (id) do update set offered_at = excluded.offered_at`,
);

export const findDocument = statement<{ id: string }, { body: string }>(
  "platform.find_web_document",
  (p) => sql`select body from platform.web_documents where id = ${p.id}`,
);

/** Like `touchDocuments`, for files. */
export const touchFiles = statement<{ paths: readonly string[]; now: Date }, never>(
  "platform.touch_web_files",
  (p) => sql`
    update platform.web_files set offered_at = ${p.now}::timestamptz
    where path in (
      select path from platform.web_files
      where path = any(${p.paths}::text[]) and offered_at < ${p.now}::timestamptz - ${lately}
      for update skip locked)`,
);

/** Files that were offered lately. */
export const listOfferedFiles = statement<{ paths: readonly string[]; now: Date }, { path: string }>(
  "platform.list_offered_web_files",
  (p) => sql`
    select path from platform.web_files
    where path = any(${p.paths}::text[]) and offered_at >= ${p.now}::timestamptz - ${lately}`,
);

export const saveFiles = statement<
  {
    paths: readonly string[];
    types: readonly string[];
    areBrotli: readonly boolean[];
    contents: readonly Buffer[];
    now: Date;
  },
  never
>(
  "platform.save_web_files",
  (p) => sql`
    insert into platform.web_files (path, type, is_brotli, content, offered_at)
    select path, type, is_brotli, content, ${p.now}::timestamptz
    from unnest(${p.paths}::text[], ${p.types}::text[], ${p.areBrotli}::boolean[], ${p.contents}::bytea[])
      as given (path, type, is_brotli, content)
    on conflict (path) do update set offered_at = excluded.offered_at`,
);

export const findFile = statement<{ path: string }, OfferedFile>(
  "platform.find_web_file",
  (p) => sql`
    select type, is_brotli as "isBrotli", content from platform.web_files where path = ${p.path}`,
);

/** Notes that a running server has a build. */
export const seeBuild = statement<{ id: string; documentIds: readonly string[]; now: Date }, never>(
  "platform.see_web_build",
  (p) => sql`
    insert into platform.web_builds (id, document_ids, seen_at)
    values (${p.id}, ${p.documentIds}::text[], ${p.now}::timestamptz)
    on conflict (id) do update set seen_at = excluded.seen_at`,
);

/** Whether a server that was seen after `since` has a document. */
export const findRunning = statement<{ documentId: string; since: Date }, { isRunning: boolean }>(
  "platform.find_running_web_build",
  (p) => sql`
    select exists (
      select from platform.web_builds
      where seen_at > ${p.since}::timestamptz and ${p.documentId} = any(document_ids)) as "isRunning"`,
);

export const deleteOldDocuments = statement<{ before: Date }, never>(
  "platform.delete_old_web_documents",
  (p) =>
    sql`delete from platform.web_documents where ${oldest("platform.web_documents", "offered_at", p.before)}`,
);

export const deleteOldFiles = statement<{ before: Date }, never>(
  "platform.delete_old_web_files",
  (p) => sql`delete from platform.web_files where ${oldest("platform.web_files", "offered_at", p.before)}`,
);

export const deleteOldBuilds = statement<{ before: Date }, never>(
  "platform.delete_old_web_builds",
  (p) => sql`delete from platform.web_builds where ${oldest("platform.web_builds", "seen_at", p.before)}`,
);
