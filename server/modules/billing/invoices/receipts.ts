import type { Ctx } from "../../../ctx.ts";
import type { FormatContext } from "../../../../contract/formats/context.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { personLoader, readerOf } from "../../identity/index.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isSigned, signLink } from "../document-links.ts";
import type { LinkSignature } from "../document-links.ts";
import { drawCreditNote, drawReceipt } from "./receipt-page.ts";
import type { Parties } from "./receipt-page.ts";
import { taxNames, wholeRate } from "../rules/tax.ts";
import { findInvoice, listInvoices, listIssuedInvoices } from "./store.ts";
import type { InvoiceRow } from "./store.ts";
import { findCreditNote, listCreditNotes } from "./store-credit-notes.ts";
import type { CreditNoteRow } from "./store-credit-notes.ts";

const subjectOf = (id: string): string => `receipt ${id}`;

/** A signed link to a document, valid for an hour without sign-in. */
function linkTo(ctx: Ctx, folder: "invoices" | "credit-notes", id: string, kind: "pdf" | "json"): string {
  const { until, signature } = signLink(ctx, subjectOf(id));
  return `${ctx.publicUrl}/${folder}/${id}.${kind}?until=${until}&signature=${signature}`;
}

/** A signed link to an invoice. */
export const receiptUrl = (ctx: Ctx, invoice: Pick<InvoiceRow, "id">, kind: "pdf" | "json"): string =>
  linkTo(ctx, "invoices", invoice.id, kind);

/** A signed link to a credit note as a PDF. */
export const creditNoteUrl = (ctx: Ctx, note: Pick<CreditNoteRow, "id">): string =>
  linkTo(ctx, "credit-notes", note.id, "pdf");

interface SignedLink extends LinkSignature {
  readonly id: string;
}

const isValid = (ctx: Ctx, link: SignedLink): boolean =>
  isSigned(ctx, subjectOf(link.id), link) && isUuid(link.id);

/**
 * The invoice of a signed link.
 * @throws NotFound for an invalid link
 */
export async function invoiceOfLink(ctx: Ctx, link: SignedLink): Promise<InvoiceRow> {
  const found = isValid(ctx, link) ? await findInvoice(ctx.db, link.id) : null;
  if (!found) throw new NotFound("invoice");
  return found;
}

/**
 * The credit note of a signed link.
 * @throws NotFound for an invalid link
 */
export async function creditNoteOfLink(ctx: Ctx, link: SignedLink): Promise<CreditNoteRow> {
  const found = isValid(ctx, link) ? await findCreditNote(ctx.db, link.id) : null;
  if (!found) throw new NotFound("credit note");
  return found;
}

/** An invoice as JSON for accounting. Amounts in minor units. */
export const receiptJson = (invoice: InvoiceRow): object => ({
  number: invoice.number,
  status: invoice.status,
  seller: invoice.seller,
  buyer: invoice.buyer,
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
    isReverseCharge: invoice.isReverseCharge,
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

/** An invoice or a credit note. */
export interface IssuedDocument {
  readonly number: string;
  readonly issuedAt: Date;
  /** Draws the PDF. */
  draw(): Promise<Buffer>;
}

/** Invoices in their order, each with its credit notes. */
async function documentsOf(ctx: Ctx, invoices: readonly InvoiceRow[]): Promise<IssuedDocument[]> {
  const notes = await listCreditNotes(
    ctx.db,
    invoices.map(({ id }) => id),
  );
  return invoices.flatMap((invoice) => [
    { number: invoice.number, issuedAt: invoice.issuedAt, draw: () => receiptPdf(ctx, invoice) },
    ...notes
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map((note) => ({
        number: note.number,
        issuedAt: note.issuedAt,
        draw: () => creditNotePdf(ctx, note, invoice),
      })),
  ]);
}

/** All invoices that the studio issued, each with its credit notes. */
export async function* issuedDocuments(ctx: Ctx): AsyncGenerator<IssuedDocument> {
  let after: string | null = null;
  for (;;) {
    const page: InvoiceRow[] = await listIssuedInvoices(ctx.db, after, pageSize);
    yield* await documentsOf(ctx, page);
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
    // A studio has more buyers than fit into memory.
    personLoader(ctx).clearAll();
  }
}

/** All issued invoices of an account as PDFs, newest first, each with its credit notes. */
export async function* receiptsOf(
  ctx: Ctx,
  accountId: string,
): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  let after: { at: Date; id: string } | null = null;
  for (;;) {
    const page: InvoiceRow[] = await listInvoices(ctx.db, { accountId, first: pageSize, after });
    for (const { number, draw } of await documentsOf(ctx, page))
      yield { name: `${number}.pdf`, content: await draw() };
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { at: last.issuedAt, id: last.id };
  }
}

/** @param issued how the buyer read when the document was issued; null for documents of earlier releases */
async function partiesOf(ctx: Ctx, invoice: InvoiceRow, issued: FormatContext | null): Promise<Parties> {
  const person = invoice.buyer?.name ? null : await personLoader(ctx).load(invoice.accountId);
  const name = person && !person.isAnonymous ? person.name : null;
  const reader = issued ?? (await readerOf(ctx.db, invoice.accountId));
  const seller = invoice.seller ?? ctx.studio.seller;
  const logo = ctx.studio.brand.logo?.light ?? null;
  return { seller, issuer: seller?.name ?? ctx.studio.name, logo, name, reader };
}

/** An invoice as a PDF. */
export const receiptPdf = async (ctx: Ctx, invoice: InvoiceRow): Promise<Buffer> =>
  drawReceipt(invoice, await partiesOf(ctx, invoice, invoice.reader));

/**
 * A credit note as a PDF.
 * @throws NotFound without its invoice
 */
export async function creditNotePdf(ctx: Ctx, note: CreditNoteRow, known?: InvoiceRow): Promise<Buffer> {
  const invoice = known ?? (await findInvoice(ctx.db, note.invoiceId));
  if (!invoice) throw new NotFound("invoice");
  return drawCreditNote(note, invoice, await partiesOf(ctx, invoice, note.reader));
}

/** Credit notes by invoice. */
export const creditNoteLoader = defineLoader<string, CreditNoteRow[]>(async (ctx, invoiceIds) =>
  Map.groupBy(await listCreditNotes(ctx.db, invoiceIds), ({ invoiceId }) => invoiceId),
);
