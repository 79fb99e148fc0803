import { expect, test } from "vitest";
import { type DeliveryOutcome, deliverStoredPractice, PracticeRecorder } from "./practice-recorder.ts";

/** Fakes a device's storage and locks, and a server that answers `outcome`. */
function device() {
  const items = new Map<string, string>();
  const storage = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  const sent: { classId: string; ms: number; positionMs: number }[] = [];
  const studio = { outcome: "accepted" as DeliveryOutcome };
  const deliver = async ({ classId, played, positionMs }: Parameters<PracticeRecorderDeliver>[0]) => {
    await Promise.resolve();
    if (studio.outcome !== "later")
      sent.push({
        classId,
        positionMs,
        ms: played.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
      });
    return studio.outcome;
  };
  const send = () => deliverStoredPractice({ viewerId: "ana", storage, locks: navigator.locks, deliver });
  return { items, storage, sent, studio, deliver, send };
}
type PracticeRecorderDeliver = ConstructorParameters<typeof PracticeRecorder>[0]["deliver"];

const left = (classId: string, storedAt: number, positionMs: number) =>
  JSON.stringify({ classId, storedAt, positionMs, played: [{ fromMs: 0, toMs: positionMs }] });

test("sends practice recorded offline once and in order, whichever tabs deliver it", async () => {
  const { items, sent, studio, send } = device();
  items.set("eightcount.practice.ana.drag.z", left("drag", 1, 1_000));
  items.set("eightcount.practice.ana.drag.a", left("drag", 3, 3_000));
  items.set("eightcount.practice.ana.turn.m", left("turn", 2, 2_000));
  items.set("eightcount.practice.ben.drag.b", left("drag", 0, 9_000));
  studio.outcome = "later";
  expect(await send()).toBe(false);
  expect(items.size).toBe(4);
  studio.outcome = "accepted";
  expect(await Promise.all([send(), send()])).toEqual([true, true]);
  expect(sent.map(({ positionMs }) => positionMs)).toEqual([1_000, 2_000, 3_000]);
  expect([...items.keys()]).toEqual(["eightcount.practice.ben.drag.b"]);
});

test("leaves the practice of an active recorder alone, and delivers it once its tab is closed", async () => {
  const { items, storage, sent, send } = device();
  let now = 0;
  const recorder = new PracticeRecorder({
    classId: "drag",
    viewerId: "ana",
    storage,
    deliver: async () => "later",
    now: () => now,
  });
  for (const ms of [0, 1_500, 3_000]) {
    now = ms;
    recorder.advance(ms, 1);
  }
  await recorder.flush();
  expect([...items.keys()]).toEqual([recorder.key]);
  const { promise: isOver, resolve: close } = Promise.withResolvers<void>();
  const closed = navigator.locks.request(recorder.key, () => isOver);
  expect(await send()).toBe(true);
  expect(sent).toEqual([]);
  close();
  await closed;
  expect(await send()).toBe(true);
  expect(sent).toEqual([{ classId: "drag", ms: 3_000, positionMs: 3_000 }]);
});

test("splits ranges over several requests and drops unreadable records", async () => {
  const { items, sent, send } = device();
  const played = Array.from({ length: 450 }, (_unused, at) => ({ fromMs: at * 10, toMs: at * 10 + 5 }));
  items.set("eightcount.practice.ana.drag.1", JSON.stringify({ classId: "drag", played, positionMs: 1 }));
  items.set("eightcount.practice.ana.drag.2", "{");
  await send();
  expect(sent.map(({ ms }) => ms)).toEqual([1_000, 1_000, 250]);
  expect(items.size).toBe(0);
});
