import fc from "fast-check";
import { expect, test } from "vitest";
import { Allowance } from "./allowance.ts";

test("a sender brings no more than the rate, the burst and one last request; who waits as told is let in", () => {
  const requests = fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 500 }), pause: fc.integer({ min: 0, max: 3_000 }) }),
    { minLength: 1, maxLength: 200 },
  );
  fc.assert(
    fc.property(requests, (sent) => {
      const allowance = new Allowance(100, 10);
      let now = 5_000;
      let taken = 0;
      let largest = 0;
      for (const { amount, pause } of sent) {
        now += pause;
        const wait = allowance.take("a", amount, now);
        if (wait !== null) {
          expect(wait).toBeGreaterThan(0);
          now += wait * 1000;
          expect(allowance.take("a", amount, now)).toBeNull();
        }
        taken += amount;
        largest = Math.max(largest, amount);
        expect(taken).toBeLessThanOrEqual(((now - 5_000) / 1000) * 100 + 10 * 100 + largest);
      }
    }),
  );
});

test("senders don't take from each other, and what was used comes back", () => {
  const allowance = new Allowance(10, 2);
  expect(allowance.take("a", 20, 0)).toBeNull();
  expect(allowance.take("a", 1, 0)).toBe(1);
  expect(allowance.take("b", 1, 0)).toBeNull();
  expect(allowance.take("a", 20, 2_000)).toBeNull();
});
