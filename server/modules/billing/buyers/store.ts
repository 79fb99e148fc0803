import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Who buys, as it goes on invoices. All of it is optional. */
export interface BillingDetails {
  readonly name: string | null;
  readonly company: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly countryCode: string | null;
  /** In written form: capitals, without spaces. */
  readonly vatId: string | null;
}

export interface BillingDetailsRow extends BillingDetails {
  readonly accountId: string;
  /** When the register of VAT ids confirmed it. */
  readonly vatConfirmedAt: Date | null;
}

const columns = sql`account_id as "accountId", name, company, line1, line2, postal_code as "postalCode", city,
  country_code as "countryCode", vat_id as "vatId", vat_confirmed_at as "vatConfirmedAt"`;
const selectRow = statement<{ accountId: string }, BillingDetailsRow>(
  "billing.find_billing_details",
  (p) => sql`select ${columns} from billing.billing_details where account_id = ${p.accountId}::uuid`,
);
const upsertRow = statement<BillingDetailsRow & { readonly now: Date }, never>(
  "billing.upsert_billing_details",
  (p) => sql`
    insert into billing.billing_details
      (account_id, name, company, line1, line2, postal_code, city, country_code, vat_id, vat_confirmed_at, updated_at)
    values (${p.accountId}::uuid, ${p.name}, ${p.company}, ${p.line1}, ${p.line2}, ${p.postalCode}, ${p.city}, ${p.countryCode},
      ${p.vatId}, ${p.vatConfirmedAt}::timestamptz, ${p.now})
    on conflict (account_id) do update set name = excluded.name, company = excluded.company, line1 = excluded.line1,
      line2 = excluded.line2, postal_code = excluded.postal_code, city = excluded.city, country_code = excluded.country_code,
      vat_id = excluded.vat_id, vat_confirmed_at = excluded.vat_confirmed_at, updated_at = excluded.updated_at`,
);
const deleteRow = statement<{ accountId: string }, never>(
  "billing.delete_billing_details",
  (p) => sql`delete from billing.billing_details where account_id = ${p.accountId}::uuid`,
);
const selectUnconfirmed = statement<{ limit: number }, { accountId: string; vatId: string }>(
  "billing.list_unconfirmed_vat_ids",
  (p) => sql`
    select account_id as "accountId", coalesce(vat_id, '') as "vatId" from billing.billing_details
    where vat_id is not null and vat_confirmed_at is null order by updated_at limit ${p.limit}::int`,
);
const postponeRow = statement<{ accountId: string; now: Date }, never>(
  "billing.postpone_vat_id",
  (p) =>
    sql`update billing.billing_details set updated_at = ${p.now} where account_id = ${p.accountId}::uuid`,
);
const confirmRow = statement<{ accountId: string; vatId: string; now: Date }, never>(
  "billing.confirm_vat_id",
  (p) => sql`
    update billing.billing_details set vat_confirmed_at = ${p.now}
    where account_id = ${p.accountId}::uuid and vat_id = ${p.vatId}`,
);

export const findBillingDetails = (db: Db, accountId: string): Promise<BillingDetailsRow | null> =>
  db.maybe(selectRow, { accountId });

export const saveBillingDetails = async (
  db: Db,
  details: BillingDetailsRow & { readonly now: Date },
): Promise<void> => {
  await db.change(upsertRow, details);
};

export const deleteBillingDetails = async (db: Db, accountId: string): Promise<void> => {
  await db.change(deleteRow, { accountId });
};

/** VAT ids that the register hasn't confirmed, the longest waiting first. */
export const listUnconfirmedVatIds = (
  db: Db,
  limit: number,
): Promise<{ accountId: string; vatId: string }[]> => db.many(selectUnconfirmed, { limit });

/** Moves a VAT id that wasn't confirmed behind those that wait longer. */
export const postponeVatId = async (db: Db, asked: { accountId: string; now: Date }): Promise<void> => {
  await db.change(postponeRow, asked);
};

/** Marks a VAT id as confirmed, unless it was changed. */
export const confirmVatId = async (
  db: Db,
  confirmed: { accountId: string; vatId: string; now: Date },
): Promise<void> => {
  await db.change(confirmRow, confirmed);
};
