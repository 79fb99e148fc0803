import { sql } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { keyedHash } from "../../platform/signature.ts";

/** What people searched for without finding a class. */
export interface MissedSearch {
  /** In lower case. */
  readonly text: string;
  readonly people: number;
}

const [minLength, maxLength] = [2, 60];
/** Of one person in a month: more isn't a search. */
const maxPerPerson = 50;
const storedMonths = 12;
const maxListed = 50;

// What was typed on the way to this search isn't another one.
const insertMissed = statement<{ month: string; text: string; searcher: Buffer; most: number }, never>(
  "catalog.insert_missed_search",
  (p) => sql`
    with typed as (
      delete from catalog.missed_searches
      where month = ${p.month}::date and searcher = ${p.searcher}::bytea and text <> ${p.text}::text
        and starts_with(${p.text}::text, text)
    )
    insert into catalog.missed_searches (month, text, searcher)
    select ${p.month}::date, ${p.text}::text, ${p.searcher}::bytea
    where (
      select count(*) from catalog.missed_searches where month = ${p.month}::date and searcher = ${p.searcher}::bytea
    ) < ${p.most}::int
    on conflict do nothing`,
);
interface MissedQuery {
  /** The first day of the first month. */
  readonly month: string;
  /** The first day of the month after the last one; null: until now. */
  readonly before: string | null;
  readonly leastPeople: number;
}
const selectMissed = statement<MissedQuery & { first: number }, MissedSearch>(
  "catalog.list_missed_searches",
  (p) => sql`
    select text, sum(people)::int as people from (
      select text, count(*) as people from catalog.missed_searches
      where month >= ${p.month}::date and (${p.before}::date is null or month < ${p.before}::date) group by month, text
    ) as months
    group by text having max(people) >= ${p.leastPeople}::int order by sum(people) desc, text limit ${p.first}::int`,
);
const deleteOld = statement<{ before: Date }, never>(
  "catalog.delete_old_missed_searches",
  (p) => sql`delete from catalog.missed_searches where month < ${p.before}::date`,
);

const monthNow = (ctx: Ctx): string => `${ctx.clock.now().toISOString().slice(0, 8)}01`;

/**
 * Counts a search that found no class. The person is stored as a hash that changes each month, so that people can be counted and not
 * recognized. Children's searches, long texts, and what looks like an address or a number aren't stored.
 */
export async function noteMissedSearch(ctx: Ctx, given: string): Promise<void> {
  const { viewer } = ctx;
  if (!viewer || viewer.isChild || viewer.role !== "member") return;
  const text = given.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  if (text.length < minLength || text.length > maxLength || /@|\d{5}/.test(text)) return;
  const month = monthNow(ctx);
  const searcher = Buffer.from(
    keyedHash(ctx.config.authSecret, `missed-search:${month}:${viewer.accountId}`),
    "base64url",
  );
  await ctx.db.change(insertMissed, { month, text, searcher, most: maxPerPerson });
}

/** Searches of enough people in one month, the most frequent first. */
export const listMissedSearches = (db: Db, query: MissedQuery): Promise<MissedSearch[]> =>
  db.many(selectMissed, { ...query, first: maxListed });

/** Deletes searches of more than a year ago. */
export async function forgetMissedSearches(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now();
  before.setUTCMonth(before.getUTCMonth() - storedMonths, 1);
  await ctx.db.change(deleteOld, { before });
}
