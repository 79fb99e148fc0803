import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { transcodeTasks } from "../../modules/media/order.ts";
import type { TranscodeOrder } from "../../modules/media/order.ts";
import { startTestServer } from "../../testing/harness.ts";

const order = (): TranscodeOrder => ({
  assetId: randomUUID(),
  angles: [{ key: "front", source: { kind: "upload", uploadId: randomUUID() } }],
  captions: [],
  origin: "studio",
});

test("transcodes as many videos at once as TRANSCODES_AT_ONCE says", async () => {
  // More than without the setting.
  const atOnce = availableParallelism() + 1;
  const env = { TRANSCODES_AT_ONCE: String(atOnce), DATABASE_CONNECTIONS: "64" };
  const server = await startTestServer({ roles: "worker", env });
  // A transcode begins with its asset's row.
  const holder = await server.pool.connect();
  await holder.query("begin; lock table media.assets in access exclusive mode");
  for (let at = 0; at <= atOnce; at += 1)
    await server.pool.query("select from graphile_worker.add_job($1, $2)", [transcodeTasks.studio, order()]);
  const running = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
         where locked_at is not null and identifier = $1`,
        [transcodeTasks.studio],
      )
    ).rowCount;
  await expect.poll(running).toBe(atOnce);
  expect(await running()).toBe(atOnce);
  await holder.query("rollback");
  holder.release();
  await server.stop();
});
