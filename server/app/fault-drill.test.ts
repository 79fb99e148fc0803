import { expect, test } from "vitest";
import { drill } from "../testing/drill/drill.ts";
import { apiKilled, poolerRestarted } from "../testing/drill/faults.ts";

test("loses nothing and recovers when an api server is killed during an upload, and when the pooler restarts", async () => {
  const outcomes = await drill([apiKilled, poolerRestarted], { workers: 1, videoSeconds: 2 });
  expect(
    outcomes.map(({ fault, lost, publishedAfter }) => ({
      fault,
      lost,
      isPublished: publishedAfter !== null,
    })),
  ).toEqual([apiKilled, poolerRestarted].map(({ name }) => ({ fault: name, lost: [], isPublished: true })));
}, 300_000);
