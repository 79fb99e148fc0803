import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

export interface SettingsRow {
  /** Counts saves of the settings, for the optimistic lock. */
  readonly version: number;
  /** Counts every change of the studio, so that caches know the newer of two reads. */
  readonly revision: number;
  /** The document; `storedSettings` parses it. */
  readonly data: object;
  readonly savedAt: Date | null;
  readonly openedAt: Date | null;
}

const selectSettings = statement<Record<string, never>, SettingsRow>(
  "site.find_settings",
  () => sql`
    select version, revision, data, saved_at as "savedAt", opened_at as "openedAt" from site.settings`,
);
const writeSettings = statement<{ version: number; data: string; now: Date }, never>(
  "site.update_settings",
  (p) => sql`
    update site.settings
    set data = ${p.data}::jsonb, saved_at = ${p.now}::timestamptz, version = version + 1, revision = revision + 1
    where version = ${p.version}::int`,
);

/** The studio's settings; the migration inserts the row. */
export const findSettings = (db: Db): Promise<SettingsRow> => db.one(selectSettings, {});

/** Optimistic-lock update. @returns false on version conflict */
export const updateSettings = async (
  db: Db,
  change: { version: number; data: string; now: Date },
): Promise<boolean> => (await db.change(writeSettings, change)) === 1;

const openRow = statement<{ now: Date }, never>(
  "site.open",
  (p) => sql`
    update site.settings set opened_at = ${p.now}::timestamptz, revision = revision + 1 where opened_at is null`,
);

/** Opens the studio. @returns false if it is open already */
export const openSettings = async (db: Db, now: Date): Promise<boolean> =>
  (await db.change(openRow, { now })) === 1;

const selectConfirmations = statement<Record<string, never>, { confirmations: object }>(
  "site.find_confirmations",
  () => sql`select confirmations from site.settings`,
);
const writeConfirmation = statement<{ step: string; at: string }, never>(
  "site.save_confirmation",
  (p) => sql`
    update site.settings set confirmations = confirmations || jsonb_build_object(${p.step}::text, ${p.at}::text)`,
);

/** Moments in ISO 8601 by the name of the step. */
export const findConfirmations = async (db: Db): Promise<Record<string, string>> =>
  (await db.one(selectConfirmations, {})).confirmations as Record<string, string>;

export const saveConfirmation = async (db: Db, confirmed: { step: string; at: string }): Promise<void> => {
  await db.change(writeConfirmation, confirmed);
};
