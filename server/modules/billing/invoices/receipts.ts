import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { personLoader } from "../../identity/index.ts";
import { drawReceipt } from "./receipt-page.ts";
import { taxNames, wholeRate } from "../rules/tax.ts";
import { findInvoice, listInvoices } from "./store.ts";
import type { InvoiceRow } from "./store.ts";

/** Lifetime of a receipt link in seconds. */
const linkSeconds = 3600;

const signatureOf = (ctx: Ctx, id: string, until: number): string =>
  keyedHash(ctx.config.authSecret, `receipt ${id} ${until}`);

/**
 * A signed receipt link, valid for an hour without sign-in, because browsers send no token with downloads.
 */
export function receiptUrl(ctx: Ctx, invoice: Pick<InvoiceRow, "id">, kind: "pdf" | "json"): string {
  // Rounded to ten minutes, so that repeated queries return the same link.
  const until = Math.ceil(ctx.clock.now().getTime() / 1000 / 600) * 600 + linkSeconds;
  return `${ctx.publicUrl}/invoices/${invoice.id}.${kind}?until=${until}&signature=${signatureOf(ctx, invoice.id, until)}`;
}

/**
 * The invoice of a signed link.
 * @throws NotFound for an invalid link
 */
export async function invoiceOfLink(
  ctx: Ctx,
  link: { id: string; until: string; signature: string },
): Promise<InvoiceRow> {
  const until = Number(link.until);
  const isGood =
    isSameText(link.signature, signatureOf(ctx, link.id, until)) && until * 1000 > ctx.clock.now().getTime();
  const found = isGood && isUuid(link.id) ? await findInvoice(ctx.db, link.id) : null;
  if (!found) throw new NotFound("invoice");
  return found;
}

/** An invoice as JSON for accounting. Amounts in minor units. */
export const receiptJson = (invoice: InvoiceRow): object => ({
  number: invoice.number,
  status: invoice.status,
  currencyCode: invoice.currencyCode,
  countryCode: invoice.countryCode,
  region: invoice.region,
  issuedAt: invoice.issuedAt,
  paidAt: invoice.paidAt,
  term: { from: invoice.termStartsAt, to: invoice.termEndsAt },
  lines: invoice.lines,
  subTotal: invoice.subTotal,
  discountsTotal: invoice.discountsTotal,
  tax: {
    name: taxNames(invoice.taxes),
    percent: wholeRate({ parts: invoice.taxes }) / 1000,
    isIncluded: invoice.isTaxInclusive,
    amount: invoice.taxTotal,
    parts: invoice.taxes.map(({ name, milliPercent, amount }) => ({
      name,
      percent: milliPercent / 1000,
      amount,
    })),
  },
  total: invoice.total,
  creditsApplied: invoice.creditsApplied,
  amountDue: invoice.amountDue,
  amountPaid: invoice.amountPaid,
  amountRefunded: invoice.amountRefunded,
});

const pageSize = 100;

/** All issued invoices of an account as PDFs, newest first. */
export async function* receiptsOf(
  ctx: Ctx,
  accountId: string,
): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  let after: { at: Date; id: string } | null = null;
  for (;;) {
    const page: InvoiceRow[] = await listInvoices(ctx.db, { accountId, first: pageSize, after });
    for (const invoice of page)
      yield { name: `${invoice.number}.pdf`, content: await receiptPdf(ctx, invoice) };
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { at: last.issuedAt, id: last.id };
  }
}

/** An invoice as a PDF. */
export async function receiptPdf(ctx: Ctx, invoice: InvoiceRow): Promise<Buffer> {
  const person = await personLoader(ctx).load(invoice.accountId);
  const payer = person && !person.isAnonymous ? person.name : null;
  return drawReceipt(invoice, { issuer: ctx.config.invoiceIssuer, payer });
}
