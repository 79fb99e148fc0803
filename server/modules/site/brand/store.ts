import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

export interface BrandFileRow {
  readonly name: string;
  readonly kind: string;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

const selectFiles = statement<Record<string, never>, BrandFileRow>(
  "site.list_brand_files",
  () => sql`select name, kind, hash, width, height, content from site.brand_files order by name`,
);
const insertFile = statement<Omit<BrandFileRow, "content"> & { content: string }, never>(
  "site.insert_brand_file",
  (p) => sql`
    insert into site.brand_files (name, kind, hash, width, height, content)
    values (
      ${p.name}::text, ${p.kind}::text, ${p.hash}::text, ${p.width}::int, ${p.height}::int,
      decode(${p.content}::text, 'base64')
    )
    on conflict (name) do update
    set hash = excluded.hash, width = excluded.width, height = excluded.height, content = excluded.content`,
);
const deleteFiles = statement<{ kind: string }, never>(
  "site.delete_brand_files",
  (p) => sql`delete from site.brand_files where kind = ${p.kind}::text`,
);
const countRevision = statement<Record<string, never>, never>(
  "site.count_revision",
  () => sql`update site.settings set revision = revision + 1`,
);

/** All files of the brand: at most eight, which every server keeps in memory. */
export const listBrandFiles = (db: Db): Promise<BrandFileRow[]> => db.many(selectFiles, {});

/** @param file its content as base64 */
export const saveBrandFile = async (
  db: Db,
  file: Omit<BrandFileRow, "content"> & { content: string },
): Promise<void> => {
  await db.change(insertFile, file);
};

/** @returns how many there were */
export const removeBrandFiles = (db: Db, kind: string): Promise<number> => db.change(deleteFiles, { kind });

/** Says that the studio changed. */
export const raiseRevision = async (db: Db): Promise<void> => {
  await db.change(countRevision, {});
};
