import { sql } from "kysely";
import type { FormatContext } from "../../../../contract/formats/context.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { CreditNoteReason } from "../rules/credit-notes.ts";
import type { TaxedPart } from "../rules/tax.ts";
import { countUp, draftPrefix } from "./store.ts";

/** A credit note with what it says of its invoice. Amounts in minor units, with tax. */
export interface CreditNoteRow {
  readonly id: string;
  readonly number: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly reason: CreditNoteReason;
  readonly amount: number;
  /** The part that goes back as money. */
  readonly refunded: number;
  /** The part that is account credit again. */
  readonly credited: number;
  readonly taxTotal: number;
  readonly taxes: readonly TaxedPart[];
  readonly issuedAt: Date;
  /** How its buyer read when it was issued; null for credit notes of earlier releases. */
  readonly reader: FormatContext | null;
}

/** What decides the next credit note of an issued invoice. */
export interface CreditableRow {
  readonly id: string;
  readonly accountId: string;
  readonly total: number;
  readonly taxes: readonly TaxedPart[];
  readonly creditsApplied: number;
  readonly isUnpaid: boolean;
  readonly amountPaid: number;
  readonly amountRefunded: number;
}

interface Credited {
  readonly amountLost: number;
  readonly amount: number;
  readonly refunded: number;
  readonly credited: number;
}

const columns = sql`
  credit_notes.id, credit_notes.number, credit_notes.invoice_id as "invoiceId", invoices.number as "invoiceNumber", credit_notes.reason,
  credit_notes.amount, credit_notes.refunded, credit_notes.credited, credit_notes.tax_total as "taxTotal", credit_notes.taxes,
  credit_notes.issued_at as "issuedAt", credit_notes.reader`;
const joined = sql`billing.credit_notes join billing.invoices on invoices.id = credit_notes.invoice_id`;

const lockRow = statement<{ id: string }, CreditableRow>(
  "billing.lock_creditable_invoice",
  (p) => sql`
    select id, account_id as "accountId", total, taxes, credits_applied as "creditsApplied", status in ('voided', 'not_paid') as "isUnpaid",
      amount_paid as "amountPaid", amount_refunded as "amountRefunded"
    from billing.invoices where id = ${p.id}::uuid and number not like ${sql.lit(`${draftPrefix}%`)} for update`,
);
const sumRows = statement<{ invoiceId: string }, Credited>(
  "billing.sum_credit_notes",
  (p) => sql`
    select coalesce(sum(amount), 0)::int as amount, coalesce(sum(refunded), 0)::int as refunded, coalesce(sum(credited), 0)::int as credited,
      (select coalesce(sum(amount), 0)::int from billing.disputes where invoice_id = ${p.invoiceId}::uuid and status = 'lost') as "amountLost"
    from billing.credit_notes where invoice_id = ${p.invoiceId}::uuid`,
);
const insertRow = statement<
  Omit<CreditNoteRow, "number" | "invoiceNumber" | "taxes" | "reader"> & {
    readonly taxes: string;
    readonly numberPrefix: string | null;
    readonly reader: string | null;
  },
  never
>(
  "billing.insert_credit_note",
  (p) => sql`
    with counted as (${countUp("CN", p.issuedAt, sql`true`, p.numberPrefix)})
    insert into billing.credit_notes (id, number, invoice_id, reason, amount, refunded, credited, tax_total, taxes, issued_at, reader)
    select ${p.id}::uuid, counted.number, ${p.invoiceId}::uuid, ${p.reason}, ${p.amount}, ${p.refunded}, ${p.credited}, ${p.taxTotal},
      ${p.taxes}::jsonb, ${p.issuedAt}, ${p.reader}::jsonb from counted`,
);
const selectById = statement<{ id: string }, CreditNoteRow>(
  "billing.find_credit_note",
  (p) => sql`select ${columns} from ${joined} where credit_notes.id = ${p.id}::uuid`,
);
const selectOf = statement<{ invoiceIds: readonly string[] }, CreditNoteRow>(
  "billing.list_credit_notes",
  (p) => sql`
    select ${columns} from ${joined} where credit_notes.invoice_id = any(${p.invoiceIds}::uuid[])
    order by credit_notes.issued_at, credit_notes.number`,
);
const selectUncredited = statement<{ limit: number }, { id: string }>(
  "billing.list_uncredited_invoices",
  (p) => sql`
    select invoices.id from billing.invoices
    cross join lateral (select coalesce(sum(amount), 0) as lost from billing.disputes where invoice_id = invoices.id and status = 'lost') as bank
    cross join lateral (select coalesce(sum(refunded), 0) as noted from billing.credit_notes where invoice_id = invoices.id) as notes
    where invoices.status = 'paid' and invoices.amount_refunded + lost > 0 and least(amount_paid, amount_refunded + lost) > noted
    order by invoices.issued_at limit ${p.limit}::int`,
);

/** Locks an issued invoice for a credit note; null for a draft. */
export const lockCreditable = (db: Db, id: string): Promise<CreditableRow | null> =>
  db.maybe(lockRow, { id });

/** What an invoice's credit notes say, and what disputes took of it. */
export const sumCreditNotes = (db: Db, invoiceId: string): Promise<Credited> =>
  db.one(sumRows, { invoiceId });

/** Inserts a credit note under the next number of its year. */
export const insertCreditNote = async (
  db: Db,
  note: Omit<CreditNoteRow, "number" | "invoiceNumber"> & { readonly numberPrefix: string | null },
): Promise<void> => {
  await db.change(insertRow, {
    ...note,
    taxes: JSON.stringify(note.taxes),
    reader: note.reader && JSON.stringify(note.reader),
  });
};

export const findCreditNote = (db: Db, id: string): Promise<CreditNoteRow | null> =>
  db.maybe(selectById, { id });

/** Credit notes of invoices, oldest first. */
export const listCreditNotes = (db: Db, invoiceIds: readonly string[]): Promise<CreditNoteRow[]> =>
  db.many(selectOf, { invoiceIds });

/** Paid invoices from which money left without a credit note. */
export const listUncredited = async (db: Db, limit: number): Promise<string[]> =>
  (await db.many(selectUncredited, { limit })).map(({ id }) => id);
