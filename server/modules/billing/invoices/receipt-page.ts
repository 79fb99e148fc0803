import type { FormatContext } from "../../../../contract/formats/context.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import { msg, translate, verbatim } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import type { Seller } from "../../../platform/config/seller.ts";
import type { BillingDetails } from "../buyers/store.ts";
import { textsFor } from "../texts.ts";
import { isForever } from "../rules/passes.ts";
import { regionName } from "../taxes/places.ts";
import { drawPages } from "./pdf-page.ts";
import type { PagePart, PdfImage } from "./pdf-page.ts";
import type { InvoiceRow } from "./store.ts";
import type { CreditNoteRow } from "./store-credit-notes.ts";

function lineName({ kind, description }: InvoiceRow["lines"][number]): Message {
  switch (kind) {
    case "unused_time":
      return msg("Unused time: {planName}", { planName: description });
    case "discount":
      return msg("Promo code {code}", { code: description });
    default:
      return verbatim(description);
  }
}
const statusNames: Record<string, Message> = {
  payment_due: msg("Payment due"),
  not_paid: msg("Not paid"),
  posted: msg("Payment processing"),
  voided: msg("Voided. Nothing is due."),
};
const reasonNames: Record<CreditNoteRow["reason"], (planName: string) => Message> = {
  refund: (planName) => msg("Refund: {planName}", { planName }),
  withdrawal: (planName) => msg("Withdrawal from the contract: {planName}", { planName }),
  dispute_lost: (planName) => msg("Returned by your bank: {planName}", { planName }),
  canceled: (planName) => msg("Canceled, nothing is due: {planName}", { planName }),
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
  /** The studio's present logo: it isn't part of what a document states. */
  readonly logo: PdfImage | null;
  readonly name: string | null;
  /** How the buyer reads: a document names the same days as their pages and emails. */
  readonly reader: FormatContext;
}

