import { expect, test } from "vitest";
import { nextHint, onEight, onUse, readDoneHints, saveDoneHints, type HintState } from "./hints.ts";

const start: HintState = { done: [], eights: null };
const afterEights = (count: number, state = start): HintState =>
  Array.from({ length: count }).reduce<HintState>((now) => onEight(now), state);

test("shows one hint at a time, each for three eights", () => {
  expect(afterEights(1)).toEqual({ done: [], eights: 0 });
  expect(afterEights(3)).toEqual({ done: [], eights: 2 });
  expect(afterEights(4)).toEqual({ done: ["parts"], eights: null });
  expect(nextHint(afterEights(5))).toBe("loop");
  expect(nextHint(afterEights(12))).toBeNull();
  expect(afterEights(40).eights).toBeNull();
});

test("removes a hint as soon as it is used, shown or not", () => {
  expect(onUse(afterEights(2), "parts")).toEqual({ done: ["parts"], eights: null });
  const usedEarly = onUse(afterEights(1), "loop");
  expect(usedEarly).toEqual({ done: ["loop"], eights: 0 });
  expect(nextHint(onUse(usedEarly, "parts"))).toBe("tempo");
});

test("is stored on the device, and ignores unknown names", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  expect(readDoneHints(storage)).toEqual([]);
  saveDoneHints(storage, ["loop", "parts"]);
  expect(readDoneHints(storage)).toEqual(["parts", "loop"]);
  expect(readDoneHints({ getItem: () => "later tempo" })).toEqual(["tempo"]);
});
