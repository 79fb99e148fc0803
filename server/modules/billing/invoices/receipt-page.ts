import type { FormatContext } from "../../../../contract/formats/context.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import type { Seller } from "../../../platform/config/seller.ts";
import type { BillingDetails } from "../buyers/store.ts";
import { textsFor } from "../texts.ts";
import { regionName } from "../taxes/places.ts";
import { drawPages } from "./pdf-page.ts";
import type { PagePart } from "./pdf-page.ts";
import type { InvoiceRow } from "./store.ts";
import type { CreditNoteRow } from "./store-credit-notes.ts";

const lineNames = { plan: "", unused_time: "Unused time of ", discount: "Coupon " } as const;
const statusNames: Record<string, string> = {
  payment_due: "Payment due",
  not_paid: "Not paid",
  posted: "Payment processing",
  voided: "Voided. Nothing is due.",
};
const reasonNames: Record<CreditNoteRow["reason"], string> = {
  refund: "Refund",
  withdrawal: "Withdrawal from the contract",
  dispute_lost: "Returned by your bank",
  canceled: "Canceled. Nothing is due.",
};

/** The place of sale: "Quebec, Canada". Null if the country is unknown. */
function placeText({ countryCode, region }: InvoiceRow, reader: FormatContext): string | null {
  if (countryCode === "ZZ") return null;
  const country = countryName(countryCode, reader) ?? countryCode;
  const name = region ? regionName(countryCode, region) : null;
  return name ? `${name}, ${country}` : country;
}

/** Who issues a document, and the name of the account that it is for, unless the invoice states a buyer. */
export interface Parties {
  readonly seller: Seller | null;
  /** The seller's name; the studio's on invoices without a seller. */
  readonly issuer: string;
  readonly name: string | null;
  /** How the buyer reads: a document names the same days as their pages and emails. */
  readonly reader: FormatContext;
}

const text = (line: string): PagePart => ({ kind: "text", text: line });
const row = (name: string, value: string, isStrong = false): PagePart => ({
  kind: "row",
  name,
  value,
  isStrong,
});
const rule: PagePart = { kind: "rule" };
const gap: PagePart = { kind: "gap" };

/** The issuer and the title of a document. */
const nameOfCountry = (code: string, reader: FormatContext): string => countryName(code, reader) ?? code;
const headOf = ({ seller, reader }: Parties, title: string): PagePart[] => [
  ...(seller ? sellerLines(seller, reader).map(text) : []),
  gap,
  { kind: "heading", text: title },
];
const sellerLines = (
  { addressLines, countryCode, vatId, taxNumber, registration, contact }: Seller,
  reader: FormatContext,
): string[] => [
  ...addressLines,
  ...(countryCode ? [nameOfCountry(countryCode, reader)] : []),
  ...(vatId ? [`VAT ID ${vatId}`] : []),
  ...(taxNumber ? [`Tax number ${taxNumber}`] : []),
  ...(registration ? [registration] : []),
  ...(contact ? [contact] : []),
];
const buyerLines = (buyer: BillingDetails, reader: FormatContext): string[] =>
  [
    buyer.line1,
    buyer.line2,
    [buyer.postalCode, buyer.city].filter(Boolean).join(" "),
    buyer.countryCode && nameOfCountry(buyer.countryCode, reader),
    buyer.vatId && `VAT ID ${buyer.vatId}`,
  ].filter((line): line is string => Boolean(line));
const buyerOf = (invoice: InvoiceRow, { name, reader }: Parties): PagePart[] => {
  const place = placeText(invoice, reader);
  const { buyer } = invoice;
  const names = [buyer?.company, buyer?.name ?? name].filter(Boolean).join(", ");
  return [
    ...(place ? [text(`Sold in ${place}`)] : []),
    ...(names || buyer ? [gap, text("Bill to")] : []),
    ...(names ? [text(names)] : []),
    ...(buyer ? buyerLines(buyer, reader).map(text) : []),
    ...(invoice.isReverseCharge
      ? [
          gap,
          text("Reverse charge: the recipient owes the VAT (articles 44 and 196, Directive 2006/112/EC)."),
        ]
      : []),
  ];
};

/** Draws an invoice as an A4 PDF. It says nothing of what was refunded later: that is on credit notes. */
export function drawReceipt(invoice: InvoiceRow, parties: Parties): Promise<Buffer> {
  const { day, percent, money: moneyText } = textsFor(parties.reader);
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const title = `Invoice ${invoice.number}`;
  const isOnTop = !invoice.isTaxInclusive && invoice.taxes.length > 0;
  const due = invoice.amountDue - invoice.amountPaid;
  const taxes = (prefix: string) =>
    invoice.taxes.map((tax) => row(`${prefix}${tax.name}, ${percent(tax)}`, money(tax.amount)));
  return drawPages({
    title,
    issuer: parties.issuer,
    createdAt: invoice.issuedAt,
    parts: [
      ...headOf(parties, title),
      text(`Issued on ${day(invoice.issuedAt)}`),
      text(
        invoice.paidAt ? `Paid on ${day(invoice.paidAt)}` : (statusNames[invoice.status] ?? invoice.status),
      ),
      text(`From ${day(invoice.termStartsAt)} to ${day(invoice.termEndsAt)}`),
      ...buyerOf(invoice, parties),
      gap,
      rule,
      ...invoice.lines.flatMap(({ kind, description, amount }) =>
        kind !== "tax"
          ? [row(`${lineNames[kind]}${description}`, money(amount))]
          : invoice.isReverseCharge
            ? [row(description, money(amount))]
            : [],
      ),
      ...(isOnTop ? [rule, row("Before tax", money(invoice.total - invoice.taxTotal)), ...taxes("")] : []),
      rule,
      row("Total", money(invoice.total), true),
      ...(isOnTop ? [] : taxes("of which ")),
      ...(invoice.isReverseCharge ? [row("VAT (reverse charge)", money(0))] : []),
      ...(invoice.creditsApplied > 0 ? [row("Your credit", money(-invoice.creditsApplied))] : []),
      ...(invoice.waived > 0 ? [row("Too small to charge", money(-invoice.waived))] : []),
      row("Paid", money(invoice.amountPaid)),
      ...(due > 0 && (invoice.status === "payment_due" || invoice.status === "posted")
        ? [row("Still to be paid", money(due), true)]
        : []),
    ],
  });
}

/** Draws a credit note as an A4 PDF. */
export function drawCreditNote(note: CreditNoteRow, invoice: InvoiceRow, parties: Parties): Promise<Buffer> {
  const { day, percent, money: moneyText } = textsFor(parties.reader);
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const title = `Credit note ${note.number}`;
  return drawPages({
    title,
    issuer: parties.issuer,
    createdAt: note.issuedAt,
    parts: [
      ...headOf(parties, title),
      text(`Issued on ${day(note.issuedAt)}`),
      text(`For invoice ${invoice.number} of ${day(invoice.issuedAt)}`),
      ...buyerOf(invoice, parties),
      gap,
      rule,
      row(`${reasonNames[note.reason]}: ${invoice.planName}`, money(-(note.amount - note.taxTotal))),
      ...note.taxes.map((tax) => row(`${tax.name}, ${percent(tax)}`, money(-tax.amount))),
      rule,
      row("Total", money(-note.amount), true),
      ...(note.refunded > 0 ? [row("Refunded", money(note.refunded))] : []),
      ...(note.credited > 0 ? [row("Credited to your account", money(note.credited))] : []),
    ],
  });
}
