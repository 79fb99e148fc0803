import { sql } from "kysely";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A version of a legal page, without its text. */
export interface LegalVersion {
  readonly kind: LegalPageKind;
  readonly version: number;
  /** The first day, in the studio's time zone: YYYY-MM-DD. */
  readonly validFrom: string;
  readonly publishedAt: Date;
  /** When members were first told of it by email; null if they weren't. */
  readonly announcedAt: Date | null;
  /** Language of the original. */
  readonly locale: string;
  /** Languages that the original is translated into. */
  readonly translations: readonly string[];
}

const selectVersions = statement<Record<string, never>, LegalVersion>(
  "site.list_legal_versions",
  () => sql`
    select kind, version, to_char(valid_from, 'YYYY-MM-DD') as "validFrom", published_at as "publishedAt",
      announced_at as "announcedAt", locale,
      array(select locale from site.legal_versions other
        where other.kind = original.kind and other.version = original.version and not other.is_original
        order by locale) as translations
    from site.legal_versions original where is_original order by kind, version`,
);
const selectText = statement<{ kind: string; version: number; locale: string }, { body: string }>(
  "site.find_legal_text",
  (p) => sql`
    select body from site.legal_versions
    where kind = ${p.kind} and version = ${p.version}::int and locale = ${p.locale}`,
);
const insertVersion = statement<
  { kind: string; version: number; locale: string; body: string; validFrom: string; now: Date },
  never
>(
  "site.insert_legal_version",
  (p) => sql`
    insert into site.legal_versions (kind, version, locale, body, valid_from, published_at)
    values (${p.kind}, ${p.version}::int, ${p.locale}, ${p.body}, ${p.validFrom}::date, ${p.now}::timestamptz)
    on conflict do nothing`,
);
const insertTranslation = statement<
  { kind: string; version: number; locale: string; body: string; now: Date },
  never
>(
  "site.insert_legal_translation",
  (p) => sql`
    insert into site.legal_versions (kind, version, locale, body, valid_from, published_at, is_original)
    select kind, version, ${p.locale}, ${p.body}, valid_from, ${p.now}::timestamptz, false
    from site.legal_versions where kind = ${p.kind} and version = ${p.version}::int and is_original
    on conflict do nothing`,
);
const deleteVersion = statement<{ kind: string; version: number }, never>(
  "site.delete_legal_version",
  (p) => sql`delete from site.legal_versions where kind = ${p.kind} and version = ${p.version}::int`,
);
const updateAnnounced = statement<{ kind: string; version: number; now: Date }, never>(
  "site.announce_legal_version",
  (p) => sql`
    update site.legal_versions set announced_at = ${p.now}::timestamptz
    where kind = ${p.kind} and version = ${p.version}::int and is_original and announced_at is null`,
);
const countChange = statement<Record<string, never>, never>(
  "site.count_change",
  () => sql`update site.settings set revision = revision + 1`,
);

export const listLegalVersions = (db: Db): Promise<LegalVersion[]> => db.many(selectVersions, {});

/** The Markdown of a version in a language; null if there is none. */
export const findLegalText = async (
  db: Db,
  page: { kind: LegalPageKind; version: number; locale: string },
): Promise<string | null> => (await db.maybe(selectText, page))?.body ?? null;

/** @returns false if the version exists already */
export const insertLegalVersion = async (
  db: Db,
  page: { kind: LegalPageKind; version: number; locale: string; body: string; validFrom: string; now: Date },
): Promise<boolean> => (await db.change(insertVersion, page)) === 1;

/** @returns false if there is no such version, or it has a text in that language already */
export const insertLegalTranslation = async (
  db: Db,
  page: { kind: LegalPageKind; version: number; locale: string; body: string; now: Date },
): Promise<boolean> => (await db.change(insertTranslation, page)) === 1;

export const deleteLegalVersion = async (
  db: Db,
  page: { kind: LegalPageKind; version: number },
): Promise<boolean> => (await db.change(deleteVersion, page)) > 0;

/** Records that members are told of a version. Idempotent. */
export const announceLegalVersion = async (
  db: Db,
  page: { kind: LegalPageKind; version: number; now: Date },
): Promise<void> => {
  await db.change(updateAnnounced, page);
};

/** Counts a change, so that caches don't take an older state for a newer one. Serializes changes. */
export const countStudioChange = async (db: Db): Promise<void> => {
  await db.change(countChange, {});
};
