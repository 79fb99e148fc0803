import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** The landing page as stored; `storedPage` parses its documents. */
export interface LandingRow {
  readonly version: number;
  readonly draft: object;
  /** Null while visitors begin at the home page. */
  readonly published: object | null;
  readonly savedAt: Date | null;
  readonly publishedAt: Date | null;
}

const selectRow = statement<Record<string, never>, LandingRow>(
  "studio.find_landing_page",
  () => sql`
    select version, draft, published, saved_at as "savedAt", published_at as "publishedAt" from studio.landing_page`,
);
const selectPublished = statement<Record<string, never>, Pick<LandingRow, "published">>(
  "studio.find_published_landing_page",
  () => sql`select published from studio.landing_page`,
);
const saveDraft = statement<{ version: number; draft: string; now: Date }, never>(
  "studio.save_landing_page",
  (p) => sql`
    update studio.landing_page set draft = ${p.draft}::jsonb, saved_at = ${p.now}::timestamptz, version = version + 1
    where version = ${p.version}::int`,
);
const publishDraft = statement<{ version: number; now: Date }, never>(
  "studio.publish_landing_page",
  (p) => sql`
    update studio.landing_page set published = draft, published_at = ${p.now}::timestamptz, version = version + 1
    where version = ${p.version}::int`,
);
const replace = statement<{ version: number; draft: string; published: string | null }, never>(
  "studio.replace_landing_documents",
  (p) => sql`
    update studio.landing_page set draft = ${p.draft}::jsonb, published = ${p.published}::jsonb, version = version + 1
    where version = ${p.version}::int`,
);
const withdraw = statement<{ version: number }, never>(
  "studio.withdraw_landing_page",
  (p) => sql`
    update studio.landing_page set published = null, published_at = null, version = version + 1
    where version = ${p.version}::int`,
);

export const findLandingRow = (db: Db): Promise<LandingRow> => db.one(selectRow, {});

/** The document that visitors see; null without one. */
export const findPublishedLanding = async (db: Db): Promise<object | null> =>
  (await db.one(selectPublished, {})).published;

/** Optimistic-lock updates. @returns false on version conflict */
export const updateDraft = async (
  db: Db,
  change: { version: number; draft: string; now: Date },
): Promise<boolean> => (await db.change(saveDraft, change)) === 1;
export const publishRow = async (db: Db, change: { version: number; now: Date }): Promise<boolean> =>
  (await db.change(publishDraft, change)) === 1;
export const replaceDocuments = async (
  db: Db,
  change: { version: number; draft: string; published: string | null },
): Promise<boolean> => (await db.change(replace, change)) === 1;
export const withdrawRow = async (db: Db, version: number): Promise<boolean> =>
  (await db.change(withdraw, { version })) === 1;
