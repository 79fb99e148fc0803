import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dealVariant } from "./experiments.ts";

describe("variant assignment", () => {
  test("is stable for a person, also when the share grows", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.uuid(),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (id, person, a, b) => {
          const [small, large] = [
            dealVariant(id, person, Math.min(a, b)),
            dealVariant(id, person, Math.max(a, b)),
          ];
          expect(dealVariant(id, person, Math.min(a, b))).toBe(small);
          if (small) expect(large).toBe(small);
          expect(dealVariant(id, person, 0)).toBeNull();
          expect(dealVariant(id, person, 100)).not.toBeNull();
        },
      ),
    );
  });

  test("is even across shares, variants and experiments", () => {
    // Fixed ids, so that the figures are the same in every run: four standard deviations of 20,000 draws are 1.4 %.
    const people = Array.from(
      { length: 20_000 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    );
    const share = (of: (person: string) => boolean) => people.filter(of).length / people.length;
    expect(share((person) => dealVariant("a", person, 100) === "variant-b")).toBeCloseTo(0.5, 1.5);
    expect(share((person) => dealVariant("a", person, 20) !== null)).toBeCloseTo(0.2, 1.5);
    expect(share((person) => dealVariant("a", person, 100) === dealVariant("b", person, 100))).toBeCloseTo(
      0.5,
      1.5,
    );
  });
});
