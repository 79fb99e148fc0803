import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobGaveWay } from "../../../platform/jobs/job.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { requestTranscode } from "../index.ts";
import { av1Job } from "./job.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { MEDIA_AV1: "on" } });
});
afterAll(() => server.stop());

/** A version that another order follows, or that is the current one. */
const versionWith = async (isPending: boolean): Promise<{ assetId: string; version: string }> => {
  const [assetId, version] = [randomUUID(), randomUUID()];
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId,
      angles: [{ key: "front", source: { kind: "file", path: "/nowhere/class.mp4" } }],
      captions: [],
      origin: "studio",
    }),
  );
  await server.pool.query(
    "update media.assets set version = $2, duration_ms = 5000, is_pending = $3 where id = $1",
    [assetId, version, isPending],
  );
  return { assetId, version };
};
const runLast = (payload: { assetId: string; version: string }, hasUrgentWork: boolean) =>
  av1Job.run(server.ctx(), payload, {
    signal: new AbortController().signal,
    attempt: 3,
    isLastAttempt: true,
    hasUrgentWork: () => hasUrgentWork,
  });
const jobsOf = async (version: string) =>
  (await server.pool.query("select from graphile_worker.jobs where key = $1", [`av1-${version}`])).rowCount;

test.each([
  ["other work", false, true],
  ["a newer order of the class", true, false],
])(
  "a class that lets %s go first goes on with the attempts that it has left",
  async (_what, isPending, isUrgent) => {
    const version = await versionWith(isPending);
    await expect(runLast(version, isUrgent)).rejects.toThrow(JobGaveWay);
    // A new job would have all attempts again.
    expect(await jobsOf(version.version)).toBe(0);
  },
);
