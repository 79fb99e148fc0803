import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { isSoldApartSql, withholdOwnPrices } from "../billing/index.ts";

const updateSoldApart = statement<{ classIds: readonly string[] }, never>(
  "catalog.refresh_sold_apart",
  (p) => sql`
    update catalog.classes set is_sold_apart = wanted.value
    from (select asked.id, ${isSoldApartSql(sql`asked.id`)} as value from unnest(${p.classIds}::uuid[]) as asked (id)) as wanted
    where classes.id = wanted.id and classes.is_sold_apart <> wanted.value`,
);
const lockAll = statement<{ classIds: readonly string[] }, { id: string }>(
  "catalog.lock_classes",
  (p) => sql`select id from catalog.classes where id = any(${p.classIds}::uuid[]) order by id for update`,
);
const updateFreeInCourse = statement<
  { classIds: readonly string[]; freeIds: readonly string[] },
  { id: string }
>(
  "catalog.save_free_in_course",
  (p) => sql`
    update catalog.classes set is_free_in_course = id = any(${p.freeIds}::uuid[])
    where id = any(${p.classIds}::uuid[]) and is_free_in_course <> (id = any(${p.freeIds}::uuid[]))
    returning id`,
);
/** Whether a class may be sold alone: what anyone plays for free isn't. */
const isSellableSql = sql`published_at is not null and access_rank > 0 and not is_free_in_course`;
const selectPriced = statement<{ id: string }, { title: string; isSellable: boolean }>(
  "catalog.find_priced_class",
  (p) => sql`select title, ${isSellableSql} as "isSellable" from catalog.classes where id = ${p.id}::uuid`,
);
const selectSellable = statement<{ classIds: readonly string[] }, { id: string }>(
  "catalog.list_sellable_classes",
  (p) => sql`select id from catalog.classes where id = any(${p.classIds}::uuid[]) and ${isSellableSql}`,
);

/** Notes of classes whether only a price of their own, or of a course, opens them. Call it after a change of such prices. */
export const refreshSoldApart = async (db: Db, classIds: readonly string[]): Promise<void> => {
  await db.change(updateSoldApart, { classIds });
};

/**
 * Takes the own prices of classes from sale, or offers them again, as what they are now says. Call it after a change of their access
 * or publication, under their locks.
 */
export const followSales = async (db: Db, classIds: readonly string[]): Promise<void> => {
  const sellable = await db.many(selectSellable, { classIds });
  await withholdOwnPrices(db, { opensIds: classIds, sellableIds: sellable.map(({ id }) => id) });
  await refreshSoldApart(db, classIds);
};

/** Locks classes until the transaction ends, so that what is derived from several courses is derived by one transaction at a time. */
export const lockClasses = async (db: Db, classIds: readonly string[]): Promise<void> => {
  await db.many(lockAll, { classIds });
};
/** Saves which of these classes anyone may play, because a course begins with them for free. Those aren’t sold alone. */
export const saveFreeInCourse = async (
  db: Db,
  classes: { readonly classIds: readonly string[]; readonly freeIds: readonly string[] },
): Promise<void> => {
  const changed = await db.many(updateFreeInCourse, classes);
  if (changed.length === 0) return;
  await followSales(
    db,
    changed.map(({ id }) => id),
  );
};

/** A class, also a draft, as something to sell alone; null without one. */
export const findPricedClass = (db: Db, id: string): Promise<{ title: string; isSellable: boolean } | null> =>
  db.maybe(selectPriced, { id });
