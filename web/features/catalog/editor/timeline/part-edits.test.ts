import { expect, test } from "vitest";
import {
  addAt,
  blockAt,
  blocksOf,
  boundsOf,
  mergeWithNext,
  moveEdge,
  movePart,
  numbered,
  splitAt,
} from "./part-edits.ts";

const part = (title: string, start: string, end: string) => ({
  key: null,
  title,
  kind: "counts" as const,
  start,
  end,
});
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

test("moves a part with its length, and with the edges that it shares", () => {
  // "Walk" shares its start with the warm-up, and has a gap of five seconds after it.
  expect(times(movePart(parts, 1, 15_500, durationMs))).toEqual([
    "0:00–0:15.5",
    "0:15.5–0:35.5",
    "0:45–1:00",
  ]);
  expect(times(movePart(parts, 1, 60_000, durationMs))).toEqual(["0:00–0:25", "0:25–0:45", "0:45–1:00"]);
  expect(times(movePart(parts, 1, -5_000, durationMs))).toEqual(["0:00–0:01", "0:01–0:21", "0:45–1:00"]);
  expect(times(movePart(parts, 2, 90_000, durationMs))[2]).toBe("0:55–1:10");
  expect(times(movePart(parts, 0, 5_000, durationMs))).toEqual(["0:05–0:25", "0:25–0:40", "0:45–1:00"]);
});

test("never moves an edge past the other edge of its part, where parts overlap or are in another order", () => {
  const mixed = [
    part("Full out", "1:00", "1:20"),
    part("Walk", "0:00", "0:20"),
    part("Turn", "0:10", "0:15"),
  ];
  for (const at of [0, 1, 2])
    for (const side of ["start", "end"] as const)
      for (const ms of [0, 12_000, 40_000, 90_000])
        expect(blocksOf(moveEdge(mixed, { at, side }, ms, 80_000))).toHaveLength(3);
  expect(times(moveEdge(mixed, { at: 0, side: "start" }, 30_000, 80_000))[0]).toBe("0:30–1:20");
});

test("moves an edge for both parts that share it, past one whose times are half typed", () => {
  const typed = [part("Walk", "0:00", "0:20"), part("Half", "0:", "0:10"), part("Turn", "0:20", "0:40")];
  expect(times(moveEdge(typed, { at: 2, side: "start" }, 25_000, durationMs))).toEqual([
    "0:00–0:25",
    "0:–0:10",
    "0:25–0:40",
  ]);
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
