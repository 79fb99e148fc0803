import { expect, test } from "vitest";
import { limitConcurrency, mapInOrder } from "./concurrency.ts";

/** Work that ends when told to. */
function startWork(limit: ReturnType<typeof limitConcurrency>, started: number[], id: number) {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const result = limit(() => {
    started.push(id);
    return promise;
  });
  return { result, end: () => resolve(id), fail: () => reject(new Error("failed")) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("runs a limited number at once, and the others in order, also after a failure", async () => {
  const [limit, started] = [limitConcurrency(2), [] as number[]];
  const works = [0, 1, 2, 3].map((id) => startWork(limit, started, id));
  await turn();
  expect(started).toEqual([0, 1]);
  works[1]!.fail();
  await expect(works[1]!.result).rejects.toThrow("failed");
  await turn();
  expect(started).toEqual([0, 1, 2]);
  works[0]!.end();
  expect(await works[0]!.result).toBe(0);
  await turn();
  expect(started).toEqual([0, 1, 2, 3]);
  for (const work of works) work.end();
  expect(await Promise.all([works[2]!.result, works[3]!.result])).toEqual([2, 3]);
});

test("refuses what would wait behind too many, and recovers", async () => {
  const [limit, started] = [limitConcurrency(1, 1), [] as number[]];
  const works = [0, 1].map((id) => startWork(limit, started, id));
  await expect(limit(async () => 2)).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
  for (const work of works) work.end();
  await Promise.all(works.map(({ result }) => result));
  expect(await limit(async () => 3)).toBe(3);
});

/** Tasks of `mapInOrder` that end when told to. @returns which have begun, what was yielded, and how it ended */
function startMap(items: number, limits: { readonly count: number; readonly window: number }, isCut = false) {
  const [begun, yielded] = [[] as number[], [] as number[]];
  const tasks = Array.from({ length: items }, () => Promise.withResolvers<number>());
  const list = async function* () {
    yield* tasks.keys();
    if (isCut) throw new Error("The list is cut");
  };
  const end = (async () => {
    const results = mapInOrder(list(), limits, (id) => {
      begun.push(id);
      return tasks[id]!.promise;
    });
    for await (const id of results) yielded.push(id);
  })();
  end.catch(() => {});
  const finish = async (...ids: number[]) => {
    for (const id of ids) {
      tasks[id]!.resolve(id);
      await turn();
    }
  };
  return { begun, yielded, end, finish, fail: (id: number) => tasks[id]!.reject(new Error(`failed: ${id}`)) };
}

test("goes on beside a task that takes long, up to a window, and yields in order", async () => {
  const { begun, yielded, end, finish } = startMap(8, { count: 2, window: 5 });
  await turn();
  expect(begun).toEqual([0, 1]);
  await finish(1, 2, 3);
  expect({ begun, yielded }).toEqual({ begun: [0, 1, 2, 3, 4], yielded: [] });
  await finish(4);
  expect(begun).toHaveLength(5);
  await finish(0);
  expect(yielded).toEqual([0, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // It doesn't wait until the window is full.
  await finish(5);
  expect(yielded).toEqual([0, 1, 2, 3, 4, 5]);
  await finish(6, 7);
  await end;
  expect(yielded).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("begins no task after a failure, and yields what the others return", async () => {
  const { begun, yielded, end, finish, fail } = startMap(8, { count: 3, window: 5 });
  await turn();
  fail(1);
  await turn();
  await finish(2, 0);
  await expect(end).rejects.toThrow("failed: 1");
  expect({ begun, yielded }).toEqual({ begun: [0, 1, 2], yielded: [0, 2] });
});

test("yields what the tasks return that began before the list of items failed", async () => {
  const { yielded, end, finish } = startMap(3, { count: 4, window: 5 }, true);
  await finish(2, 1, 0);
  await expect(end).rejects.toThrow("The list is cut");
  expect(yielded).toEqual([0, 1, 2]);
});
