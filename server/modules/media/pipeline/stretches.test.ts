import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSample } from "../../../testing/media-samples.ts";
import { createDiskStorage } from "../../../platform/storage-disk.ts";
import type { Storage } from "../../../platform/storage.ts";
import { storedStretches } from "../transcodes/stretches/files.ts";
import type { StretchStore } from "./context.ts";
import { stretchesOf } from "./stretches.ts";
import { checkAngle, joinedOf, openWorkbench, video, worstLikeness } from "./testing.ts";
import type { Workbench } from "./testing.ts";

let bench: Workbench;
let storage: Storage;
/** Of 158 s, whose frames all differ, at a rate whose frames begin between milliseconds. */
let long: string;
beforeAll(async () => {
  bench = await openWorkbench();
  storage = await createDiskStorage(join(bench.folder, "store"));
  long = await makeSample(bench.folder, "long.mkv", { size: "160x120", seconds: 158, rate: "30000/1001" });
});
afterAll(() => bench.close());

/** Stretches in the store, and which of them were fetched and saved. */
function stretchesIn(assetId: string, onSave: (name: string) => void = () => {}) {
  const stored = storedStretches(storage, `${assetId}/`, new AbortController().signal, (work) => work());
  /** By angle and first frame. */
  const calls = { fetched: [] as string[], saved: [] as string[] };
  const shortly = (name: string) => name.split("-").slice(0, 2).join("-");
  const store: StretchStore = {
    offer: null,
    fetch: async (name, ...rest) => {
      const isThere = await stored.fetch(name, ...rest);
      if (isThere) calls.fetched.push(shortly(name));
      return isThere;
    },
    save: async (name, ...rest) => {
      await stored.save(name, ...rest);
      calls.saved.push(shortly(name));
      onSave(name);
    },
  };
  return { store, calls };
}
describe("a long video", () => {
  it("has the same frames whether it is encoded in stretches or in one piece", async () => {
    const { store, calls } = stretchesIn("whole");
    const whole = await bench.work({ front: video(long) });
    const joined = await bench.work({ front: video(long) }, { stretches: store });
    expect(calls).toEqual({ fetched: [], saved: ["front-0", "front-1760"] });
    expect({ ...joined, folder: "", poster: "", thumbnail: "" }).toEqual({
      ...whole,
      folder: "",
      poster: "",
      thumbnail: "",
    });
    await checkAngle(whole, "front");
    await checkAngle(joined, "front");
    const [top] = joined.rungs;
    expect(
      await worstLikeness(joinedOf(whole, "front", top!), joinedOf(joined, "front", top!)),
    ).toBeGreaterThan(30);
    const named = async ({ folder }: { folder: string }) =>
      (await readdir(folder, { recursive: true })).toSorted();
    expect(await named(joined)).toEqual(await named(whole));
  });

  it("is encoded from where an interrupted attempt stopped", async () => {
    const stopping = new AbortController();
    const first = stretchesIn("interrupted", () => stopping.abort());
    await expect(
      bench.work({ front: video(long) }, { stretches: first.store, signal: stopping.signal }),
    ).rejects.toThrow();
    expect(first.calls.saved).toEqual(["front-0"]);
    const second = stretchesIn("interrupted");
    const result = await bench.work({ front: video(long) }, { stretches: second.store });
    expect(second.calls).toEqual({ fetched: ["front-0"], saved: ["front-1760"] });
    expect(result.seconds).toBe(158.0579);
    await checkAngle(result, "front");
  });
});

it("divides a video into stretches of whole segments, of which the last one takes the rest", () => {
  const rate = { numerator: 30_000, denominator: 1001 };
  expect(stretchesOf(149 * 30, rate)).toBeNull();
  const stretches = stretchesOf(100_000, rate)!;
  expect(stretches[0]).toEqual({ first: 0, frames: 1760 });
  expect(stretches.reduce((sum, { frames }) => sum + frames, 0)).toBe(100_000);
  for (const { first } of stretches) expect(first % 88).toBe(0);
  expect(stretches.at(-1)!.frames).toBeGreaterThanOrEqual(1760);
});
