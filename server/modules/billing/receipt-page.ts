import PDFDocument from "pdfkit";
import { dayText, moneyText, percentText } from "./mails.ts";
import { regionName } from "./rules/places.ts";
import type { InvoiceRow } from "./store-invoices.ts";

const lineNames = { plan: "", unused_time: "Unused time of ", discount: "Coupon " } as const;
const statusNames: Record<string, string> = {
  payment_due: "Payment due",
  not_paid: "Not paid",
  posted: "Payment due",
};
const countries = new Intl.DisplayNames("en", { type: "region" });

/** Where it was sold: "Quebec, Canada". Null for a country that nobody named. */
function placeText({ countryCode, region }: InvoiceRow): string | null {
  if (countryCode === "ZZ") return null;
  const country = countries.of(countryCode) ?? countryCode;
  const name = region ? regionName(countryCode, region) : null;
  return name ? `${name}, ${country}` : country;
}

// The page's font has the letters of western Europe alone.
const isDrawable = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff]+$/.test(text);

const edge = 56;
const amountWidth = 120;

/** Draws an invoice as a PDF: A4, more pages where it is long. `issuer` may have several lines; `payer` null: nobody is named. */
export function drawReceipt(
  invoice: InvoiceRow,
  { issuer, payer }: { issuer: string; payer: string | null },
): Promise<Buffer> {
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const document = new PDFDocument({
    size: "A4",
    margin: edge,
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

  const right = document.page.width - edge;
  const width = right - edge;
  const bold = () => document.font("Helvetica-Bold");
  const plain = () => document.font("Helvetica");
  const text = (line: string) => document.text(line, edge, document.y, { width });
  const row = (name: string, value: string, isStrong = false) => {
    (isStrong ? bold() : plain()).fontSize(11);
    const nameWidth = width - amountWidth - 16;
    const height = document.heightOfString(name, { width: nameWidth });
    if (document.y + height > document.page.height - edge) document.addPage();
    const { y } = document;
    document.text(name, edge, y, { width: nameWidth });
    document.text(value, right - amountWidth, y, { width: amountWidth, align: "right" });
    document.y = y + height + 6;
  };
  const rule = () => {
    document
      .moveTo(edge, document.y)
      .lineTo(right, document.y)
      .lineWidth(0.5)
      .strokeColor("#999999")
      .stroke();
    document.y += 10;
  };

  bold().fontSize(22).fillColor("#1d1916").text("Eightcount", edge, edge);
  plain().fontSize(11);
  for (const line of issuer.split("\n")) text(line);
  document.moveDown(2);
  bold().fontSize(16);
  text(`Invoice ${invoice.number}`);
  document.moveDown(0.5);
  plain().fontSize(11);
  text(`Issued on ${dayText(invoice.issuedAt)}`);
  text(
    invoice.paidAt ? `Paid on ${dayText(invoice.paidAt)}` : (statusNames[invoice.status] ?? invoice.status),
  );
  if (payer && isDrawable(payer)) text(`For ${payer}`);
  const place = placeText(invoice);
  if (place && isDrawable(place)) text(`Sold in ${place}`);
  text(`From ${dayText(invoice.termStartsAt)} to ${dayText(invoice.termEndsAt)}`);
  document.moveDown(1.5);
  rule();
  for (const { kind, description, amount } of invoice.lines)
    if (kind !== "tax") row(`${lineNames[kind]}${description}`, money(amount));
  const isOnTop = !invoice.isTaxInclusive && invoice.taxes.length > 0;
  if (isOnTop) {
    rule();
    row("Before tax", money(invoice.total - invoice.taxTotal));
    for (const tax of invoice.taxes) row(`${tax.name}, ${percentText(tax)}`, money(tax.amount));
  }
  rule();
  row("Total", money(invoice.total), true);
  if (!isOnTop)
    for (const tax of invoice.taxes) row(`of which ${tax.name}, ${percentText(tax)}`, money(tax.amount));
  if (invoice.creditsApplied > 0) row("Your credit", money(-invoice.creditsApplied));
  row("Paid", money(invoice.amountPaid));
  if (invoice.amountRefunded > 0) row("Paid back", money(-invoice.amountRefunded));
  const due = invoice.amountDue - invoice.amountPaid;
  if (due > 0 && invoice.status === "payment_due") row("Still to be paid", money(due), true);
  document.end();
  return done;
}
