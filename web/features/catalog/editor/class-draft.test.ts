import { describe, expect, it } from "vitest";
import {
  differences,
  draftOf,
  emptyDraft,
  inputOf,
  merge,
  partFaults,
  readTime,
  writeTime,
} from "./class-draft.ts";
import type { PartDraft } from "./class-draft.ts";

const part = (given: Partial<PartDraft>): PartDraft => ({
  key: "0",
  title: "The drag",
  kind: "counts",
  start: "0:00",
  end: "0:30",
  ...given,
});

describe("times", () => {
  it("are minutes and seconds, with a fraction or hours", () => {
    expect(["0:00", "1:30", "1:30.5", "1:30,25", "90:00", "1:02:03", " 0:07 "].map(readTime)).toEqual([
      0, 90_000, 90_500, 90_250, 5_400_000, 3_723_000, 7_000,
    ]);
  });
  it("are nothing else", () => {
    expect(["", "90", "1:7", "1:60", "1:99:00", "-1:00", "1:30.1234", "soon"].map(readTime)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });
  it("are written so that they are read as the same", () => {
    for (const ms of [0, 7_000, 90_500, 60_023, 3_723_000, 5_999_999])
      expect(readTime(writeTime(ms))).toBe(ms);
    expect(writeTime(90_500)).toBe("1:30.5");
  });
});

describe("parts", () => {
  it("say what is wrong with which of them", () => {
    const faults = partFaults(
      [
        part({}),
        part({ start: "0:20", end: "0:40" }),
        part({ start: "0:50", end: "0:45" }),
        part({ title: " ", start: "0:50", end: "0:55" }),
        part({ start: "x", end: "1:00" }),
        part({ start: "1:00", end: "" }),
        part({ start: "1:00", end: "1:10.1" }),
      ],
      70_000,
    );
    expect(faults).toEqual([null, "overlap", "order", "title", "start", "end", "beyond"]);
  });
  it("may end anywhere while nobody knows how long the class is", () => {
    expect(partFaults([part({ end: "99:00" })], null)).toEqual([null]);
  });
});

describe("what is typed and what the server has", () => {
  const known = { ...emptyDraft, title: "Drag the left", parts: [part({})] };
  it("is the same however a time and a title are written", () => {
    expect(
      differences({ ...known, title: "Drag  the left ", parts: [part({ end: "0:30.0" })] }, known),
    ).toEqual([]);
  });
  it("comes together where nobody else touched the field", () => {
    const typed = { ...known, title: "Drag the right" };
    const now = { ...known, level: "advanced", parts: [part({ end: "0:20" })] };
    const { draft, conflicts } = merge(typed, known, now);
    expect(conflicts).toEqual([]);
    expect(draft).toEqual({ ...now, title: "Drag the right" });
  });
  it("stays as it is typed where both changed it, and says so", () => {
    const { draft, conflicts } = merge({ ...known, title: "Mine" }, known, { ...known, title: "Theirs" });
    expect(conflicts).toEqual(["title"]);
    expect(draft.title).toBe("Mine");
  });
  it("agrees where both say the same", () => {
    const both = { ...known, title: "Ours" };
    expect(merge(both, known, both)).toEqual({ draft: both, conflicts: [] });
  });
  it("goes there and back unchanged", () => {
    const facts = {
      ...emptyDraft,
      title: "A",
      parts: [{ title: "One", kind: "slow" as const, startMs: 0, endMs: 1_234 }],
    };
    expect(inputOf(draftOf(facts))).toEqual(facts);
  });
});
