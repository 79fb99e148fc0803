import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startDatabaseSwitch } from "../../testing/database-switch.ts";
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

/** The encoder process of a source. Waits until there is one. */
const encoderOf = async (source: string): Promise<number> => {
  for (;;) {
    const { stdout } = spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
    const encoder = stdout.split("\n").find((line) => /\bffmpeg\b/.test(line) && line.includes(source));
    if (encoder) return Number.parseInt(encoder, 10);
    await sleep(20);
  }
};

it("publishes a rendered video with one attempt once the database is back", async () => {
  const toDatabase = await startDatabaseSwitch(database.connection);
  const worker = await startWorker(toDatabase.connection);
  const id = await order(long);
  const encoder = await encoderOf(long);
  process.kill(encoder, "SIGSTOP");
  toDatabase.setAway(true);
  process.kill(encoder, "SIGCONT");
  await expect
    .poll(() => worker.logged(), { timeout: 120_000 })
    .toContain("A transcode waits for the store or the database");
  expect((await assetOf(id)).availability).not.toBe("error");
  toDatabase.setAway(false);
  await until(id, ({ availability }) => availability === "available");
  expect(await attemptsOf(id)).toMatchObject([{ state: "published" }]);
  await worker.end();
  await toDatabase.close();
}, 300_000);
