import { sql } from "kysely";
import { statement } from "../db.ts";
import { oldest } from "../jobs/retention.ts";

/** A GraphQL document of a web build. */
export interface OfferedDocument {
  readonly name: string;
  readonly body: string;
  readonly firstOfferedAt: Date;
}

/** A hashed file of a web build. */
export interface OfferedFile {
  readonly type: string;
  /** Whether `content` is compressed by Brotli. */
  readonly isBrotli: boolean;
  readonly content: Buffer;
}

export const listStoredDocuments = statement<{ ids: readonly string[] }, { id: string }>(
  "platform.list_stored_web_documents",
  (p) => sql`select id from platform.web_documents where id = any(${p.ids}::text[])`,
);

/** Notes that a server offers the documents now. Rows that another server locks are noted by it. */
export const touchDocuments = statement<{ ids: readonly string[]; now: Date }, never>(
  "platform.touch_web_documents",
  (p) => sql`
    update platform.web_documents set offered_at = ${p.now}::timestamptz
    where id in (
      select id from platform.web_documents
      where id = any(${p.ids}::text[]) and offered_at < ${p.now}::timestamptz - interval '1 hour'
      for update skip locked)`,
);

export const insertDocuments = statement<
  { ids: readonly string[]; names: readonly string[]; bodies: readonly string[]; now: Date },
  never
>(
  "platform.insert_web_documents",
  (p) => sql`
    insert into platform.web_documents (id, name, body, first_offered_at, offered_at)
    select id, name, body, ${p.now}::timestamptz, ${p.now}::timestamptz
    from unnest(${p.ids}::text[], ${p.names}::text[], ${p.bodies}::text[]) as given (id, name, body)
    on conflict do nothing`,
);

export const findDocument = statement<{ id: string }, OfferedDocument>(
  "platform.find_web_document",
  (p) => sql`
    select name, body, first_offered_at as "firstOfferedAt" from platform.web_documents where id = ${p.id}`,
);

export const listStoredFiles = statement<{ paths: readonly string[] }, { path: string }>(
  "platform.list_stored_web_files",
  (p) => sql`select path from platform.web_files where path = any(${p.paths}::text[])`,
);

/** Like `touchDocuments`, for files. */
export const touchFiles = statement<{ paths: readonly string[]; now: Date }, never>(
  "platform.touch_web_files",
  (p) => sql`
    update platform.web_files set offered_at = ${p.now}::timestamptz
    where path in (
      select path from platform.web_files
      where path = any(${p.paths}::text[]) and offered_at < ${p.now}::timestamptz - interval '1 hour'
      for update skip locked)`,
);

export const insertFiles = statement<
  {
    paths: readonly string[];
    types: readonly string[];
    areBrotli: readonly boolean[];
    contents: readonly Buffer[];
    now: Date;
  },
  never
>(
  "platform.insert_web_files",
  (p) => sql`
    insert into platform.web_files (path, type, is_brotli, content, offered_at)
    select path, type, is_brotli, content, ${p.now}::timestamptz
    from unnest(${p.paths}::text[], ${p.types}::text[], ${p.areBrotli}::boolean[], ${p.contents}::bytea[])
      as given (path, type, is_brotli, content)
    on conflict do nothing`,
);

export const findFile = statement<{ path: string }, OfferedFile>(
  "platform.find_web_file",
  (p) => sql`
    select type, is_brotli as "isBrotli", content from platform.web_files where path = ${p.path}`,
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
