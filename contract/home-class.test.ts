import { describe, expect, it } from "vitest";
import { chooseAfterSet, chooseFirst, withoutRepeats, type Candidate } from "./home-class.ts";

const make = (id: string, change: Partial<Candidate> = {}): Candidate => ({
  id,
  type: "choreography",
  level: "beginner",
  isReady: true,
  preparedPercent: change.isReady === false ? 0 : 100,
  isLocked: false,
  isCompleted: false,
  ...change,
});
const ids = (classes: readonly Candidate[]) => classes.map(({ id }) => id);

describe("choosing the first class", () => {
  it("picks the first suggested class that is ready and unlocked", () => {
    const suggested = [make("locked", { isLocked: true }), make("coming", { isReady: false }), make("good")];
    expect(chooseFirst(suggested, false)?.id).toBe("good");
  });

  it("picks a gentle class that teaches for a new dancer", () => {
    const suggested = [make("hard", { level: "advanced" }), make("party", { type: "party" }), make("gentle")];
    expect(chooseFirst(suggested, true)?.id).toBe("gentle");
    expect(chooseFirst(suggested, false)?.id).toBe("hard");
  });

  it("picks the class that will be ready first if none is ready yet", () => {
    const suggested = [
      make("queued", { isReady: false }),
      make("almost", { isReady: false, preparedPercent: 80, level: "advanced" }),
      make("locked", { isReady: false, preparedPercent: 90, isLocked: true }),
    ];
    expect(chooseFirst(suggested, true)?.id).toBe("almost");
    expect(chooseFirst([make("coming", { isReady: false })], true)?.id).toBe("coming");
    expect(chooseFirst([], true)).toBeUndefined();
  });
});

it("goes on after the set with a class in progress that the plan includes, else with a suggested one", () => {
  const locked = make("begun, then locked", { isLocked: true });
  expect(chooseAfterSet([locked, make("begun")], [make("good")], false)?.id).toBe("begun");
  expect(chooseAfterSet([locked], [make("good")], false)?.id).toBe("good");
  expect(chooseAfterSet([locked], [], false)?.id).toBe(locked.id);
});

it("preserves each class at its first position", () => {
  expect(ids(withoutRepeats([make("a"), make("b"), make("a"), make("c"), make("b")]))).toEqual([
    "a",
    "b",
    "c",
  ]);
});
