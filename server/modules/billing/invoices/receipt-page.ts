import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import PDFDocument from "pdfkit";
import { countryName } from "../../../../contract/formats/names.ts";
import { defaultReader } from "../../identity/index.ts";
import { dayText, moneyText, percentText } from "../emails.ts";
import { regionName } from "../taxes/places.ts";
import type { InvoiceRow } from "./store.ts";

const lineNames = { plan: "", unused_time: "Unused time of ", discount: "Coupon " } as const;
const statusNames: Record<string, string> = {
  payment_due: "Payment due",
  not_paid: "Not paid",
  posted: "Payment processing",
  voided: "Voided. Nothing is due.",
};

/** The place of sale: "Quebec, Canada". Null if the country is unknown. */
function placeText({ countryCode, region }: InvoiceRow): string | null {
  if (countryCode === "ZZ") return null;
  const country = countryName(countryCode, defaultReader) ?? countryCode;
  const name = region ? regionName(countryCode, region) : null;
  return name ? `${name}, ${country}` : country;
}

// PDF standard fonts cover only Western European text, and render in a thirtieth of the time.
const builtIn = { plain: "Helvetica", bold: "Helvetica-Bold" } as const;
const isWestern = (text: string): boolean => /^[\n\u0020-\u007e\u00a0-\u00ff\u20ac]*$/.test(text);
const fontFolder = join(dirname(createRequire(import.meta.url).resolve("@embedpdf/fonts-latin")), "../fonts");
/**
 * Noto Sans covers Latin, Greek and Cyrillic text and currency symbols. The glyphs in use are embedded as a
 * subset.
 */
const embedded = {
  plain: join(fontFolder, "NotoSans-Regular.ttf"),
  bold: join(fontFolder, "NotoSans-Bold.ttf"),
} as const;

/** Removes characters that no available font covers, such as emoji and other scripts. */
const drawable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sc}\p{Zs}\n+=<>|]/gu, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();

const edge = 56;
const amountWidth = 120;

/**
 * Draws an invoice as an A4 PDF, with as many pages as needed. `issuer` may have several lines; `payer` is
 * null if anonymous.
 */
export function drawReceipt(
  invoice: InvoiceRow,
  given: { issuer: string; payer: string | null },
): Promise<Buffer> {
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const issuer = drawable(given.issuer);
  const payer = given.payer && drawable(given.payer);
  const place = placeText(invoice);
  const lines = invoice.lines.map((line) => ({ ...line, description: drawable(line.description) }));
  const allText = [issuer, payer, place, money(0), ...lines.map(({ description }) => description)].join("\n");
  const fonts = isWestern(allText) ? builtIn : embedded;
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
  const bold = () => document.font(fonts.bold);
  const plain = () => document.font(fonts.plain);
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
  if (payer) text(`For ${payer}`);
  if (place) text(`Sold in ${place}`);
  text(`From ${dayText(invoice.termStartsAt)} to ${dayText(invoice.termEndsAt)}`);
  document.moveDown(1.5);
  rule();
  for (const { kind, description, amount } of lines)
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
  if (invoice.waived > 0) row("Too small to charge", money(-invoice.waived));
  row("Paid", money(invoice.amountPaid));
  if (invoice.amountRefunded > 0) row("Paid back", money(-invoice.amountRefunded));
  const due = invoice.amountDue - invoice.amountPaid;
  if (due > 0 && (invoice.status === "payment_due" || invoice.status === "posted"))
    row("Still to be paid", money(due), true);
  document.end();
  return done;
}
