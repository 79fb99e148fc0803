import type Chargebee from "chargebee";
import type { OwnedDocument } from "../../owner-ports.ts";
import { asked, present } from "./client.ts";
import { dateOf } from "./held.ts";

/** As many as a page of Chargebee's has: years of monthly invoices. */
const most = 100;

/** The invoices and credit notes of a subscription, newest first. */
export async function documentsOf(client: Chargebee, subscription: string): Promise<OwnedDocument[]> {
  const filter = { subscription_id: { is: subscription }, limit: most, "sort_by[desc]": "date" };
  const [invoices, notes] = await Promise.all([
    asked(() => client.invoice.list(filter)),
    asked(() => client.creditNote.list(filter)),
  ]);
  const documents: OwnedDocument[] = [
    ...present(invoices.list).flatMap(({ invoice }) => {
      const issuedAt = dateOf(invoice.date);
      if (!issuedAt || invoice.status === "pending") return [];
      return {
        kind: "invoice" as const,
        ref: invoice.id,
        number: invoice.id,
        issuedAt,
        status: invoice.status,
        amount: invoice.total ?? 0,
        refunded: (invoice.issued_credit_notes ?? []).reduce(
          (total, { cn_total: amount }) => total + (amount ?? 0),
          0,
        ),
        currencyCode: invoice.currency_code,
      };
    }),
    ...present(notes.list).flatMap(({ credit_note: note }) => {
      const issuedAt = dateOf(note.date);
      if (!issuedAt || note.status === "voided") return [];
      return {
        kind: "credit_note" as const,
        ref: note.id,
        number: note.id,
        issuedAt,
        status: null,
        amount: note.total ?? 0,
        refunded: 0,
        currencyCode: note.currency_code,
      };
    }),
  ];
  // A credit note comes before the invoice that it takes back in the same second.
  return documents.sort(
    (one, other) => other.issuedAt.getTime() - one.issuedAt.getTime() || one.kind.localeCompare(other.kind),
  );
}
