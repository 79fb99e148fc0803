import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditNoteTaxes, uncreditedOf } from "./credit-notes.ts";
import { sumOf, taxesOf } from "./tax.ts";

const amount = fc.integer({ min: 0, max: 10_000_000 });
const tax = fc.record({
  parts: fc.array(
    fc.record({
      name: fc.constantFrom("GST", "QST", "VAT"),
      milliPercent: fc.integer({ min: 0, max: 30_000 }),
    }),
    { maxLength: 3 },
  ),
  isInclusive: fc.boolean(),
});
/** An invoice, and cuts that divide its total into credit notes. */
const divided = fc
  .record({ net: amount, tax, cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }) })
  .map(({ net, tax: rates, cuts }) => {
    const taxes = taxesOf(net, rates);
    const total = rates.isInclusive ? net : net + sumOf(taxes);
    const sums = [...cuts.map((cut) => Math.floor(cut * total)), total].sort((one, other) => one - other);
    const notes = sums.map((sum, at) => ({ before: sums[at - 1] ?? 0, amount: sum - (sums[at - 1] ?? 0) }));
    return { invoice: { total, taxes }, notes: notes.filter((note) => note.amount > 0) };
  });

describe("taxes of credit notes", () => {
  test("add up to the invoice's taxes to the cent, however it is divided", () => {
    fc.assert(
      fc.property(divided, ({ invoice, notes }) => {
        const parts = notes.flatMap((note) => creditNoteTaxes(invoice, note.before, note.amount));
        expect(sumOf(parts)).toBe(sumOf(invoice.taxes));
        for (const { name } of invoice.taxes)
          expect(sumOf(parts.filter((part) => part.name === name))).toBe(
            sumOf(invoice.taxes.filter((part) => part.name === name)),
          );
      }),
    );
  });
  test("are the rate's share of a part", () => {
    const invoice = { total: 11_900, taxes: [{ name: "VAT", milliPercent: 19_000, amount: 1900 }] };
    expect(creditNoteTaxes(invoice, 0, 5950)).toEqual([{ name: "VAT", milliPercent: 19_000, amount: 950 }]);
    expect(creditNoteTaxes({ total: 100, taxes: [] }, 0, 50)).toEqual([]);
  });
});

test("credits each cent that left once, and never more than was paid", () => {
  fc.assert(
    fc.property(amount, fc.array(fc.tuple(amount, amount), { maxLength: 8 }), (amountPaid, states) => {
      let noted = 0;
      for (const [amountRefunded, amountLost] of states) {
        noted += uncreditedOf({ amountPaid, amountRefunded, amountLost, noted });
        expect(noted).toBeLessThanOrEqual(amountPaid);
        expect(noted).toBeGreaterThanOrEqual(Math.min(amountPaid, amountRefunded + amountLost));
        expect(uncreditedOf({ amountPaid, amountRefunded, amountLost, noted })).toBe(0);
      }
    }),
  );
});
