import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawReceipt } from "./receipt-page.ts";
import type { InvoiceRow } from "./store.ts";

const day = new Date("2026-11-21T00:00:00Z");
const invoice = (lines: InvoiceRow["lines"]): InvoiceRow => ({
  id: "4f7b1f0e-8d0c-4a43-9a55-6a6f1f5c7a11",
  number: "EC-000042",
  accountId: "0b0f6c1e-31c5-4a3f-8f0e-0e5c4b0f3c55",
  subscriptionId: "9d0a0b60-7a55-45a2-8b5e-1a5d6a4a9f10",
  kind: "first",
  status: "paid",
  dunningStatus: null,
  currencyCode: "JPY",
  countryCode: "JP",
  region: "",
  planId: "premium-yearly",
  planName: "Premium",
  planAccessType: "premium",
  planPeriod: 1,
  planPeriodUnit: "year",
  subTotal: 15_000,
  discountsTotal: 0,
  taxTotal: 1364,
  taxes: [{ name: "Consumption tax", milliPercent: 10_000, amount: 1364 }],
  isTaxInclusive: true,
  isReverseCharge: false,
  seller: null,
  buyer: null,
  reader: null,
  total: 15_000,
  creditsApplied: 0,
  waived: 0,
  amountDue: 15_000,
  amountPaid: 15_000,
  amountRefunded: 0,
  amountDisputed: 0,
  planValue: 15_000,
  carried: 0,
  priceAmount: 15_000,
  anchorAt: day,
  termNumber: 1,
  termStartsAt: day,
  termEndsAt: day,
  issuedAt: day,
  paidAt: day,
  lines,
});
const seller = {
  name: "Studio",
  addressLines: ["A street"],
  countryCode: "DE",
  vatId: null,
  registration: null,
  contact: null,
};
const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, part]) => {
    try {
      return inflateSync(Buffer.from(part!, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
/** The lines that a PDF shows in its built-in fonts. */
const linesOf = (pdf: Buffer): string[] =>
  streamsOf(pdf).flatMap((part) =>
    [...part.matchAll(/\[(.*?)\] TJ/g)].map(([, pieces]) =>
      [...pieces!.matchAll(/<([0-9a-f]+)>/gi)]
        .map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1"))
        .join(""),
    ),
  );
/** The text that a PDF's fonts map back to Unicode, as copy and search find it. */
const textOf = (pdf: Buffer): string => {
  const maps = streamsOf(pdf).filter((part) => part.includes("beginbfrange"));
  return [...maps.join().matchAll(/<([0-9a-f]{4})>/gi)]
    .map(([, code]) => String.fromCharCode(Number.parseInt(code!, 16)))
    .join("");
};
const reader = { locale: "en", timeZone: "UTC" };
const line = { kind: "plan" as const, description: "Premium", couponId: null, amount: 15_000 };

test("draws an invoice on one page, and a long one on as many pages as needed, for any payer", async () => {
  const draw = (lines: InvoiceRow["lines"], payer: string | null) =>
    drawReceipt(invoice(lines), { seller, issuer: seller.name, name: payer, reader });
  expect(pagesOf(await draw([line], "Demo Ana"))).toBe(1);
  expect(pagesOf(await draw([line], "デモ"))).toBe(1);
  expect(pagesOf(await draw([line], null))).toBe(1);
  const long = Array.from({ length: 80 }, () => ({ ...line, description: "Premium ".repeat(20) }));
  expect(pagesOf(await draw(long, null))).toBeGreaterThan(2);
});

test.each([
  ["Zażółć Demo", "ażółć"],
  ["Δοκιμή Demo", "Δοκιμή"],
  ["Проба Demo 💃", "Проба"],
])("draws the name %s in its own script", async (payer, characters) => {
  const drawn = textOf(
    await drawReceipt(invoice([line]), { seller, issuer: seller.name, name: payer, reader }),
  );
  for (const character of characters) expect(drawn).toContain(character);
});

test("draws a currency's own symbol", async () => {
  const pdf = await drawReceipt(
    { ...invoice([line]), currencyCode: "INR" },
    { seller, issuer: seller.name, name: null, reader },
  );
  expect(textOf(pdf)).toContain("₹");
});

test.each([
  ["en", "Invoice EC-000042", "Paid on Nov 21, 2026", "Total"],
  ["es", "Factura EC-000042", "Pagada el 21 nov 2026", "Total"],
  ["de", "Rechnung EC-000042", "Bezahlt am 21. Nov. 2026", "Gesamt"],
])(
  "writes an invoice in %s, and names its language to screen readers",
  async (locale, title, paid, total) => {
    const pdf = await drawReceipt(
      { ...invoice([line]), currencyCode: "EUR" },
      { seller, issuer: seller.name, name: null, reader: { locale, timeZone: "UTC" } },
    );
    expect(linesOf(pdf)).toEqual(expect.arrayContaining([title, paid, total]));
    expect(pdf.toString("latin1")).toContain(`/Lang (${locale})`);
  },
);
