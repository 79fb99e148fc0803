import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./calendar.ts";
import { withFreeDays } from "./free-days.ts";
import { unusedValue } from "./proration.ts";

const start = new Date("2026-01-01T00:00:00Z");

test("free days keep what a term is worth at the moment of the gift, and never raise it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 366 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (value, length, days, used) => {
        const endsAt = addDays(start, length);
        const now = new Date(start.getTime() + Math.floor(used * length * 86_400_000));
        const before = unusedValue(value, { startsAt: start, endsAt }, now);
        const longer = withFreeDays({ startsAt: start, endsAt, value }, days, now);
        const after = unusedValue(longer.value, { startsAt: start, endsAt: longer.endsAt }, now);
        expect(longer.endsAt).toEqual(addDays(endsAt, days));
        expect(after).toBeLessThanOrEqual(before);
        expect(before - after).toBeLessThanOrEqual(1);
      },
    ),
  );
});
