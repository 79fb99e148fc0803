import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playbackReportPath } from "../../contract/playback-report.ts";
import type { PlaybackMeasurements } from "../../contract/playback-report.ts";
import { signGrant } from "../modules/media/delivery/token.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { METRICS_PORT: "0" } });
});
afterAll(() => server?.stop());

/** A link to play, as a person gets one. */
const linkFor = (personId: string, { forMs = 60_000 } = {}, from = server) => {
  const asset = { assetId: randomUUID(), version: randomUUID() };
  const grant = {
    ...asset,
    personId,
    scope: "full",
    streamId: "one",
    expiresAt: Date.now() + forMs,
  } as const;
  const token = signGrant(grant, from.ctx().config.mediaSecret);
  return `${from.url}/media/${token}/${asset.assetId}/${asset.version}/front/master.m3u8`;
};
const played: PlaybackMeasurements = {
  firstFrameMs: 700,
  playedMs: 60_000,
  stalls: 2,
  stalledMs: 1_500,
  better: 3,
  worse: 1,
  failed: false,
};
const send = async (body: unknown, address = "2001:db8::1") =>
  (
    await server.fetch(playbackReportPath, {
      method: "POST",
      headers: { "content-type": "text/plain;charset=UTF-8", "x-forwarded-for": address },
      body:
        typeof body === "string"
          ? body
          : JSON.stringify({ link: linkFor(randomUUID()), ...(body as object) }),
    })
  ).status;

test("turns reports of players into metrics", async () => {
  expect(await send(played)).toBe(204);
  expect(
    await send({ ...played, firstFrameMs: null, playedMs: 0, stalls: 0, stalledMs: 0, failed: true }),
  ).toBe(204);
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  for (const line of [
    'eightcount_playback_first_frame_seconds_bucket{le="0.5"} 0',
    'eightcount_playback_first_frame_seconds_bucket{le="1"} 1',
    "eightcount_playback_first_frame_seconds_count 1",
    "eightcount_playback_played_seconds_total 60",
    "eightcount_playback_stalled_seconds_total 1.5",
    "eightcount_playback_stalls_total 2",
    'eightcount_playback_switches_total{to="better"} 6',
    'eightcount_playback_switches_total{to="worse"} 2',
    'eightcount_playbacks_total{outcome="played"} 1',
    'eightcount_playbacks_total{outcome="failed"} 1',
  ])
    expect(text.split("\n")).toContain(line);
});

test.each([
  ["no JSON", "{"],
  ["more than the measurements", { ...played, personId: "7" }],
  ["a negative time", { ...played, playedMs: -1 }],
  ["more than a class has", { ...played, stalledMs: 1e12 }],
  ["no measurement", {}],
])("refuses a report with %s", async (_what, body) => {
  expect(await send(body, "2001:db8:1::1")).toBe(400);
});

test("takes reports only with a valid link, and a limited number of each person", async () => {
  expect(await send({ ...played, link: "/media/none/none/none/front/master.m3u8" }, "2001:db8:3::1")).toBe(
    403,
  );
  const link = linkFor(randomUUID());
  expect(await send({ ...played, link: link.replace("/media/f.", "/media/p.") }, "2001:db8:3::1")).toBe(403);
  expect(await send({ ...played, link: linkFor(randomUUID(), { forMs: -60_000 }) }, "2001:db8:3::1")).toBe(
    403,
  );
  const statuses = [];
  for (let round = 0; round < 21; round += 1)
    statuses.push(await send({ ...played, link }, `2001:db8:4:${round}::1`));
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(204));
  expect(statuses.at(-1)).toBe(429);
});

test("counts a limited number of each network's reports", async () => {
  const statuses = [];
  for (let round = 0; round < 61; round += 1) statuses.push(await send(played, "2001:db8:2::1"));
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(204));
  expect(statuses.at(-1)).toBe(429);
});

test("accepts reports where nothing is measured", async () => {
  const other = await startTestServer({ roles: "api" });
  const { status } = await other.fetch(playbackReportPath, {
    method: "POST",
    body: JSON.stringify({ ...played, link: linkFor(randomUUID(), {}, other) }),
  });
  expect(status).toBe(204);
  await other.stop();
});
