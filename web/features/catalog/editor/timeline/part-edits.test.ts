import { expect, test } from "vitest";
import { addAt, blockAt, boundsOf, mergeWithNext, moveEdge, numbered, splitAt } from "./part-edits.ts";

const part = (title: string, start: string, end: string) => ({ title, kind: "counts" as const, start, end });
const parts = [
  part("Warm-up", "0:00", "0:20"),
  part("Walk", "0:20", "0:40"),
  part("Full out", "0:45", "1:00"),
];
const times = (of: readonly { start: string; end: string }[]) =>
  of.map(({ start, end }) => `${start}–${end}`);
const durationMs = 70_000;

test("moves an edge that two parts share for both", () => {
  const moved = moveEdge(parts, { at: 1, side: "start" }, 25_500, durationMs);
  expect(times(moved)).toEqual(["0:00–0:25.5", "0:25.5–0:40", "0:45–1:00"]);
  expect(times(moveEdge(parts, { at: 0, side: "end" }, 90_000, durationMs))[1]).toBe("0:39–0:40");
});

test("moves an edge into a gap no further than to the next part or the end of the class", () => {
  expect(times(moveEdge(parts, { at: 1, side: "end" }, 50_000, durationMs))[1]).toBe("0:20–0:45");
  expect(times(moveEdge(parts, { at: 2, side: "end" }, 99_000, durationMs))[2]).toBe("0:45–1:10");
  expect(boundsOf(parts, 2, "start", durationMs)).toEqual([40_000, 59_000]);
});

test("splits the part at a moment, and merges it again", () => {
  const split = splitAt(parts, 30_000);
  expect(times(split)).toEqual(["0:00–0:20", "0:20–0:30", "0:30–0:40", "0:45–1:00"]);
  expect(mergeWithNext(split, 1)).toEqual(parts);
  expect(splitAt(parts, 42_000)).toEqual(parts);
  expect(splitAt(parts, 20_400)).toEqual(parts);
  expect(mergeWithNext(parts, 2)).toEqual(parts);
});

test("adds a part in a gap or after the last one, and leaves out parts whose times are half typed", () => {
  const added = { title: "New part", durationMs };
  expect(times(addAt(parts, 42_000, added))).toEqual(["0:00–0:20", "0:20–0:40", "0:42–0:45", "0:45–1:00"]);
  expect(times(addAt(parts, 62_000, added))[3]).toBe("1:02–1:10");
  expect(addAt(parts, 10_000, added)).toEqual(parts);
  expect(blockAt([part("Half", "0:", "0:10"), ...parts], 1_000)?.title).toBe("Warm-up");
});

test("numbers titles that come back", () => {
  expect(numbered(["Talk", "Music", "Talk"])).toEqual(["Talk", "Music", "Talk 2"]);
});
