import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountOfSql } from "../../identity/index.ts";

/**
 * SQL for the ids of the classes that a person's account bought alone or in a course, as an array. It doesn't depend on a row of
 * the statement around it unless the person does, so that it is read once.
 */
export const boughtClassesSql = (personId: unknown): RawBuilder<unknown> => sql`array(
  select class_id from billing.account_classes where account_id = ${accountOfSql(personId)})`;

/** SQL for whether only a price of its own opens a class: a pass is on sale that says so. */
export const isSoldApartSql = (classId: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from billing.opened_classes as opened join billing.plans on plans.opens_id = opened.opens_id
  where opened.class_id = ${classId} and opened.removed_at is null
    and plans.is_only_way and plans.is_offered and not plans.is_withheld)`;

const selectBought = statement<{ personIds: readonly string[] }, { personId: string; classIds: string[] }>(
  "billing.list_bought_classes",
  (p) => sql`
    select asked.id as "personId", ${boughtClassesSql(sql`asked.id`)} as "classIds" from unnest(${p.personIds}::uuid[]) as asked (id)`,
);
const updateOpened = statement<{ opensId: string; classIds: readonly string[]; now: Date }, never>(
  "billing.set_opened_classes",
  (p) => sql`
    with removed as (
      update billing.opened_classes set removed_at = ${p.now}::timestamptz
      where opens_id = ${p.opensId}::uuid and removed_at is null and class_id <> all(${p.classIds}::uuid[]))
    insert into billing.opened_classes (opens_id, class_id)
    select ${p.opensId}::uuid, class_id from unnest(${p.classIds}::uuid[]) as listed (class_id)
    on conflict (opens_id, class_id) do update set removed_at = null`,
);
const selectOpened = statement<{ opensId: string }, { classId: string }>(
  "billing.list_opened_classes",
  (p) => sql`
    select class_id as "classId" from billing.opened_classes where opens_id = ${p.opensId}::uuid and removed_at is null`,
);
const updateWithheld = statement<{ opensIds: readonly string[]; sellableIds: readonly string[] }, never>(
  "billing.withhold_own_prices",
  (p) => sql`
    update billing.plans set is_withheld = opens_id <> all(${p.sellableIds}::uuid[])
    where opens_id = any(${p.opensIds}::uuid[]) and is_withheld = (opens_id = any(${p.sellableIds}::uuid[]))`,
);
const updateName = statement<{ opensId: string; name: string }, never>(
  "billing.rename_own_prices",
  (p) => sql`
    update billing.plans set name = ${p.name}, version = version + 1 where opens_id = ${p.opensId}::uuid and name <> ${p.name}`,
);
const selectIsSold = statement<{ opensId: string }, { isPriced: boolean; isBought: boolean }>(
  "billing.find_own_price_use",
  (p) => sql`
    select exists (select from billing.plans where opens_id = ${p.opensId}::uuid) as "isPriced",
      exists (select from billing.subscriptions where opens_id = ${p.opensId}::uuid) as "isBought"`,
);
const selectOnSale = statement<{ opensIds: readonly string[] }, { opensId: string }>(
  "billing.list_sold_alone",
  (p) => sql`
    select distinct opens_id as "opensId" from billing.plans
    where opens_id = any(${p.opensIds}::uuid[]) and is_offered and not is_withheld`,
);
const updateSale = statement<
  { id: string; version: number; isOffered: boolean; isOnlyWay: boolean },
  { opensId: string }
>(
  "billing.update_own_price",
  (p) => sql`
    update billing.plans set is_offered = ${p.isOffered}, is_only_way = ${p.isOnlyWay}, version = version + 1
    where id = ${p.id} and version = ${p.version} and opens_id is not null returning opens_id as "opensId"`,
);

/** The classes that each person's account bought alone or in a course. */
export const listBoughtClasses = (
  db: Db,
  personIds: readonly string[],
): Promise<{ personId: string; classIds: string[] }[]> => db.many(selectBought, { personIds });

/** Sets the classes that a pass for a course or class opens. Who bought it before keeps what is removed. */
export const saveOpenedClasses = async (
  db: Db,
  opened: { opensId: string; classIds: readonly string[]; now: Date },
): Promise<void> => {
  await db.change(updateOpened, opened);
};

/** Ids of the classes that a pass for a course or class opens for those who buy it now. */
export const listOpenedClasses = async (db: Db, opensId: string): Promise<string[]> =>
  (await db.many(selectOpened, { opensId })).map(({ classId }) => classId);

/** Takes the prices of courses or classes from sale while those can't be sold, and puts them back. */
export const withholdOwnPrices = async (
  db: Db,
  of: { readonly opensIds: readonly string[]; readonly sellableIds: readonly string[] },
): Promise<void> => {
  await db.change(updateWithheld, of);
};

/** Gives the prices of a course or class its new title. */
export const renameOwnPrices = async (db: Db, opensId: string, name: string): Promise<void> => {
  await db.change(updateName, { opensId, name });
};

/** Whether a course or class has, or had, a price of its own, and whether anyone ever bought it. */
export const findOwnPriceUse = (db: Db, opensId: string): Promise<{ isPriced: boolean; isBought: boolean }> =>
  db.one(selectIsSold, { opensId });

/** Those of some courses and classes that are on sale alone, in some currency. */
export const listSoldAlone = async (db: Db, opensIds: readonly string[]): Promise<Set<string>> =>
  new Set((await db.many(selectOnSale, { opensIds })).map(({ opensId }) => opensId));

/** @returns what the price is of; null if another editor was faster */
export const updateOwnPrice = (
  db: Db,
  sale: { id: string; version: number; isOffered: boolean; isOnlyWay: boolean },
): Promise<{ opensId: string } | null> => db.maybe(updateSale, sale);
