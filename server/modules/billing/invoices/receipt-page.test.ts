import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { linesOf, streamsOf } from "../../../testing/pdf.ts";
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
  planRenews: true,
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
const utf16 = (hex: string): string =>
  Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le");
/** The text that embedded fonts map back to Unicode, from left to right, as copy and search find it. */
const textOf = (pdf: Buffer): string => {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      id,
      body!,
    ]),
  );
  const unzip = (body: string) =>
    inflateSync(Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(body)![1]!, "latin1")).toString("latin1");
  const glyphTexts = new Map(
    [...pdf.toString("latin1").matchAll(/\/(F\d+) (\d+) 0 R/g)].flatMap(([, name, id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)?.[1];
      const list = map && unzip(objects.get(map)!).match(/\[(.*)\]/)?.[1];
      return list ? [[name!, [...list.matchAll(/<(.*?)>/g)].map(([, hex]) => utf16(hex!))] as const] : [];
    }),
  );
  let font = "";
  let text = "";
  for (const [, named, drawn, actual] of streamsOf(pdf)
    .join("\n")
    .matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ|\/ActualText \(([\s\S]*?)\)\n?>> BDC[\s\S]*?EMC/g)) {
    if (named) font = named;
    if (actual) text += Buffer.from(unescaped(actual), "latin1").subarray(2).swap16().toString("utf16le");
    for (const [, hex] of (drawn ?? "").matchAll(/<([0-9a-f]+)>/g))
      text += hex!.replaceAll(/.{4}/g, (glyph) => glyphTexts.get(font)?.[Number.parseInt(glyph, 16)] ?? "");
  }
  return text;
};
const unescaped = (text: string): string =>
  text.replaceAll(/\\([nrtbf()\\])/g, (_all, code: string) => escapes[code] ?? code);
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const reader = { locale: "en", timeZone: "UTC" };
const line = { kind: "plan" as const, description: "Premium", couponId: null, amount: 15_000 };

test("draws an invoice on one page, and a long one on as many pages as needed, for any payer", async () => {
  const draw = (lines: InvoiceRow["lines"], payer: string | null) =>
    drawReceipt(invoice(lines), { seller, issuer: seller.name, logo: null, name: payer, reader });
  expect(pagesOf(await draw([line], "Demo Ana"))).toBe(1);
  expect(pagesOf(await draw([line], "デモ"))).toBe(1);
  expect(pagesOf(await draw([line], null))).toBe(1);
  const long = Array.from({ length: 80 }, () => ({ ...line, description: "Premium ".repeat(20) }));
  expect(pagesOf(await draw(long, null))).toBeGreaterThan(2);
});

const turned = (text: string) => [...text].toReversed().join("");
test.each([
  ["Latin", "Zażółć Nguyễn", "Zażółć Nguyễn"],
  ["Greek", "Δοκιμή Παπαδοπούλου", "Δοκιμή Παπαδοπούλου"],
  ["Cyrillic", "Проба Юлія 💃", "Проба Юлія"],
  ["Arabic", "علاء الدين (Demo) 12", `12 (Demo) ${turned("علاء الدين")}`],
  ["Hebrew", "דנה לוי (בע״מ)", turned("דנה לוי )בע״מ(")],
  ["Devanagari", "प्रिया शर्मा", "प्रिया शर्मा"],
  ["Thai", "สมชาย น้ำผึ้ง", "สมชาย น้ำผึ้ง"],
  ["Chinese", "王小明 刘德华", "王小明 刘德华"],
  ["Japanese", "山田 太郎 さくらスタジオ", "山田 太郎 さくらスタジオ"],
  ["Korean", "김민준 주식회사", "김민준 주식회사"],
  ["Tamil", "தமிழ் செல்வி", "தமிழ் செல்வி"],
  ["Georgian", "დანა ბერიძე", "დანა ბერიძე"],
])("draws a whole %s name, from left to right as it is read", async (_script, payer, drawn) => {
  const pdf = await drawReceipt(invoice([line]), {
    seller,
    issuer: seller.name,
    logo: null,
    name: payer,
    reader,
  });
  expect(textOf(pdf)).toContain(drawn);
});

test("shows that a letter is missing if no font has it", async () => {
  const pdf = await drawReceipt(invoice([line]), {
    seller,
    issuer: seller.name,
    logo: null,
    name: "𐎀 Demo",
    reader,
  });
  expect(textOf(pdf)).toContain("\ufffd Demo");
});

test("draws a currency's own symbol", async () => {
  const pdf = await drawReceipt(
    { ...invoice([line]), currencyCode: "INR" },
    { seller, issuer: seller.name, logo: null, name: null, reader },
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
      { seller, issuer: seller.name, logo: null, name: null, reader: { locale, timeZone: "UTC" } },
    );
    expect(linesOf(pdf)).toEqual(expect.arrayContaining([title, paid, total]));
    expect(pdf.toString("latin1")).toContain(`/Lang (${locale})`);
  },
);
