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
  key: 1,
  title: "The drag",
  kind: "counts",
  start: "0:00",
  end: "0:30",
  ...given,
});

describe("times", () => {
  it("parse minutes and seconds, with fractions or hours", () => {
    expect(["0:00", "1:30", "1:30.5", "1:30,25", "90:00", "1:02:03", " 0:07 "].map(readTime)).toEqual([
      0, 90_000, 90_500, 90_250, 5_400_000, 3_723_000, 7_000,
    ]);
  });
  it("reject everything else", () => {
    expect(["", "90", "1:7", "1:60", "1:99:00", "-1:00", "1:30.1234", "soon"].map(readTime)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });
  it("format so that parsing gives the same time", () => {
    for (const ms of [0, 7_000, 90_500, 60_023, 3_723_000, 5_999_999])
      expect(readTime(writeTime(ms))).toBe(ms);
    expect(writeTime(90_500)).toBe("1:30.5");
  });
});

describe("parts", () => {
  it("report what is wrong with which part", () => {
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
  it("may end anywhere while the class's duration is unknown", () => {
    expect(partFaults([part({ end: "99:00" })], null)).toEqual([null]);
  });
});

describe("merging the draft with the server's class", () => {
  const base = { ...emptyDraft, title: "Drag the left", parts: [part({})] };
  it("ignores different formats of the same time and title", () => {
    expect(
      differences({ ...base, title: "Drag  the left ", parts: [part({ end: "0:30.0" })] }, base),
    ).toEqual([]);
  });
  it("takes the server's value of fields that weren't edited here", () => {
    const typed = { ...base, title: "Drag the right" };
    const now = { ...base, level: "advanced", parts: [part({ end: "0:20" })] };
    const { draft, conflicts } = merge(typed, base, now);
    expect(conflicts).toEqual([]);
    expect(draft).toEqual({ ...now, title: "Drag the right" });
  });
  it("preserves the local value where both sides edited a field, and reports a conflict", () => {
    const { draft, conflicts } = merge({ ...base, title: "Mine" }, base, { ...base, title: "Theirs" });
    expect(conflicts).toEqual(["title"]);
    expect(draft.title).toBe("Mine");
  });
  it("reports no conflict if both sides have the same value", () => {
    const both = { ...base, title: "Ours" };
    expect(merge(both, base, both)).toEqual({ draft: both, conflicts: [] });
  });
  it("survives a round trip unchanged", () => {
    const facts = {
      ...emptyDraft,
      title: "A",
      parts: [{ key: 3, title: "One", kind: "slow" as const, startMs: 0, endMs: 1_234 }],
    };
    expect(inputOf(draftOf(facts))).toEqual(facts);
  });
});
