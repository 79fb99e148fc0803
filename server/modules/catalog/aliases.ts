import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Ctx, Tx } from "../../ctx.ts";
import { isForeignKeyViolation, statement, statementByShape } from "../../platform/db.ts";

/** Entries of the library that can be merged. */
export const mergedKinds = ["style", "category", "section", "instructor"] as const;
export type MergedKind = (typeof mergedKinds)[number];

/** SQL for the slug of an entry by its slug, or by that of one that was merged into it. */
export const currentSlugSql = (kind: MergedKind, slug: unknown): RawBuilder<unknown> => sql`
  coalesce((select alias.slug from catalog.entry_aliases as alias
    where alias.kind = ${sql.lit(kind)} and alias.old_slug = ${slug}::text), ${slug}::text)`;

/** The same for an array of slugs. */
export const currentSlugsSql = (kind: MergedKind, slugs: unknown): RawBuilder<unknown> => sql`
  array(select coalesce(alias.slug, given.slug) from unnest(${slugs}::text[]) as given (slug)
    left join catalog.entry_aliases as alias on alias.kind = ${sql.lit(kind)} and alias.old_slug = given.slug)`;

const selectAlias = statement<{ kind: MergedKind; slug: string }, { slug: string }>(
  "catalog.find_entry_alias",
  (p) => sql`select slug from catalog.entry_aliases where kind = ${p.kind} and old_slug = ${p.slug}`,
);

/** The slug of the entry that another one was merged into; null if it wasn't merged. */
export const mergedInto = async (
  ctx: Pick<Ctx, "db">,
  kind: MergedKind,
  slug: string,
): Promise<string | null> => (await ctx.db.maybe(selectAlias, { kind, slug }))?.slug ?? null;

/** The slug of an entry by its slug, or by that of one that was merged into it. */
export const currentSlug = async (ctx: Pick<Ctx, "db">, kind: MergedKind, slug: string): Promise<string> =>
  (await mergedInto(ctx, kind, slug)) ?? slug;

/** The table of each kind of entry. */
export const entryTables = {
  style: sql`catalog.styles`,
  category: sql`catalog.categories`,
  section: sql`catalog.sections`,
  instructor: sql`catalog.instructors`,
} as const;
const holdEntry = statementByShape<MergedKind, { slug: string }, { slug: string }>(
  "catalog.hold_entry",
  (kind, p) => sql`select slug from ${entryTables[kind]} where slug = ${p.slug}::text for key share`,
);

/** The same for a row that stores it: the entry isn't merged until the transaction ends. */
export async function heldSlug(tx: Pick<Tx, "db">, kind: MergedKind, slug: string): Promise<string> {
  // It may be merged while this waits for that.
  for (let held = slug; ;) {
    if (await tx.db.maybe(holdEntry(kind), { slug: held })) return held;
    const into = await mergedInto(tx, kind, held);
    if (into === null) return held;
    held = into;
  }
}

const selectFormerNames = statement<{ kind: MergedKind }, { slug: string; name: string }>(
  "catalog.list_former_names",
  (p) => sql`
    select slug, name from catalog.entry_aliases where kind = ${p.kind} order by merged_at desc, old_slug limit 500`,
);

/** Names of merged entries of a kind, each with the slug of the one that has its classes now. */
export const listFormerNames = (
  ctx: Pick<Ctx, "db">,
  kind: MergedKind,
): Promise<{ slug: string; name: string }[]> => ctx.db.many(selectFormerNames, { kind });

/**
 * Runs a write that names entries of the library. If one is merged into another at the same time, the write runs again: its slug leads
 * to the other one then.
 */
export async function besideMerges<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (!isForeignKeyViolation(error) || !/(?:style|category|section|instructor)_id/.test(constraint ?? ""))
      throw error;
    return work();
  }
}
