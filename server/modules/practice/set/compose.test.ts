import { describe, expect, test } from "vitest";
import { composeSet, setLength } from "./compose.ts";
import type { SetCandidate } from "./compose.ts";

const candidate = (classId: string, more: Partial<SetCandidate> = {}): SetCandidate => ({
  classId,
  type: "choreography",
  levelRank: 1,
  durationMs: 600_000,
  isCompleted: false,
  begun: 0,
  isReturning: false,
  ...more,
});
const member = { isNewcomer: false };

describe("composeSet", () => {
  test("begins a newcomer with the easiest class that teaches", () => {
    const set = composeSet(
      [
        candidate("best"),
        candidate("easy workout", { levelRank: 0, type: "workout" }),
        candidate("first steps", { levelRank: 0, type: "foundations" }),
      ],
      { isNewcomer: true },
    );
    expect(set[0]).toBe("first steps");
    expect(set).toHaveLength(3);
  });

  test("continues a class in progress first", () => {
    expect(composeSet([candidate("best"), candidate("begun", { begun: 0.4 })], member)).toEqual([
      "begun",
      "best",
    ]);
  });

  test("warms up with the shortest wellness class and cools down with the next", () => {
    const set = composeSet(
      [
        candidate("a"),
        candidate("long stretch", { type: "wellness", durationMs: 400_000 }),
        candidate("ankles", { type: "wellness", durationMs: 200_000 }),
        candidate("b"),
        candidate("c"),
      ],
      member,
    );
    expect(set).toEqual(["ankles", "a", "b", "long stretch"]);
  });

  test("cools down after a class in progress with the shortest wellness class", () => {
    const set = composeSet(
      [
        candidate("a"),
        candidate("begun", { begun: 0.5 }),
        candidate("long stretch", { type: "wellness", durationMs: 400_000 }),
        candidate("ankles", { type: "wellness", durationMs: 200_000 }),
      ],
      member,
    );
    expect(set).toEqual(["begun", "a", "long stretch", "ankles"]);
  });

  test("uses completed classes only where others are missing", () => {
    const done = candidate("done", { isCompleted: true });
    expect(composeSet([done, candidate("a")], member)).toEqual(["a", "done"]);
    const others = ["a", "b", "c", "d"].map((id) => candidate(id));
    expect(composeSet([done, ...others], member)).toEqual(["a", "b", "c", "d"]);
  });

  test("brings one loved class back at its rank, and uses others to fill gaps", () => {
    const loved = (id: string) => candidate(id, { isCompleted: true, isReturning: true });
    const others = ["a", "b", "c", "d"].map((id) => candidate(id));
    expect(composeSet([loved("first"), loved("second"), ...others], member)).toEqual([
      "first",
      "a",
      "b",
      "c",
    ]);
    expect(composeSet([...others, loved("last")], member)).toEqual(["a", "b", "c", "d"]);
    expect(composeSet([others[0]!, loved("first"), loved("second")], member)).toEqual([
      "a",
      "first",
      "second",
    ]);
  });

  test("has no class twice and at most four, whatever there is", () => {
    const kinds = ["wellness", "choreography", "foundations"];
    const many = Array.from({ length: 40 }, (_, index) =>
      candidate(`class ${index}`, {
        type: kinds[index % 3]!,
        levelRank: index % 4,
        isCompleted: index % 5 === 0,
        begun: index % 7 === 3 ? 0.5 : 0,
        isReturning: index % 10 === 0,
      }),
    );
    for (let size = 0; size <= many.length; size += 1)
      for (const isNewcomer of [true, false]) {
        const set = composeSet(many.slice(0, size), { isNewcomer });
        expect(new Set(set).size).toBe(set.length);
        expect(set).toHaveLength(Math.min(size, setLength));
      }
  });
});
