import fc from "fast-check";
import { expect, test } from "vitest";
import { LinkLimit, PostLimit } from "./errors.ts";
import { checkPace, isNewcomer, pauseAfter } from "./limits.ts";

const lastHour = fc.record({ posts: fc.nat(60), comments: fc.nat(300), links: fc.nat(60) });
const next = fc.record({ kind: fc.constantFrom("post" as const, "comment" as const), links: fc.nat(10) });
const isAllowed = (...given: Parameters<typeof checkPace>) => {
  try {
    checkPace(...given);
    return true;
  } catch (error) {
    expect(error instanceof PostLimit || error instanceof LinkLimit).toBe(true);
    return false;
  }
};

test("applies no newcomer limits to established members", () => {
  fc.assert(
    fc.property(lastHour, next, (past, more) => {
      if (isAllowed(past, more, true)) expect(isAllowed(past, more, false)).toBe(true);
    }),
  );
});

test("limits a newcomer to two links and five posts an hour", () => {
  const none = { posts: 0, comments: 0, links: 0 };
  expect(isAllowed(none, { kind: "post", links: 2 }, true)).toBe(true);
  expect(isAllowed(none, { kind: "post", links: 3 }, true)).toBe(false);
  expect(isAllowed({ ...none, links: 2 }, { kind: "comment", links: 1 }, true)).toBe(false);
  expect(isAllowed({ ...none, links: 2 }, { kind: "comment", links: 0 }, true)).toBe(true);
  expect(isAllowed({ ...none, posts: 4 }, { kind: "post", links: 0 }, true)).toBe(true);
  expect(isAllowed({ ...none, posts: 5 }, { kind: "post", links: 0 }, true)).toBe(false);
});

test("treats an account as new for a week", () => {
  const since = new Date("2026-01-01T00:00:00Z");
  expect(isNewcomer(since, new Date("2026-01-07T23:59:59Z"))).toBe(true);
  expect(isNewcomer(since, new Date("2026-01-08T00:00:00Z"))).toBe(false);
});

test("lengthens pauses with the number of removals, up to a month", () => {
  const pauses = [0, 1, 2, 3, 4, 50].map(pauseAfter);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses[1]).toBe(0);
  expect(pauses[5]).toBe(30 * 24 * 60 * 60 * 1000);
});
