import { expect, it } from "vitest";
import { startDatabaseSwitch } from "../../testing/database-switch.ts";
import { stopEncoder } from "../../testing/encoders.ts";
import {
  assetOf,
  attemptsOf,
  database,
  long,
  order,
  startTranscoding,
  startWorker,
  until,
} from "./transcodes/testing.ts";

startTranscoding();

it("publishes a rendered video with one attempt once the database is back", async () => {
  const toDatabase = await startDatabaseSwitch(database.connection);
  const worker = await startWorker(toDatabase.connection);
  const id = await order(long);
  const encoder = await stopEncoder(long);
  toDatabase.setAway(true);
  process.kill(encoder, "SIGCONT");
  await expect
    .poll(() => worker.logged(), { timeout: 300_000 })
    .toContain("The encoding of a video waits for the store or the database");
  expect((await assetOf(id)).availability).not.toBe("error");
  toDatabase.setAway(false);
  await until(id, ({ availability }) => availability === "available");
  expect(await attemptsOf(id)).toMatchObject([{ state: "published" }]);
  await worker.end();
  await toDatabase.close();
}, 600_000);
