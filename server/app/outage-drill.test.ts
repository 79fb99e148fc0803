import { expect, test } from "vitest";
import { drill } from "../testing/drill/drill.ts";
import {
  diskFaults,
  migrationBehindReader,
  primaryLost,
  redisLost,
  storeAway,
} from "../testing/drill/faults.ts";

const faults = [
  storeAway("the store away for 10 s", 10),
  migrationBehindReader,
  redisLost,
  ...diskFaults(),
  primaryLost,
];

test("loses nothing when the store is away, a migration waits, Redis or the primary is lost, and disks are full", async () => {
  const outcomes = await drill(faults, { workers: 1, videoSeconds: 6 });
  expect(
    outcomes.map(({ fault, lost, publishedAfter }) => ({
      fault,
      lost,
      isPublished: publishedAfter !== null,
    })),
  ).toEqual(faults.map(({ name }) => ({ fault: name, lost: [], isPublished: true })));
  // While a migration waits for a table, it lets every request through.
  const [, migration] = outcomes;
  expect([...migration!.errorsDuring]).toEqual([]);
}, 600_000);
