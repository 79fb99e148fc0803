import { expect, test } from "vitest";
import { pushIdOf } from "./push-id.ts";

const click = { gclid: "g-1", timestamp: 1_795_000_000_000, landing_url: "https://dance.example/?gclid=g-1" };

test("gives a click one id, in Firebase's form", () => {
  expect(pushIdOf(click)).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  expect(pushIdOf({ ...click })).toBe(pushIdOf(click));
});

test("gives other clicks other ids, also at the same time", () => {
  const ids = Array.from({ length: 1000 }, (_unused, place) => pushIdOf({ ...click, gclid: `g-${place}` }));
  expect(new Set(ids).size).toBe(1000);
});

test("sorts ids by time", () => {
  const times = [-1000, -1, 0, 1, 64, 4096].map((change) => click.timestamp + change);
  const ids = times.map((timestamp) => pushIdOf({ ...click, timestamp }));
  expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
});