const text = (line: string): PagePart => ({ kind: "text", text: line });
/** Parts of a page in a reader's language. */
const partsFor = ({ locale }: FormatContext) => ({
  say: (message: Message): PagePart => text(translate(message, locale)),
  row: (name: Message, value: string, isStrong = false): PagePart => ({
    kind: "row",
    name: translate(name, locale),
    value,
    isStrong,
  }),
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
  ...(vatId ? [translate(msg("VAT ID {vatId}", { vatId }), reader.locale)] : []),
  ...(taxNumber ? [translate(msg("Tax number {taxNumber}", { taxNumber }), reader.locale)] : []),
  ...(registration ? [registration] : []),
  ...(contact ? [contact] : []),
];
const buyerLines = (buyer: BillingDetails, reader: FormatContext): string[] =>
  [
    buyer.line1,
    buyer.line2,
    [buyer.postalCode, buyer.city].filter(Boolean).join(" "),
    buyer.countryCode && nameOfCountry(buyer.countryCode, reader),
    buyer.vatId && translate(msg("VAT ID {vatId}", { vatId: buyer.vatId }), reader.locale),
  ].filter((line): line is string => Boolean(line));
const buyerOf = (invoice: InvoiceRow, { name, reader }: Parties): PagePart[] => {
  const { say } = partsFor(reader);
  const place = placeText(invoice, reader);
  const { buyer } = invoice;
  const names = [buyer?.company, buyer?.name ?? name].filter(Boolean).join(", ");
  return [
    ...(place ? [say(msg("Sold in {place}", { place }))] : []),
    ...(names || buyer ? [gap, say(msg("Bill to"))] : []),
    ...(names ? [text(names)] : []),
    ...(buyer ? buyerLines(buyer, reader).map(text) : []),
    ...(invoice.isReverseCharge
      ? [
          gap,
          say(
            msg("Reverse charge: the recipient owes the VAT (articles 44 and 196, Directive 2006/112/EC)."),
          ),
        ]
      : []),
  ];
};

/** Draws an invoice as an A4 PDF. It says nothing of what was refunded later: that is on credit notes. */
export function drawReceipt(invoice: InvoiceRow, parties: Parties): Promise<Buffer> {
  const { day, percent, money: moneyText } = textsFor(parties.reader);
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const { say, row } = partsFor(parties.reader);
  const title = translate(msg("Invoice {number}", { number: invoice.number }), parties.reader.locale);
  const isOnTop = !invoice.isTaxInclusive && invoice.taxes.length > 0;
  const due = invoice.amountDue - invoice.amountPaid;
  const taxes = (isIncluded: boolean) =>
    invoice.taxes.map((tax) => {
      const values = { tax: tax.name, percent: percent(tax) };
      const name = isIncluded
        ? msg("of which {tax}, {percent}", values)
        : msg("{tax}, {percent}", values, { context: "tax and its rate" });
      return row(name, money(tax.amount));
    });
  return drawPages({
    title,
    locale: parties.reader.locale,
    country: invoice.buyer?.countryCode ?? invoice.countryCode,
    issuer: parties.issuer,
    logo: parties.logo,
    createdAt: invoice.issuedAt,
    parts: [
      ...headOf(parties, title),
      say(msg("Issued on {day}", { day: day(invoice.issuedAt) })),
      say(
        invoice.paidAt
          ? msg("Paid on {day}", { day: day(invoice.paidAt) })
          : (statusNames[invoice.status] ?? verbatim(invoice.status)),
      ),
      isForever({ renews: invoice.planRenews, periodUnit: invoice.planPeriodUnit })
        ? say(msg("From {start} on, to keep", { start: day(invoice.termStartsAt) }))
        : say(
            msg("From {start} to {end}", { start: day(invoice.termStartsAt), end: day(invoice.termEndsAt) }),
          ),
      ...buyerOf(invoice, parties),
      gap,
      rule,
      ...invoice.lines
        .filter(({ kind }) => kind !== "tax" || invoice.isReverseCharge)
        .map((line) => row(lineName(line), money(line.amount))),
      ...(isOnTop
        ? [rule, row(msg("Before tax"), money(invoice.total - invoice.taxTotal)), ...taxes(false)]
        : []),
      rule,
      row(msg("Total"), money(invoice.total), true),
      ...(isOnTop ? [] : taxes(true)),
      ...(invoice.isReverseCharge ? [row(msg("VAT (reverse charge)"), money(0))] : []),
      ...(invoice.creditsApplied > 0 ? [row(msg("Your credit"), money(-invoice.creditsApplied))] : []),
      ...(invoice.waived > 0 ? [row(msg("Too small to charge"), money(-invoice.waived))] : []),
      row(msg("Paid"), money(invoice.amountPaid)),
      ...(due > 0 && (invoice.status === "payment_due" || invoice.status === "posted")
        ? [row(msg("Still to be paid"), money(due), true)]
        : []),
    ],
  });
}

/** Draws a credit note as an A4 PDF. */
export function drawCreditNote(note: CreditNoteRow, invoice: InvoiceRow, parties: Parties): Promise<Buffer> {
  const { day, percent, money: moneyText } = textsFor(parties.reader);
  const money = (amount: number) => moneyText(amount, invoice.currencyCode);
  const { say, row } = partsFor(parties.reader);
  const title = translate(msg("Credit note {number}", { number: note.number }), parties.reader.locale);
  return drawPages({
    title,
    locale: parties.reader.locale,
    country: invoice.buyer?.countryCode ?? invoice.countryCode,
    issuer: parties.issuer,
    logo: parties.logo,
    createdAt: note.issuedAt,
    parts: [
      ...headOf(parties, title),
      say(msg("Issued on {day}", { day: day(note.issuedAt) })),
      say(msg("For invoice {number} of {day}", { number: invoice.number, day: day(invoice.issuedAt) })),
      ...buyerOf(invoice, parties),
      gap,
      rule,
      row(reasonNames[note.reason](invoice.planName), money(-(note.amount - note.taxTotal))),
      ...note.taxes.map((tax) =>
        row(
          msg("{tax}, {percent}", { tax: tax.name, percent: percent(tax) }, { context: "tax and its rate" }),
          money(-tax.amount),
        ),
      ),
      rule,
      row(msg("Total"), money(-note.amount), true),
      ...(note.refunded > 0 ? [row(msg("Refunded"), money(note.refunded))] : []),
      ...(note.credited > 0 ? [row(msg("Credited to your account"), money(note.credited))] : []),
    ],
  });
}
