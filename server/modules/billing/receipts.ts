import { createHmac, timingSafeEqual } from "node:crypto";
import PDFDocument from "pdfkit";
import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { personLoader } from "../identity/index.ts";
import { dayText, moneyText, percentText } from "./mails.ts";
import { taxNames, wholeRate } from "./rules/tax.ts";
import { findInvoice, listInvoices } from "./store-invoices.ts";
import type { InvoiceRow } from "./store-invoices.ts";

/** How long a link to a receipt is good for, in seconds. */
const linkSeconds = 3600;
const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const signatureOf = (ctx: Ctx, id: string, until: number): string =>
  createHmac("sha256", ctx.config.authSecret).update(`receipt ${id} ${until}`).digest("base64url");

/** A link to a receipt that whoever holds it may open, for an hour: browsers send no token along. */
export function receiptUrl(ctx: Ctx, invoice: Pick<InvoiceRow, "id">, kind: "pdf" | "json"): string {
  // Cut to ten minutes, so that the same answer has the same link for a while.
  const until = Math.ceil(ctx.clock.now().getTime() / 1000 / 600) * 600 + linkSeconds;
  return `${ctx.publicUrl}/invoices/${invoice.id}.${kind}?until=${until}&signature=${signatureOf(ctx, invoice.id, until)}`;
}

/** The invoice that a signed link leads to. @throws NotFound for any other */
export async function invoiceOfLink(
  ctx: Ctx,
  link: { id: string; until: string; signature: string },
): Promise<InvoiceRow> {
  const until = Number(link.until);
  const given = Buffer.from(link.signature);
  const expected = Buffer.from(signatureOf(ctx, link.id, until));
  const isGood =
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    until * 1000 > ctx.clock.now().getTime();
  const found = isGood && uuidPattern.test(link.id) ? await findInvoice(ctx.db, link.id) : null;
  if (!found) throw new NotFound("invoice");
  return found;
}

/** An invoice as JSON, for whoever keeps books. Amounts in minor units. */
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

/** Every invoice of an account as it can be printed, the newest first. */
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

const lineNames = { plan: "", unused_time: "Unused time of ", discount: "Coupon ", tax: "" } as const;
const statusNames: Record<string, string> = {
  paid: "Paid",
  payment_due: "Payment due",
  not_paid: "Not paid",
  posted: "Payment due",
};

/** An invoice as a PDF of one page. */
export async function receiptPdf(ctx: Ctx, invoice: InvoiceRow): Promise<Buffer> {
  const person = await personLoader(ctx).load(invoice.accountId);
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const document = new PDFDocument({
    size: "A4",
    margin: 56,
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: "Eightcount",
      CreationDate: invoice.issuedAt,
      ModDate: invoice.issuedAt,
    },
    lang: "en",
    displayTitle: true,
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });

  const left = 56;
  const right = document.page.width - 56;
  const bold = () => document.font("Helvetica-Bold");
  const plain = () => document.font("Helvetica");
  const row = (name: string, value: string, isStrong = false) => {
    const y = document.y;
    (isStrong ? bold() : plain()).fontSize(11);
    document.text(name, left, y, { width: 340 });
    const below = document.y;
    document.text(value, right - 140, y, { width: 140, align: "right" });
    document.y = Math.max(below, document.y) + 6;
  };
  const rule = () => {
    document
      .moveTo(left, document.y)
      .lineTo(right, document.y)
      .lineWidth(0.5)
      .strokeColor("#999999")
      .stroke();
    document.y += 10;
  };

  bold().fontSize(22).fillColor("#1d1916").text("Eightcount", left, 56);
  plain().fontSize(11);
  for (const line of ctx.config.invoiceIssuer.split("\n")) document.text(line);
  document.moveDown(2);
  bold().fontSize(16).text(`Invoice ${invoice.number}`);
  document.moveDown(0.5);
  plain().fontSize(11);
  document.text(`Issued on ${dayText(invoice.issuedAt)}`);
  document.text(
    invoice.paidAt ? `Paid on ${dayText(invoice.paidAt)}` : (statusNames[invoice.status] ?? invoice.status),
  );
  // The page's font has the letters of western Europe alone.
  if (person && !person.isAnonymous && /^[\u0020-\u00ff]+$/.test(person.name))
    document.text(`For ${person.name}`);
  document.text(`From ${dayText(invoice.termStartsAt)} to ${dayText(invoice.termEndsAt)}`);
  document.moveDown(1.5);
  rule();
  for (const line of invoice.lines) row(`${lineNames[line.kind]}${line.description}`, money(line.amount));
  rule();
  row("Total", money(invoice.total), true);
  for (const tax of invoice.taxes)
    row(`${invoice.isTaxInclusive ? "of which " : ""}${tax.name}, ${percentText(tax)}`, money(tax.amount));
  if (invoice.creditsApplied > 0) row("Your credit", money(-invoice.creditsApplied));
  row("Paid", money(invoice.amountPaid));
  if (invoice.amountRefunded > 0) row("Paid back", money(-invoice.amountRefunded));
  document.end();
  return done;
}
