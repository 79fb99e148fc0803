import { expect, test } from "vitest";
import { limitConcurrency } from "./concurrency.ts";

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
